import { expect, type Page } from '@playwright/test';

/** Returns everything on the page that a person could read, including inputs and the title. */
function shownOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [document.title, document.documentElement.outerHTML, ...inputs.map(({ value }) => value)].join(
      '\n',
    );
  });
}

/** Asserts that none of these words is anywhere on the page, including its inputs. */
export async function expectNothingOf(page: Page, words: readonly string[]): Promise<void> {
  const shown = await shownOn(page);
  expect(words.filter((word) => shown.includes(word))).toEqual([]);
}

declare global {
  interface Window {
    textsSeen?: string[];
  }
}

/** All texts that a page has shown since `watch`, even those of a single frame. */
export interface Watched {
  /** Returns the texts that contain all of these words at the same time. */
  together(...words: readonly (string | RegExp)[]): Promise<string[]>;
}

/** Watches an open page until it is reloaded. */
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
