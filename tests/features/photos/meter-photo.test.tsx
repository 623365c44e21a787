import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { digits, openReadings, ROOM, title } from '../../support/drying/readings-screen.tsx';
import { sayFeatures } from '../../support/photos/photos-screen.tsx';

const WITH_PHOTOS = ['attachments', 'client-uid', 'if-match'];

test('a photo of the meter has the room where the number is read, and the label of readings', async () => {
  const { records, user } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await sayFeatures(records, WITH_PHOTOS);
  await title('Outside');
  expect(await screen.findByRole('button', { name: 'Photo of the meter' })).toBeVisible();
  for (const keys of ['5260', '7038', '6845', '7471', '9520']) await digits(user, keys);
  await title('Point A1');
  await user.upload(await screen.findByLabelText('Photo from the camera'), jpegFile(1));
  const { attachments } = records.services.db.relaxed;
  await waitFor(async () => expect(await attachments.count()).toBe(1));
  const [photo] = await attachments.toArray();
  expect(photo?.view).toMatchObject({ work_order: '1', room: 'Kitchen', label: 'reading' });
  // The visit goes on where it was.
  await title('Point A1');
});

test('without room for photos, the visit says so, and takes none of the meter', async () => {
  const { records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  records.storage = { used: 940_000_000, room: 999_999_999, promised: true };
  await sayFeatures(records, WITH_PHOTOS);
  await title('Outside');
  expect(await screen.findByText(/^This device has no room for photos\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Photo of the meter' })).toBeDisabled();
});

test('a photo of the meter is not offered if the server keeps no photos', async () => {
  await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
  await title('Outside');
  await screen.findByRole('button', { name: 'Leave' });
  expect(screen.queryByRole('button', { name: 'Photo of the meter' })).toBeNull();
});
