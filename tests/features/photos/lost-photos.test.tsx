import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Taking } from '../../../src/records/taking.ts';
import { noteTaking } from '../../../src/records/taking.ts';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { openPhotos, tilesToBe } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

/** Left by a page that ended. */
function left(given: Partial<Taking> = {}) {
  return async ({ services }: TestRecords) => {
    const taking = {
      page: 'gone',
      resource: 'workOrders',
      localId: '1',
      source: 'camera',
      count: null,
    } as const;
    await noteTaking(services, 'left', { ...taking, ...given });
  };
}

const notes = (records: TestRecords) =>
  records.services.db.relaxed.meta.where('key').startsWith('taking:').toArray();

test.each([
  [
    {},
    'The browser was closed while the camera was open for Tear out. The last photo may be in the gallery of this phone: choose it there.',
  ],
  [
    { source: 'gallery' },
    'The browser was closed while photos were being chosen for Tear out. Choose them again: they are still in the gallery of this phone.',
  ],
  [
    { source: 'gallery', count: 5 },
    'The browser was closed before 5 photos of Tear out could be kept. They are in the gallery of this phone: choose them again.',
  ],
  [
    { source: 'page', count: 1 },
    'The browser was closed before 1 photo of Tear out could be kept. It is lost: take it again.',
  ],
] as const)('[F17] the next start says where to look: %o', async (given, words) => {
  const { records, user } = await openPhotos({ address: '/dashboard', before: left(given) });
  const region = await screen.findByRole('region', { name: 'Photos that may be missing' });
  expect(await within(region).findByText(words)).toBeVisible();
  await user.click(within(region).getByRole('button', { name: 'Open photos' }));
  expect(await screen.findByRole('button', { name: 'From gallery' })).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Photos that may be missing' })).toBeNull(),
  );
  expect(await notes(records)).toEqual([]);
});

test('[F17] the sentence is said once', async () => {
  const { records, user } = await openPhotos({ address: '/dashboard', before: left() });
  const region = await screen.findByRole('region', { name: 'Photos that may be missing' });
  await user.click(await within(region).findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(region).not.toBeInTheDocument());
  expect(await notes(records)).toEqual([]);
});

test('[F17] a note is stored when the camera opens, and removed when nothing was taken', async () => {
  const { records, user } = await openPhotos();
  await user.click(await screen.findByRole('button', { name: 'Take photo' }));
  await waitFor(async () =>
    expect(await notes(records)).toMatchObject([
      { resource: 'workOrders', localId: '1', source: 'camera', count: null },
    ]),
  );
  // The page that has the camera open is alive, so nothing is missing.
  expect(screen.queryByRole('region', { name: 'Photos that may be missing' })).toBeNull();
  fireEvent(screen.getByLabelText('Photo from the camera'), new Event('cancel'));
  await waitFor(async () => expect(await notes(records)).toEqual([]));
});

test('[F17] a photo that was taken leaves no note', async () => {
  const { records, user } = await openPhotos();
  await user.click(await screen.findByRole('button', { name: 'Take photo' }));
  await user.upload(screen.getByLabelText('Photo from the camera'), jpegFile(1));
  await tilesToBe(1);
  await waitFor(async () => expect(await notes(records)).toEqual([]));
});
