import { expect, type Page } from '@playwright/test';

/** Everything on the page that a person could read, inputs and title included. */
function shownOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [document.title, document.documentElement.outerHTML, ...inputs.map(({ value }) => value)].join(
      '\n',
    );
  });
}

/** Asserts that none of these words is anywhere on the page, typed ones included. */
export async function expectNothingOf(page: Page, words: readonly string[]): Promise<void> {
  const shown = await shownOn(page);
  expect(words.filter((word) => shown.includes(word))).toEqual([]);
}

declare global {
  interface Window {
    textsSeen?: string[];
  }
}

/** What a page has shown since it was watched, if only for one frame: the whole text after every change. */
export interface Watched {
  /** Texts that hold all of these words at one time. */
  together(...words: readonly (string | RegExp)[]): Promise<string[]>;
}

/** Watches a page that is open, until it is loaded anew. */
export async function watch(page: Page): Promise<Watched> {
  await page.evaluate(() => {
    const seen: string[] = [];
    window.textsSeen = seen;
    const note = (): void => {
      const text = document.body.textContent ?? '';
      if (text !== seen.at(-1)) seen.push(text);
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    note();
  });
  return {
    together: async (...words) => {
      const texts = (await page.evaluate(() => window.textsSeen)) ?? [];
      expect(texts.length, 'the watched page was loaded anew').toBeGreaterThan(0);
      return texts.filter((text) =>
        words.every((word) => (typeof word === 'string' ? text.includes(word) : word.test(text))),
      );
    },
  };
}
