import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { editRecord } from '../../../src/records/commands.ts';
import { saveSettings } from '../../../src/records/company-settings.ts';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { openPhotos, sayFeatures, tiles, tilesToBe } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

const MB = 1_000_000;

async function choose(user: UserEvent, ...files: readonly File[]): Promise<void> {
  await user.upload(await screen.findByLabelText('Photos from the gallery'), [...files]);
}

test('photos get the room and label that were chosen once, and each waits to be sent', async () => {
  const { records, user } = await openPhotos({
    before: ({ services }) => saveSettings(services, { myName: 'Ann Lee' }),
  });
  expect(await screen.findByText('No photos on this device yet.')).toBeVisible();
  expect(await screen.findByText(/^There may be more photos on the server\./)).toBeVisible();
  await user.type(screen.getByLabelText('Room'), 'Kitchen');
  await user.selectOptions(screen.getByLabelText('Label'), 'Before');
  await choose(user, jpegFile(1), jpegFile(2));
  await tilesToBe(2);
  await choose(user, jpegFile(3));
  await tilesToBe(3);
  expect(tiles()).toEqual(Array(3).fill('Before, Kitchen'));
  expect(screen.getByRole('heading', { name: 'Kitchen: 3 photos' })).toBeVisible();
  expect(screen.getAllByText('Waiting')).toHaveLength(3);
  const made = await records.changes(3);
  expect(made.map(({ resource, kind }) => [resource, kind])).toEqual(
    Array(3).fill(['attachments', 'create']),
  );
  expect(made[0]?.fields).toMatchObject({
    work_order: { value: '1' },
    room: { value: 'Kitchen' },
    label: { value: 'before' },
    taken_by: { value: 'Ann Lee' },
    name: { value: 'IMG_1.jpg' },
  });
  const { relaxed } = records.services.db;
  expect(await relaxed.fileBytes.count()).toBe(3);
  // All are kept, so nothing is noted for the next start.
  await waitFor(async () => expect(await relaxed.meta.where('key').startsWith('taking:').count()).toBe(0));
});

test('the room and label are still chosen when the app starts again', async () => {
  const { records, user, unmount } = await openPhotos();
  await user.type(await screen.findByLabelText('Room'), 'Attic');
  await user.selectOptions(screen.getByLabelText('Label'), 'Damage');
  await waitFor(async () =>
    expect(await records.services.db.relaxed.settings.get('photos:choice')).toMatchObject({
      label: 'damage',
    }),
  );
  unmount();
  await openPhotosAgain(records);
  await waitFor(() => expect(screen.getByLabelText('Room')).toHaveValue('Attic'));
  expect(screen.getByLabelText('Label')).toHaveValue('damage');
});

test('a file that is no photo says so, and holds up no other', async () => {
  const { records, user } = await openPhotos();
  await choose(user, jpegFile(1), new File(['Dear Ann'], 'letter.jpg', { type: 'image/jpeg' }), jpegFile(2));
  await tilesToBe(2);
  expect(
    await screen.findByText('letter.jpg is not a photo. Choose a JPEG, PNG, WebP or HEIC file.'),
  ).toBeVisible();
  await records.changes(2);
});

test('a photo that is not kept after its screen was left is named on the next screen', async () => {
  const { user } = await openPhotos();
  const letter = new File(['Dear Ann'], 'letter.jpg', { type: 'image/jpeg' });
  let read = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    read = resolve;
  });
  Object.assign(letter, { arrayBuffer: () => late.then(() => new TextEncoder().encode('Dear Ann').buffer) });
  await choose(user, letter);
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  await screen.findByRole('heading', { level: 1, name: 'Customers' });
  read();
  const region = await screen.findByRole('region', { name: 'Photos that may be missing' });
  expect(within(region).getByText(/^letter\.jpg is not a photo\./)).toBeVisible();
  await user.click(within(region).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(region).not.toBeInTheDocument());
});

test('[F32] pictures that are chosen again are not added again, and the screen says how many', async () => {
  const { records, user } = await openPhotos();
  await choose(user, jpegFile(1), jpegFile(1, 'again.jpg'), jpegFile(2));
  await tilesToBe(2);
  expect(await screen.findByText('1 photo was here already.')).toBeVisible();
  await choose(user, jpegFile(1), jpegFile(2), jpegFile(3));
  await tilesToBe(3);
  expect(await screen.findByText('2 photos were here already.')).toBeVisible();
  await records.changes(3);
  await choose(user, jpegFile(4));
  await tilesToBe(4);
  expect(screen.queryByText(/here already/)).toBeNull();
});

