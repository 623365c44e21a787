import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deleteRecord } from '../../../src/records/commands.ts';
import { openPhotos, sayFeatures, seedPhoto } from '../../support/photos/photos-screen.tsx';
import { startApp } from '../../support/records/record-services.tsx';
import { downloads } from '../../support/records/reports.tsx';

test('the bytes of a photo that the server does not take can be saved from Sync', async () => {
  const taken = downloads();
  const { records, unmount } = await openPhotos({
    before: async (given) => {
      const { view } = await seedPhoto(given, 1, { name: 'IMG_7.jpg' });
      const sha256 = String(view?.['sha256']);
      const { relaxed } = given.services.db;
      await relaxed.fileBytes.put({ sha256, bytes: new TextEncoder().encode('a photo').buffer });
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
  ['', 'image/webp', '11111111.webp'],
  ['IMG_7.HEIC', '', 'IMG_7.HEIC'],
])('[F18] %s of type %s is saved as %s, also while the server keeps no files', async (name, type, saved) => {
  const taken = downloads();
  const { records, user } = await openPhotos({
    before: async (given) => {
      const { view } = await seedPhoto(given, 1, { name, media_type: type });
      const sha256 = String(view?.['sha256']);
      const { files, fileBytes } = given.services.db.relaxed;
      const file = { size: 7, type, storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
      await files.put({ sha256, state: 'here', ...file });
      await fileBytes.put({ sha256, bytes: new TextEncoder().encode('a photo').buffer });
    },
  });
  await sayFeatures(records, []);
  expect(await screen.findByText(/^1 photo is on this device only\./)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  await user.click(await screen.findByRole('button', { name: 'Save the photo' }));
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe(saved);
});
