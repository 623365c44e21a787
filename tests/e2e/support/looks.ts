import { expect, type Page } from '@playwright/test';

/** Logged by Playwright, which blocks the service worker in most tests, and by the app because of that. */
const BY_PLAYWRIGHT = /Service Worker registration blocked by Playwright|no offline use on this address/;
/** On a busy machine, Chromium logs this without cause. `console.spec.ts` tests it where the cause is certain. */
const TOO_EARLY = /was preloaded using link preload but not used/;

/** Collects, from now on, console messages, errors and refusals of the content security policy. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type())) return;
    if (BY_PLAYWRIGHT.test(message.text()) || TOO_EARLY.test(message.text())) return;
    complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('noteRefused', (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { noteRefused(what: string): void }).noteRefused(
        `refused ${effectiveDirective}: ${blockedURI}`,
      );
    });
  });
  return complaints;
}

type Measure = (page: Page) => Promise<readonly string[]>;

/** Measures one screen after another, and collects the findings. */
export class Looks {
  private readonly found: Record<string, readonly string[]> = {};
  private readonly page: Page;
  private readonly measures: readonly Measure[];
  count = 0;

  constructor(page: Page, measures: readonly Measure[]) {
    this.page = page;
    this.measures = measures;
  }

  readonly look = async (where: string): Promise<void> => {
    this.count += 1;
    const found: string[] = [];
    for (const measure of this.measures) found.push(...(await measure(this.page)));
    if (found.length > 0) this.found[where] = [...(this.found[where] ?? []), ...found];
  };

  /** Expects no findings, and that no screen was left out. */
  expectNothing(screens: number): void {
    expect(this.found).toEqual({});
    expect(this.count).toBe(screens);
  }
}