test('[F32] that pictures were here already is said with their record alone', async () => {
  const { records, user, unmount } = await openPhotos();
  await choose(user, jpegFile(1), jpegFile(1, 'again.jpg'));
  expect(await screen.findByText('1 photo was here already.')).toBeVisible();
  unmount();
  const other = startApp('/work-orders/2?tab=photos', records);
  expect(await screen.findByText('No photos on this device yet.')).toBeVisible();
  expect(screen.queryByText(/here already/)).toBeNull();
  other.unmount();
  await openPhotosAgain(records);
  expect(await screen.findByText('1 photo was here already.')).toBeVisible();
});

test('[F32] a picture that is chosen again is known, though my name was changed in Settings since', async () => {
  const { records, user } = await openPhotos();
  await choose(user, jpegFile(1));
  await tilesToBe(1);
  await saveSettings(records.services, { myName: 'Ann Lee' });
  await choose(user, jpegFile(1), jpegFile(2));
  await tilesToBe(2);
  expect(await screen.findByText('1 photo was here already.')).toBeVisible();
});

test('without room for photos, the camera does not open', async () => {
  const { user } = await openPhotos({
    before: (records) => {
      records.storage = { used: 940 * MB, room: 1000 * MB - 1, promised: true };
    },
  });
  expect(await screen.findByText(/^This device has no room for photos\./)).toBeVisible();
  for (const name of ['Take photo', 'From gallery'])
    expect(screen.getByRole('button', { name })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Take photo' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[F48] with little room, only originals that were stored a week ago are asked to leave', async () => {
  const { records } = await openPhotos({
    before: (given) => {
      given.storage = { used: 700 * MB, room: 999 * MB, promised: true };
    },
  });
  const { meta } = records.services.db.relaxed;
  await waitFor(async () =>
    expect(await meta.get('request:space')).toMatchObject({ bytes: MB, room: 'little' }),
  );
  expect(screen.getByRole('button', { name: 'Take photo' })).toBeEnabled();
});

test('[F48] without room, the camera opens once photos that the server has have left', async () => {
  const { records } = await openPhotos({
    before: async (given) => {
      given.storage = { used: 940 * MB, room: 1000 * MB - 1, promised: true };
      await given.services.db.relaxed.fileBytes.add({ sha256: '1'.repeat(64), bytes: new ArrayBuffer(1) });
    },
  });
  expect(await screen.findByText(/^This device has no room for photos\./)).toBeVisible();
  const { fileBytes, meta } = records.services.db.relaxed;
  await waitFor(async () =>
    expect(await meta.get('request:space')).toMatchObject({ bytes: 240 * MB + 1, room: 'none' }),
  );
  records.storage = { used: 640 * MB, room: 1000 * MB - 1, promised: true };
  await fileBytes.clear();
  await meta.delete('request:space');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Take photo' })).toBeEnabled());
  expect(screen.queryByText(/^This device has no room/)).toBeNull();
});

test('once a save found the device full, no photo is taken until the user comes back from making room', async () => {
  const { records, user } = await openPhotos();
  const full = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  const { attachments } = records.services.db.strict;
  attachments.hook('creating', full);
  await choose(user, jpegFile(1));
  expect(await screen.findByText(/^This device is out of storage, so this was not saved\./)).toBeVisible();
  expect(await screen.findByText(/^This device has no room for photos\./)).toBeVisible();
  for (const name of ['Take photo', 'From gallery'])
    expect(screen.getByRole('button', { name })).toBeDisabled();
  const { meta } = records.services.db.relaxed;
  await waitFor(async () =>
    expect(await meta.get('request:space')).toMatchObject({ bytes: 300 * MB, room: 'failed' }),
  );
  attachments.hook('creating').unsubscribe(full);
  records.page.turnTo();
  await waitFor(() => expect(screen.getByRole('button', { name: 'From gallery' })).toBeEnabled());
  await choose(user, jpegFile(1));
  await tilesToBe(1);
  expect(screen.queryByText(/^This device has no room/)).toBeNull();
});

test('with little room, a warning stands above the buttons', async () => {
  await openPhotos({
    before: (records) => {
      records.storage = { used: 800 * MB, room: 1000 * MB, promised: true };
    },
  });
  expect(await screen.findByText(/^This device has little room left\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Take photo' })).toBeEnabled();
});

test.each([
  ['is said where the browser has not promised to keep them', false, true],
  ['is not said where it has', true, false],
])('that photos may be deleted %s', async (_, promised, isSaid) => {
  await openPhotos({
    before: (records) => {
      records.storage = { used: 0, room: 10_000 * MB, promised };
    },
  });
  const words = /^A private window deletes photos/;
  await screen.findByRole('button', { name: 'Take photo' });
  if (isSaid) await screen.findByText(words);
  expect(screen.queryByText(words) !== null).toBe(isSaid);
});

test('that a private window deletes photos is said before any is taken, where the browser lets the app see it', async () => {
  const { user } = await openPhotos({
    before: (records) => {
      records.storage = { used: 0, room: 10_000 * MB, promised: false, isPrivate: true };
    },
  });
  const words = /^This looks like a private window\. When you close it, it deletes all photos/;
  expect(await screen.findByText(words)).toBeVisible();
  await choose(user, jpegFile(1));
  await tilesToBe(1);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/^A private window deletes photos/)).toBeNull();
});

test('that photos may be deleted is said too where the browser refuses to say how it stores data', async () => {
  await openPhotos({
    before: ({ services }) => {
      Object.assign(services, { storageUse: () => Promise.reject(new DOMException('', 'SecurityError')) });
    },
  });
  expect(await screen.findByText(/^A private window deletes photos/)).toBeVisible();
});

test('a server that keeps no files is explained, and nothing is taken', async () => {
  await openPhotos({ keepsFiles: false });
  expect(await screen.findByText('This server keeps no files.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
  expect(screen.queryByLabelText('Photos from the gallery')).toBeNull();
});

test('photos that wait stay when the server keeps no files any more, and are counted', async () => {
  const { records, user, unmount } = await openPhotos();
  await choose(user, jpegFile(1));
  await tilesToBe(1);
  unmount();
  await openPhotosAgain(records, []);
  await tilesToBe(1);
  expect(
    screen.getByText('1 photo is on this device only. Do not clear the data of this site.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
});

test('[F18] a server that lacks an extension that photos need takes none, and says so', async () => {
  await openPhotos({ before: (records) => sayFeatures(records, ['attachments', 'if-match']) });
  expect(await screen.findByText('This server keeps no files.')).toBeVisible();
  expect(screen.queryByLabelText('Photos from the gallery')).toBeNull();
});

test('a project shows the photos of the work orders that name it', async () => {
  const { user, records, unmount } = await openPhotos();
  await choose(user, jpegFile(1));
  await tilesToBe(1);
  unmount();
  const { title } = (await records.viewOf('projects', '1')) ?? {};
  const { workOrders } = records.services.db.relaxed;
  const order = await workOrders.get('1');
  const notes = `--- Job ---\nProject: ${String(title)}`;
  if (order) await workOrders.put({ ...order, view: { ...order.view, notes } });
  await openPhotosAgain(records, undefined, '/projects/1?tab=photos');
  await tilesToBe(1);
  expect(within(screen.getByRole('main')).getByText('Waiting')).toBeVisible();
});

async function openPhotosAgain(
  records: TestRecords,
  features?: readonly string[],
  address = '/work-orders/1?tab=photos',
): Promise<void> {
  if (features) await sayFeatures(records, features);
  startApp(address, records);
}

test('the rooms of a job are offered, also if another work order of its project says which are dried', async () => {
  await openPhotos({
    before: async ({ services }) => {
      for (const [id, rooms] of [
        ['1', ''],
        ['2', '\n--- Drying ---\n2026-11-23 09:05 -0600 Ann Lee: chamber A = Pantry'],
      ] as const)
        await editRecord(services, 'workOrders', id, {
          change: (fields) => ({ ...fields, notes: `--- Job ---\nProject: Burst pipe${rooms}` }),
        });
    },
  });
  await waitFor(() => expect(document.querySelector('datalist option[value="Pantry"]')).not.toBeNull());
});

test('a photo of the camera app is kept even if its screen was left meanwhile', async () => {
  const { records, user, unmount } = await openPhotos();
  await user.click(await screen.findByRole('button', { name: 'From gallery' }));
  const input = screen.getByLabelText('Photos from the gallery');
  const { relaxed } = records.services.db;
  const notes = () => relaxed.meta.where('key').startsWith('taking:').count();
  await waitFor(async () => expect(await notes()).toBe(1));
  unmount();
  expect(await notes()).toBe(1);
  Object.defineProperty(input, 'files', { value: [jpegFile(1)] });
  input.dispatchEvent(new Event('change'));
  await waitFor(async () => expect(await relaxed.attachments.count()).toBe(1));
  await waitFor(async () => expect(await notes()).toBe(0));
});
