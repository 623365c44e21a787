import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { deleteRecord } from '../../../src/records/commands.ts';
import { openPhotos, sayFeatures, seedPhoto } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';
import { downloads } from '../../support/records/reports.tsx';

const BYTES = new TextEncoder().encode('a photo').buffer;
const SHA256 = sha256Hex(BYTES);

test('the bytes of a photo that the server does not take can be saved from Sync', async () => {
  const taken = downloads();
  const { records, unmount } = await openPhotos({
    before: async (given) => {
      await seedPhoto(given, 1, { name: 'IMG_7.jpg', sha256: SHA256 });
      await given.services.db.relaxed.fileBytes.put({ sha256: SHA256, bytes: BYTES });
    },
  });
  const [row] = await records.services.db.relaxed.attachments.toArray();
  await deleteRecord(records.services, 'attachments', row?.localId ?? '');
  await records.services.db.relaxed.attachments.update(row?.localId ?? '', { view: row?.view ?? null });
  const refusal = { reason: 'deletedOnServer', status: 410, body: null, at: 0 };
  await records.services.db.relaxed.outbox
    .toCollection()
    .modify({ kind: 'update', state: 'parked', refusal } as object);
  unmount();
  const { user } = startApp('/sync', records);
  const ways = await screen.findByRole('group', { name: /^Choices for/ });
  await user.click(await within(ways).findByRole('button', { name: 'Save the photo' }));
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe('IMG_7.jpg');
  expect(await taken[0]?.content.text()).toBe('a photo');
});

test.each([
  ['IMG_7.HEIC', 'image/jpeg', 'IMG_7.jpg'],
  ['IMG_7.JPEG', 'image/jpeg', 'IMG_7.JPEG'],
  ['Hall 2.5', 'image/png', 'Hall 2.5.png'],
  ['', 'image/webp', `${SHA256.slice(0, 8)}.webp`],
  ['IMG_7.HEIC', '', 'IMG_7.HEIC'],
])('[F18] %s of type %s is saved as %s, also while the server keeps no files', async (name, type, saved) => {
  const taken = downloads();
  const { records, user } = await openPhotos({
    before: (given) => seedUnsent(given, { name, media_type: type }),
  });
  await sayFeatures(records, []);
  expect(await screen.findByText(/^1 photo is on this device only\./)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  await user.click(await screen.findByRole('button', { name: 'Save the photo' }));
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe(saved);
});

test('[F9] a photo that is damaged on the device says so before it is given out', async () => {
  const taken = downloads();
  const { records, user } = await openPhotos({ before: (given) => seedUnsent(given, { name: 'IMG_7.jpg' }) });
  const bytes = new TextEncoder().encode('a phono').buffer;
  await records.services.db.relaxed.fileBytes.put({ sha256: SHA256, bytes });
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  await user.click(await screen.findByRole('button', { name: 'Save the photo' }));
  const dialog = await screen.findByRole('dialog', { name: 'IMG_7.jpg' });
  expect(within(dialog).getByText(/^This photo is damaged: its bytes on this device/)).toBeVisible();
  expect(taken).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Save it as it is' }));
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(await taken[0]?.content.text()).toBe('a phono');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test('storage that does not give out a photo is said', async () => {
  const { records, user } = await openPhotos({ before: (given) => seedUnsent(given, { name: 'IMG_7.jpg' }) });
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  const save = await screen.findByRole('button', { name: 'Save the photo' });
  records.services.db.relaxed.fileBytes.hook('reading', () => {
    throw new DOMException('Disk.', 'UnknownError');
  });
  await user.click(save);
  const dialog = await screen.findByRole('dialog', { name: 'IMG_7.jpg' });
  expect(within(dialog).getByText(/^The storage of this device did not give out the photo\./)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Save it as it is' })).toBeNull();
});

test('[F9] the viewer says that a photo is damaged, not that its format is unknown', async () => {
  const { records, user } = await openPhotos({ before: (given) => seedUnsent(given, {}) });
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  const dialog = await screen.findByRole('dialog', { name: '1 of 1' });
  fireEvent.error(await within(dialog).findByRole('img', { name: 'Photo' }));
  expect(await within(dialog).findByText(/^This device cannot show this photo\./)).toBeVisible();
  await user.keyboard('{Escape}');
  const bytes = new TextEncoder().encode('a phono').buffer;
  await records.services.db.relaxed.fileBytes.put({ sha256: SHA256, bytes });
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  fireEvent.error(await screen.findByRole('img', { name: 'Photo' }));
  expect(await screen.findByText(/^This photo is damaged: its bytes on this device/)).toBeVisible();
});

/** A photo whose bytes the server lacks. */
async function seedUnsent(records: TestRecords, given: Readonly<Record<string, string>>): Promise<void> {
  await seedPhoto(records, 1, { sha256: SHA256, ...given });
  const { files, fileBytes } = records.services.db.relaxed;
  const file = { size: 7, type: 'image/jpeg', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
  await files.put({ sha256: SHA256, state: 'here', ...file });
  await fileBytes.put({ sha256: SHA256, bytes: BYTES });
}
