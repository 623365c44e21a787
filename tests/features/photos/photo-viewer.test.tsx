import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPhotos, seedPhoto, tiles, tilesToBe } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

async function seedThree(records: TestRecords): Promise<void> {
  await seedPhoto(records, 1, { room: 'Hall', caption: 'Front door' });
  await seedPhoto(records, 2, { room: 'Hall' });
  await seedPhoto(records, 3, { room: 'Kitchen', label: 'damage', caption: 'Under the sink' });
}

async function openTile(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Open ${name}` }));
  return screen.findByRole('dialog', { name: /^\d of \d$/ });
}

test('the viewer says what is on the photo, who took it, and when', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Damage, Kitchen: Under the sink');
  expect(dialog).toHaveAccessibleName('3 of 3');
  expect(within(dialog).getByText('Damage, Kitchen: Under the sink')).toBeVisible();
  expect(within(dialog).getByText(/ · Bo Diaz$/)).toBeVisible();
  expect(within(dialog).getByText('On the server')).toBeVisible();
  expect(
    await within(dialog).findByText(
      'Only the small picture is on this device. The photo loads when there is a connection.',
    ),
  ).toBeVisible();
});

test('a photo whose thumbnail the server lost is not called lost', async () => {
  const thumb = 'f'.repeat(64);
  const { user } = await openPhotos({
    before: async (records) => {
      await seedPhoto(records, 1, { room: 'Hall', thumb_sha256: thumb });
      await records.services.db.relaxed.files.put({
        sha256: thumb,
        size: 0,
        type: 'image/jpeg',
        state: 'gone',
        storedAt: null,
        lastUsed: 0,
        tries: 0,
        refusal: { status: 404, body: null, at: 0 },
      });
    },
  });
  expect(await screen.findByText('No preview on this device')).toBeVisible();
  const dialog = await openTile(user, 'Photo, Hall');
  expect(within(dialog).getByText('On the server')).toBeVisible();
  expect(within(dialog).queryByText(/^Neither the server nor this device/)).toBeNull();
});

test('a photo that is looked at counts as used', async () => {
  const { records, user } = await openPhotos({
    before: async (given) => {
      const { view } = await seedPhoto(given, 1, { room: 'Hall' });
      await given.services.db.relaxed.files.put({
        sha256: String(view?.['sha256']),
        size: 1,
        type: 'image/jpeg',
        state: 'stored',
        storedAt: 0,
        lastUsed: 0,
        tries: 0,
        refusal: null,
      });
    },
  });
  await openTile(user, 'Photo, Hall');
  const { files } = records.services.db.relaxed;
  await waitFor(async () => expect((await files.toArray())[0]?.lastUsed).toBe(records.services.clock.now()));
});

test('a deletion in the viewer is said there alone, and by the app once the viewer is closed', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Delete photo' }));
  expect(await within(dialog).findByText('Photo deleted.')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.getAllByText('Photo deleted.')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByText('Photo deleted.')).toBeVisible();
});

test('arrows and buttons turn the pages in the order of the grid', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  expect(dialog).toHaveAccessibleName('1 of 3');
  expect(within(dialog).getByRole('button', { name: 'Previous photo' })).toBeDisabled();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(dialog).toHaveAccessibleName('2 of 3'));
  await user.click(within(dialog).getByRole('button', { name: 'Next photo' }));
  await waitFor(() => expect(dialog).toHaveAccessibleName('3 of 3'));
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(dialog).toHaveAccessibleName('2 of 3'));
});

test('Back closes the viewer, and the focus returns to the tile', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  window.history.back();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Open Photo, Hall' })).toHaveFocus();
  expect(window.location.pathname).toBe('/work-orders/1');
});

test('caption, room and label are changed in the viewer', async () => {
  const { records, user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await waitFor(() => expect(within(dialog).getByLabelText('Caption')).toHaveFocus());
  await user.type(within(dialog).getByLabelText('Caption'), 'Stairs');
  await user.selectOptions(within(dialog).getByLabelText('Label'), 'After');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await within(dialog).findByText('After, Hall: Stairs')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Edit caption, room and label' })).toHaveFocus();
  const [change] = await records.changes(1);
  expect(change).toMatchObject({ resource: 'attachments', kind: 'update' });
  expect(Object.keys(change?.fields ?? {}).sort()).toEqual(['caption', 'label']);
  expect(within(dialog).getByText('Waiting')).toBeVisible();
});

test('Escape keeps what was typed, then closes the viewer', async () => {
  const { records, user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await user.type(within(dialog).getByLabelText('Caption'), 'Stairs');
  await user.keyboard('{Escape}');
  expect(await within(dialog).findByText('Photo, Hall: Stairs')).toBeVisible();
  await records.changes(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test('arrow keys move in the caption while it is typed', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await user.type(within(dialog).getByLabelText('Caption'), 'Stairs{ArrowRight}{ArrowLeft}');
  expect(dialog).toHaveAccessibleName('1 of 3');
});

test('[P61] a deleted photo comes back with Undo, where it was deleted', async () => {
  const { records, user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(dialog).toHaveAccessibleName('1 of 2'));
  expect(await within(dialog).findByText('Photo deleted.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(dialog).toHaveAccessibleName('1 of 3'));
  expect(within(dialog).getByText('Photo, Hall')).toBeVisible();
  await records.changes(0);
});

test('deleting the only photo closes the viewer, and can be undone from the notice', async () => {
  const { user } = await openPhotos({ before: async (records) => void (await seedPhoto(records, 1)) });
  const dialog = await openTile(user, 'Photo');
  await user.click(within(dialog).getByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByText('No photos on this device yet.')).toBeVisible();
  const saved = screen.getByRole('status', { name: 'Saved' });
  await user.click(await within(saved).findByRole('button', { name: 'Undo' }));
  await tilesToBe(1);
  expect(tiles()).toEqual(['Photo']);
});

test('plus and minus zoom, and arrows then move the photo instead of turning the page', async () => {
  const { user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  const out = within(dialog).getByRole('button', { name: 'Zoom out' });
  expect(out).toBeDisabled();
  await user.keyboard('+');
  expect(out).toBeEnabled();
  await user.keyboard('{ArrowRight}');
  expect(dialog).toHaveAccessibleName('1 of 3');
  await user.keyboard('0');
  expect(out).toBeDisabled();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(dialog).toHaveAccessibleName('2 of 3'));
});

test('[F15] a job’s photos are kept offline', async () => {
  const { records, user } = await openPhotos({ before: seedThree });
  const box = await screen.findByRole('checkbox', { name: 'Keep offline (3 photos, 3 MB)' });
  await user.click(box);
  await waitFor(() => expect(box).toBeChecked());
  expect(screen.getByText('3 photos are still to be fetched.')).toBeVisible();
  const { settings } = records.services.db.relaxed;
  expect(await settings.where('key').startsWith('offline:').primaryKeys()).toEqual(['offline:workOrders/1']);
  await user.click(box);
  await waitFor(() => expect(box).not.toBeChecked());
});

test.each([
  ['here', { status: 415, body: null, at: 0 }, /^The server does not take this photo\./],
  [
    'gone',
    { status: 404, body: null, at: 0 },
    /^Neither the server nor this device has a whole copy of this photo\./,
  ],
] as const)('bytes that are %s and refused say what became of the photo', async (state, refusal, words) => {
  const { user } = await openPhotos({
    before: async (records) => {
      const { view } = await seedPhoto(records, 1);
      const file = { size: 1, type: 'image/jpeg', storedAt: null, lastUsed: 0, tries: 0, state, refusal };
      await records.services.db.relaxed.files.add({ sha256: String(view?.['sha256']), ...file });
    },
  });
  expect(await screen.findByText('Needs attention')).toBeVisible();
  const dialog = await openTile(user, 'Photo');
  expect(within(dialog).getByText(words)).toBeVisible();
  expect(within(dialog).queryByRole('link', { name: 'Show it in Sync' })).toBeNull();
});

test('[F29] a photo that could not be fetched is asked for once while its screen is open', async () => {
  const { records } = await openPhotos({
    before: async (given) => {
      const { view } = await seedPhoto(given, 1);
      const { files, settings } = given.services.db.relaxed;
      const file = { size: 1, type: 'image/jpeg', storedAt: null, lastUsed: 0, tries: 0, refusal: null };
      await files.add({ sha256: String(view?.['sha256']), state: 'gone', ...file });
      await settings.put({ key: 'offline:workOrders/1', at: 0 });
    },
  });
  const { files } = records.services.db.relaxed;
  const sha256 = '1'.repeat(64);
  await waitFor(async () => expect((await files.get(sha256))?.state).toBe('wanted'));
  await files.update(sha256, { state: 'gone' });
  await screen.findByText('1 photo is still to be fetched.');
  await seedPhoto(records, 2);
  await waitFor(async () => expect((await files.get('2'.repeat(64)))?.state).toBe('wanted'));
  expect((await files.get(sha256))?.state).toBe('gone');
});

test('a caption that somebody else writes while the form is open stays', async () => {
  const { records, user } = await openPhotos({
    before: async (given) => {
      await seedPhoto(given, 1);
    },
  });
  const dialog = await openTile(user, 'Photo');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await user.type(within(dialog).getByLabelText('Room'), 'Hall');
  const { attachments } = records.services.db.relaxed;
  const [row] = await attachments.toArray();
  const theirs = { ...row?.view, caption: 'Crack in sink' };
  await attachments.update(row?.localId ?? '', { view: theirs, server: theirs });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  const [change] = await records.changes(1);
  expect(Object.keys(change?.fields ?? {})).toEqual(['room']);
});

/** A photo that the server has without its bytes, which it refuses. */
async function seedRefused(records: TestRecords): Promise<void> {
  const { view } = await seedPhoto(records, 1);
  const sha256 = String(view?.['sha256']);
  const refusal = { status: 413, body: null, at: 0 };
  const file = { size: 1, type: 'image/jpeg', storedAt: null, lastUsed: 0, tries: 3, refusal };
  await records.services.db.relaxed.files.add({ sha256, state: 'refused', ...file });
  await records.services.db.relaxed.fileBytes.add({ sha256, bytes: new ArrayBuffer(1) });
}

test('a photo whose bytes the server refuses can be sent again and saved', async () => {
  const { records, user } = await openPhotos({ before: seedRefused });
  const dialog = await openTile(user, 'Photo');
  expect(await within(dialog).findByRole('button', { name: 'Save the photo' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(async () =>
    expect(await records.services.db.relaxed.files.get('1'.repeat(64))).toMatchObject({
      state: 'here',
      tries: 0,
      refusal: null,
    }),
  );
});

test('Sync and the account count photos whose bytes the server refuses', async () => {
  const { user } = await openPhotos({ address: '/sync', before: seedRefused });
  expect(await screen.findByText(/^The server does not take the bytes of 1 photo\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/^1 photo is not on the server yet\. If you log out/)).toBeVisible();
});

test('what was typed for a photo that somebody deletes is shown until it was read', async () => {
  const { records, user } = await openPhotos({ before: seedThree });
  const dialog = await openTile(user, 'Photo, Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await user.type(within(dialog).getByLabelText('Caption'), 'Stairs');
  const { attachments } = records.services.db.relaxed;
  const deleted = (await attachments.toArray()).find(({ view }) => view?.['name'] === 'IMG_2.jpg');
  await attachments.delete(deleted?.localId ?? '');
  expect(await within(dialog).findByText(/^This photo has been deleted\./)).toBeVisible();
  expect(within(dialog).getByLabelText('Caption')).toHaveValue('Stairs');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(within(dialog).queryByLabelText('Caption')).toBeNull());
  expect(within(dialog).queryByText(/^This photo has been deleted\./)).toBeNull();
  expect(dialog).toHaveAccessibleName('1 of 2');
  await records.changes(0);
});

test('the last photo may go while its caption is typed', async () => {
  const { records, user } = await openPhotos({
    before: (given) => seedPhoto(given, 1).then(() => undefined),
  });
  const dialog = await openTile(user, 'Photo');
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  await user.type(within(dialog).getByLabelText('Caption'), 'Stairs');
  await records.services.db.relaxed.attachments.clear();
  expect(await within(dialog).findByText(/^This photo has been deleted\./)).toBeVisible();
  expect(within(dialog).getByLabelText('Caption')).toHaveValue('Stairs');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
