import type { Locator, Page } from '@playwright/test';

/**
 * Opens the work authorization of a job, down to the box to sign in.
 * @param onPaper looks at the document before it is signed
 */
export async function openSigning(
  page: Page,
  id: number,
  onPaper: () => Promise<void> = async () => {},
): Promise<Locator> {
  await page.goto(`/work-orders/${id}?tab=documents`);
  await page.getByRole('button', { name: 'Work authorization' }).click();
  const paper = page.getByRole('dialog', { name: 'Work authorization', exact: true });
  await paper.getByRole('checkbox', { name: /example text/ }).check();
  await paper.getByRole('button', { name: 'Download' }).waitFor();
  await onPaper();
  await paper.getByRole('button', { name: 'Sign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign: Work authorization' });
  await dialog.waitFor();
  return dialog;
}

/** Enters everything that a signature needs, but does not press Sign. */
export async function fillSigning(page: Page, dialog: Locator, name: string): Promise<void> {
  // Short documents are read at once.
  const read = dialog.getByRole('button', { name: 'I have read it' });
  await read.or(dialog.getByText('Read to the end')).first().waitFor();
  if (await read.isVisible()) await read.click();
  await dialog.getByLabel('Name of the person who signs').fill(name);
  await dialog.getByRole('radio', { name: 'Owner', exact: true }).check();
  await dialog.getByRole('checkbox', { name: /^By signing I agree/ }).check();
  await drawSignature(page, dialog);
}

async function drawSignature(page: Page, dialog: Locator): Promise<void> {
  const box = dialog.getByRole('img', { name: 'Signature of the customer' });
  await box.scrollIntoViewIfNeeded();
  const place = await box.boundingBox();
  if (!place) throw new Error('There is no box to sign in.');
  const { x, y, width, height } = place;
  await page.mouse.move(x + width * 0.2, y + height / 2);
  await page.mouse.down();
  for (let n = 1; n <= 20; n += 1)
    await page.mouse.move(x + width * (0.2 + 0.03 * n), y + height * (0.5 + 0.3 * Math.sin(n)));
  await page.mouse.up();
}

const STOPPED = 'This page does nothing any more.';

/**
 * Stops the page's thread for ever when it first calls the worker, or before this write of the transaction that keeps a
 * signed document. `die` then crashes it there: closing such a page can leave its process running, for the next page.
 * Killing the processes of all pages could also end the next page while it opens.
 */
export async function stopAt(
  page: Page,
  step: 'postMessage' | number,
): Promise<{ readonly die: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(
    ([at, said]) => {
      const stop = (): void => {
        console.info(said);
        for (;;);
      };
      if (at === 'postMessage') {
        Worker.prototype.postMessage = stop;
        return;
      }
      let left = Number(at);
      for (const name of ['put', 'add'] as const) {
        const { [name]: write } = IDBObjectStore.prototype;
        IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given) {
          if (this.transaction.objectStoreNames.contains('fileBytes')) left -= 1;
          if (left === 0) stop();
          return write.apply(this, given);
        };
      }
    },
    [step, STOPPED] as const,
  );
  const stopped = page.waitForEvent('console', (message) => message.text() === STOPPED);
  const die = async (): Promise<void> => {
    await stopped;
    const crashed = page.waitForEvent('crash');
    // Never answered.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
  };
  return { die };
}
