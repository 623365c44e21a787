import { expect, it } from 'vitest';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { Fault } from '../../support/backend/fake-backend.ts';
import { aPhoto, aPhotoTab, bytesOf, onShelf, take } from '../../support/tab/photos.ts';
import { make } from '../../support/tab/scenario.ts';

const PROFILE = /auth\/user\/$/;
const KIB = 1024;

function largePhoto() {
  const bytes = bytesOf(5, 600 * KIB);
  return { ...aPhoto(5), file: { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' } };
}

const LOST: readonly (readonly [what: string, fault: Fault])[] = [
  ['an upload without an answer', { kind: 'timeout' }],
  ['a 408', { kind: 'answer', status: 408 }],
  ['a 503', { kind: 'answer', status: 503 }],
];

it.each(LOST)('[F7, F12] %s stops no change, and asks for no sign of life', async (_, fault) => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('PUT', /files/, fault, 1000);
  const profiles = backend.count('GET', PROFILE);
  await take(tab);
  for (let n = 1; n <= 3; n += 1) {
    const asked = backend.urls.length;
    await tab.until(() => backend.urls.slice(asked).some((url) => url.includes('?from=')));
    expect((await tab.engine())?.reasons).toEqual([]);
    await make(tab, { email: `n${n}@example.com` });
    await tab.pass(500);
    expect(backend.customers).toHaveLength(n);
  }
  expect(backend.count('GET', PROFILE)).toBe(profiles);
  backend.forgetPlans();
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F12] an upload whose connection breaks stops no change while the server answers others', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('PUT', /files/, { kind: 'dropBefore' }, 1000);
  await take(tab);
  await tab.until(() => backend.urls.some((url) => url.includes('?from=')));
  for (let n = 1; n <= 20; n += 1) {
    await make(tab, { email: `n${n}@example.com` });
    await tab.pass(1000);
    expect((await tab.engine())?.reasons).toEqual([]);
    expect(backend.customers).toHaveLength(n);
  }
});

it('[F12] with no connection, a few requests are enough to see that, whatever waits', async () => {
  const { backend, tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  for (let n = 1; n <= 20; n += 1) await take(tab, aPhoto(n));
  const puts = (): number => tab.sent.filter((request) => request.startsWith('PUT')).length;
  backend.plan('PUT', /files/, { kind: 'then', act: () => (backend.down = true) });
  tab.browser.setOnline(true);
  await tab.until(() => backend.down);
  await tab.until(async () => (await tab.engine())?.reasons.includes('unreachable') === true);
  await tab.pass(10_000);
  expect(puts()).toBeLessThan(8);
  backend.down = false;
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(20);
});

it('[F11] ranges without an answer become smaller', async () => {
  const { backend, tab } = await aPhotoTab();
  const photo = largePhoto();
  backend.plan('PUT', new RegExp(photo.file.sha256), { kind: 'timeout' });
  await take(tab, photo);
  await tab.drained();
  const from = backend.urls
    .filter((url) => url.includes(`${photo.file.sha256}/?`))
    .map((url) => Number(/from=(\d+)/.exec(url)?.[1]) / KIB);
  expect(from.slice(0, 3)).toEqual([0, 0, 128]);
  expect(onShelf(backend, photo)).toEqual([true, true]);
});
