import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { whyPaused } from '../../../src/crud/files-pause.tsx';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { openPhotos, sayFeatures, seedPhoto, tilesToBe } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

/** Two photos that were taken without a connection. */
async function withTwoPhotos(): Promise<TestRecords> {
  const { records, user, unmount } = await openPhotos();
  await user.upload(await screen.findByLabelText('Photos from the gallery'), [jpegFile(1), jpegFile(2)]);
  await tilesToBe(2);
  unmount();
  return records;
}

test('Sync counts photos and bytes that wait, and can keep the screen on', async () => {
  const records = await withTwoPhotos();
  const { user } = startApp('/sync', records);
  expect(await screen.findByText(/^2 photos, \d+ kB, wait\. Keep the app open\.$/)).toBeVisible();
  expect(await screen.findByText('They are sent when the app is open and has a connection.')).toBeVisible();
  const button = screen.getByRole('button', { name: 'Keep the screen on' });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  expect(records.photoDevice.isScreenKept).toBe(true);
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
  expect(records.photoDevice.isScreenKept).toBe(false);
});

test('leaving Sync lets the screen go dark again', async () => {
  const records = await withTwoPhotos();
  const { user, unmount } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Keep the screen on' }));
  await waitFor(() => expect(records.photoDevice.isScreenKept).toBe(true));
  unmount();
  expect(records.photoDevice.isScreenKept).toBe(false);
});

test('[F16] photos that wait for Send are sent by a press', async () => {
  const records = await withTwoPhotos();
  await records.say({});
  await records.services.db.relaxed.settings.put({ key: 'photos', network: 'press' });
  const { user } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Send photos now' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send photos now' })).toBeNull());
  expect(await records.services.db.relaxed.meta.get('request:files')).toBeDefined();
});

test('[F11] Sync and the gallery say that the server is full, and when it is asked again', async () => {
  const records = await withTwoPhotos();
  await records.say({});
  const until = records.clock.now() + 10 * 60_000;
  await records.services.db.relaxed.meta.put({ key: 'filesPause', why: 'serverFull', until });
  const words = /^The server has no room for photos\. .* It is asked again at \d/;
  const { unmount } = startApp('/sync', records);
  expect(await screen.findByText(words)).toBeVisible();
  unmount();
  startApp('/work-orders/1?tab=photos', records);
  expect(await screen.findByText(words)).toBeVisible();
});

test('[F16] the gallery sends what waits for Send', async () => {
  const records = await withTwoPhotos();
  await records.say({});
  await records.services.db.relaxed.settings.put({ key: 'photos', network: 'press' });
  const { user } = startApp('/work-orders/1?tab=photos', records);
  await user.click(await screen.findByRole('button', { name: 'Send photos now' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send photos now' })).toBeNull());
  expect(await records.services.db.relaxed.meta.get('request:files')).toBeDefined();
});

test('[F11] [F18] no tile says that a photo is being sent while no bytes are', async () => {
  const records = await withTwoPhotos();
  await records.say({});
  const { files, meta, attachments } = records.services.db.relaxed;
  const [first, second] = await attachments.toArray();
  await files.update(String(first?.view?.['sha256']), { state: 'stored' });
  const thumb = 'f'.repeat(64);
  const file = { size: 1, type: 'image/jpeg', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
  await files.add({ sha256: thumb, state: 'stored', ...file });
  await attachments.put({ ...second, view: { ...second?.view, thumb_sha256: thumb } } as MirrorRecord);
  startApp('/work-orders/1?tab=photos', records);
  await waitFor(() => expect(screen.getAllByText('Sending')).toHaveLength(2));
  await meta.put({ key: 'filesPause', why: 'serverFull', until: records.clock.now() + 60_000 });
  // The server has all bytes of the first: its row is on its way.
  await waitFor(() => expect(screen.getAllByText('Sending')).toHaveLength(1));
  expect(screen.getAllByText('Waiting')).toHaveLength(1);
  await sayFeatures(records, []);
  await waitFor(() => expect(screen.getAllByText('Waiting')).toHaveLength(2));
});

test('[A7] the question at log-out counts photos apart from changes', async () => {
  const records = await withTwoPhotos();
  const { user } = startApp('/work-orders/1', records);
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/^2 photos are not on the server yet\. If you log out/)).toBeVisible();
});

describe('why photos wait', () => {
  const files = { keepsFiles: true, network: 'always', isPressed: false, paused: null } as const;
  const device = { held: [], isOnWifi: null } as const;

  test.each([
    [{}, {}, null],
    [{}, { held: ['offline'] }, 'noConnection'],
    [{}, { held: ['serverSilent'] }, 'serverBusy'],
    [{}, { held: ['signedOut', 'offline'] }, 'signedOut'],
    [{ paused: { why: 'serverFull', until: 9000 } }, { held: ['throttled'] }, 'serverBusy'],
    [{}, { held: ['offline', 'storageFull'] }, 'deviceFull'],
    [{ keepsFiles: false }, { held: ['offline'] }, 'keepsNone'],
    [{ paused: { why: 'serverFull', until: 9000 } }, {}, 'serverFull'],
    [{ paused: { why: 'deviceFull', until: null } }, { held: ['offline'] }, 'deviceFull'],
    [{ network: 'press' }, { isOnWifi: true }, 'whenPressed'],
    [{ network: 'press', isPressed: true }, {}, null],
    [{ network: 'wifi' }, { isOnWifi: true }, null],
    [{ network: 'wifi' }, { isOnWifi: false }, 'notOnWifi'],
    [{ network: 'wifi' }, {}, 'whenPressed'],
    [{ network: 'wifi', isPressed: true }, { isOnWifi: false }, null],
  ] as const)('%o %o: %s', (given, at, why) => {
    expect(whyPaused({ ...files, ...given }, { ...device, ...at })).toBe(why);
  });
});

test('[F16] the settings of photos are kept, and explain what the browser does not tell', async () => {
  const { records, user } = await openPhotos({ address: '/settings' });
  await user.click(await screen.findByRole('radio', { name: 'On Wi-Fi' }));
  expect(
    await screen.findByText(/^This browser does not tell the app whether it is on Wi-Fi\./),
  ).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /^As taken/ }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /^As taken/ })).toBeChecked());
  const { settings } = records.services.db.relaxed;
  expect(await settings.get('photos')).toMatchObject({ network: 'wifi' });
  expect(await settings.get('photos:size')).toMatchObject({ size: 'original' });
});

