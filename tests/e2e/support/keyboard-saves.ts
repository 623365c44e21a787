import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Resolves when the dialog's first field has the focus. */
    dialogOpen: () => Promise<void>;
    /** Resolves when no dialog is left, and calls `told` the moment the last one closes. */
    dialogGone: (title: string) => Promise<void>;
    told: (title: string) => Promise<void>;
  }
}

/** Calls `told` with the title of a save the moment the page accepts it by closing the dialog. */
export async function tellOfSaves(page: Page, told: (title: string) => void): Promise<void> {
  await page.exposeBinding('told', (_, title: string) => told(title));
  await page.addInitScript(() => {
    const once = (is: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!is()) return;
          observer.disconnect();
          document.removeEventListener('focusin', look);
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
        document.addEventListener('focusin', look);
        look();
      });
    window.dialogOpen = () =>
      once(() => document.querySelector('[role=dialog]')?.querySelector('input') === document.activeElement);
    window.dialogGone = async (title) => {
      await once(() => document.querySelector('[role=dialog]') === null);
      await window.told(title);
      await once(() => document.activeElement instanceof HTMLButtonElement);
    };
  });
}

/** Saves a new record with the keyboard alone, starting from the focused button. */
export async function saveByKeyboard(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.evaluate(() => window.dialogOpen());
  await page.keyboard.insertText(title);
  await page.keyboard.press('Enter');
  await page.evaluate((saved) => window.dialogGone(saved), title);
}
