import { expect, it } from 'vitest';
import { aPhoto, aPhotoTab, onShelf, take } from '../../support/tab/photos.ts';
import { make } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

/** Makes each read of the bytes of photo 1 fail, as a damaged disk does. */
function damage({ records }: TestTab): () => void {
  const { fileBytes } = records.db.relaxed;
  const { sha256 } = aPhoto(1).file;
  const fail = (row: { readonly sha256: string } | undefined): unknown => {
    if (row?.sha256 === sha256) throw new Error('The disk is damaged.');
    return row;
  };
  fileBytes.hook('reading', fail);
  return () => fileBytes.hook('reading').unsubscribe(fail);
}

it('[F12] a file that cannot be read rests longer each time, and stops no change and no other file', async () => {
  const { backend, tab } = await aPhotoTab();
  const mend = damage(tab);
  await take(tab, aPhoto(1));
  await take(tab, aPhoto(2));
  await tab.until(() => tab.browser.errors.length > 0);
  for (let n = 1; n <= 5; n += 1) {
    await make(tab, { email: `n${n}@example.com` });
    await tab.pass(500);
    expect(backend.customers).toHaveLength(n);
  }
  await tab.until(() => onShelf(backend, aPhoto(2)).every(Boolean));
  const early = tab.browser.errors.length;
  await tab.pass(10 * 60_000, 1000);
  expect(tab.browser.errors.length - early).toBeLessThan(15);
  expect((await tab.engine())?.reasons).toEqual([]);
  mend();
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(2);
});

it('[F12] a file that the server fails on is tried less and less often', async () => {
  const { backend, tab } = await aPhotoTab();
  const { sha256 } = aPhoto(1).file;
  backend.plan('PUT', new RegExp(sha256), { kind: 'answer', status: 500 }, 1000);
  await take(tab, aPhoto(1));
  const tries = (): number => backend.urls.filter((url) => url.includes(`${sha256}/?`)).length;
  await tab.until(() => tries() > 0);
  await tab.pass(10 * 60_000, 1000);
  expect(tries()).toBeGreaterThan(5);
  expect(tries()).toBeLessThan(25);
  expect((await tab.engine())?.reasons).toEqual([]);
});

it('[F11] a server that limits requests is not asked for as long as it says, then the file goes on', async () => {
  const { backend, tab } = await aPhotoTab();
  const { sha256 } = aPhoto(1).file;
  const answer = { kind: 'answer', status: 429, headers: { 'retry-after': '120' } } as const;
  backend.plan('PUT', new RegExp(sha256), answer);
  await take(tab, aPhoto(1));
  await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
  const asked = backend.asked;
  await tab.pass(115_000, 1000);
  expect(backend.asked).toBe(asked);
  await tab.pass(20_000, 1000);
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
});