test('a server that keeps no files has no settings of photos', async () => {
  const records = await withTwoPhotos();
  await sayFeatures(records, []);
  startApp('/settings', records);
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

/** A photo that the server has, and whose bytes a restored server lost. */
async function seedUnsent(records: TestRecords): Promise<void> {
  const { view } = await seedPhoto(records, 1);
  const file = { size: 1_000_000, type: 'image/jpeg', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
  await records.services.db.relaxed.files.add({ sha256: String(view?.['sha256']), state: 'here', ...file });
}

test('[F10] a photo whose bytes wait to be sent again is not shown as on the server', async () => {
  const { records, unmount } = await openPhotos({ before: seedUnsent });
  expect(await screen.findByText('Waiting')).toBeVisible();
  unmount();
  startApp('/sync', records);
  expect(await screen.findByText('1 photo, 1 MB, waits. Keep the app open.')).toBeVisible();
});

test('[A7] the question at log-out counts photos whose bytes wait to be sent again', async () => {
  const { user } = await openPhotos({ address: '/work-orders/1', before: seedUnsent });
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/^1 photo is not on the server yet\. If you log out/)).toBeVisible();
});

test('Sync counts no photo that waits for a decision, and no deleted one as sent', async () => {
  const records = await withTwoPhotos();
  const { relaxed } = records.services.db;
  const [first] = await relaxed.outbox.toArray();
  const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
  await relaxed.outbox.update(first?.seq ?? 0, { state: 'parked', refusal });
  startApp('/sync', records);
  expect(await screen.findByText(/^1 photo, \d+ kB, waits\./)).toBeVisible();
  const [row] = (await relaxed.attachments.toArray()).filter(({ localId }) => localId !== first?.localId);
  const [file] = (await relaxed.files.toArray()).filter(({ sha256 }) => sha256 === row?.view?.['sha256']);
  await relaxed.files.put({ ...file, sha256: 'c'.repeat(64), size: 3_000_000 } as NonNullable<typeof file>);
  expect(await screen.findByText(/3(\.0)? MB, waits?\./)).toBeVisible();
  await relaxed.files.delete('c'.repeat(64));
  expect(await screen.findByText(/^1 photo, \d+ kB, waits\./)).toBeVisible();
  expect(screen.queryByText(/ of .+ sent$/)).toBeNull();
  await relaxed.files.update(file?.sha256 ?? '', { state: 'stored' });
  expect(await screen.findByText(/ of .+ sent$/)).toBeVisible();
});

test('[F34] Sync counts the bytes of a large photo that the server has confirmed', async () => {
  const records = await withTwoPhotos();
  const { relaxed } = records.services.db;
  const [row] = await relaxed.attachments.toArray();
  const sha256 = String(row?.view?.['sha256']);
  await relaxed.files.update(sha256, { size: 25_000_000 });
  startApp('/sync', records);
  expect(await screen.findByText(/^2 photos, 25 MB, wait\./)).toBeVisible();
  expect(screen.queryByText(/ of .+ sent$/)).toBeNull();
  await relaxed.files.update(sha256, { confirmed: 10_000_000 });
  expect(await screen.findByText('10 MB of 25 MB sent')).toBeVisible();
  expect(screen.getByText(/^2 photos, 15 MB, wait\./)).toBeVisible();
  await relaxed.files.update(sha256, { confirmed: 20_000_000 });
  expect(await screen.findByText('20 MB of 25 MB sent')).toBeVisible();
  // A restored server may know less.
  await relaxed.files.update(sha256, { confirmed: 5_000_000 });
  expect(await screen.findByText('5 MB of 25 MB sent')).toBeVisible();
});
