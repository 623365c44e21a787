import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FileRow } from '../../../src/db/tables.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { openPhotos, seedPhoto } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).slice().buffer;
const WHOLE = bytesOf('a photo');
const DAMAGED = bytesOf('a phono');
const SHA256 = sha256Hex(WHOLE);
const THUMB = sha256Hex(bytesOf('a thumbnail'));

/** A photo whose bytes are damaged on this device. The server has it. */
async function seedDamaged({ services }: TestRecords, given: Partial<FileRow> = {}): Promise<void> {
  const { files, fileBytes } = services.db.relaxed;
  const file = { size: 7, type: 'image/jpeg', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
  await files.bulkPut([
    { sha256: SHA256, state: 'stored', ...file, ...given },
    { sha256: THUMB, state: 'stored', ...file },
  ]);
  await fileBytes.bulkPut([
    { sha256: SHA256, bytes: DAMAGED },
    { sha256: THUMB, bytes: bytesOf('a thumbnail') },
  ]);
}

async function openIt(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Open Photo' }));
  return screen.findByRole('dialog', { name: '1 of 1' });
}

/** The device stores what the server gave out. */
async function fetched({ services }: TestRecords, sha256: string, bytes: ArrayBuffer): Promise<void> {
  const { files, fileBytes } = services.db.relaxed;
  await fileBytes.put({ sha256, bytes });
  await files.update(sha256, { state: 'stored', isDamaged: false });
}

test('[F41] a damaged photo is fetched again, and shown small until it is here', async () => {
  const { records, user } = await openPhotos({
    before: async (given) => {
      await seedPhoto(given, 1, { sha256: SHA256, thumb_sha256: THUMB });
      await seedDamaged(given);
    },
  });
  const dialog = await openIt(user);
  const words = 'The copy on this device is damaged. The photo is fetched from the server again.';
  expect(await within(dialog).findByText(words)).toBeVisible();
  expect(within(dialog).getByText('On the server')).toBeVisible();
  expect(await records.services.db.relaxed.files.get(SHA256)).toMatchObject({ state: 'wanted' });
  await fetched(records, SHA256, WHOLE);
  await waitFor(() => expect(within(dialog).queryByText(words)).toBeNull());
  expect(within(dialog).getByRole('img', { name: 'Photo' })).toBeVisible();
});

test('[F42] the viewer says that the server has no whole copy either, and offers to try again and to save', async () => {
  const refusal = { status: 404, body: null, at: 0 };
  const { records, user } = await openPhotos({
    before: async (given) => {
      await seedPhoto(given, 1, { sha256: SHA256, thumb_sha256: THUMB });
      await seedDamaged(given, { state: 'refused', isDamaged: true, refusal });
    },
  });
  expect(await screen.findByText('Needs attention')).toBeVisible();
  const dialog = await openIt(user);
  expect(
    await within(dialog).findByText(
      /^This photo is damaged on this device, and the server has no whole copy\./,
    ),
  ).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Save the photo' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  const { files } = records.services.db.relaxed;
  await waitFor(async () =>
    expect(await files.get(SHA256)).toMatchObject({ state: 'here', isDamaged: true }),
  );
});

test('[F42] Sync tells damaged photos from those that the server does not take', async () => {
  const refusal = { status: 404, body: null, at: 0 };
  await openPhotos({
    address: '/sync',
    before: async (given) => {
      await seedPhoto(given, 1, { sha256: SHA256, thumb_sha256: THUMB });
      await seedDamaged(given, { state: 'refused', isDamaged: true, refusal });
    },
  });
  expect(
    await screen.findByText(/^1 photo is damaged on this device, and the server has no whole copy\./),
  ).toBeVisible();
  expect(screen.queryByText(/^The server does not take the bytes/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

/** Opens the list of damaged photos on *Sync*. */
async function openDamaged() {
  const refusal = { status: 404, body: null, at: 0 };
  const app = await openPhotos({
    address: '/sync',
    before: async (records) => {
      await seedPhoto(records, 1, { sha256: SHA256, room: 'Kitchen', caption: 'Under the sink' });
      await seedDamaged(records, { state: 'refused', isDamaged: true, refusal });
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Save or remove it' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Damaged on this device' })) };
}

test('[F46] Sync names what is damaged here and lost on the server, and removes it once the person confirms', async () => {
  const { records, user, dialog } = await openDamaged();
  const { files, fileBytes, attachments } = records.services.db.relaxed;
  expect(dialog.getByText('Photo, Kitchen: Under the sink')).toBeVisible();
  expect(
    dialog.getByText(/^1 photo or document is damaged on this device, .* It can never be sent\./),
  ).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Save the photo' })).toBeVisible();
  expect(await fileBytes.get(SHA256)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Remove it from this device' }));
  await waitFor(() => expect(screen.queryByText(/is damaged on this device/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await files.get(SHA256)).toMatchObject({ state: 'gone' });
  expect(await fileBytes.get(SHA256)).toBeUndefined();
  expect(await attachments.count()).toBe(1);
});

test('[F46] Sync keeps what is damaged if the person says so, or if it cannot be removed', async () => {
  const { records, user, dialog } = await openDamaged();
  const failing = vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValue(new Error('no'));
  await user.click(dialog.getByRole('button', { name: 'Remove it from this device' }));
  expect(
    await dialog.findByText('The damaged files could not be removed. Nothing is lost. Try again.'),
  ).toBeVisible();
  failing.mockRestore();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await records.services.db.relaxed.fileBytes.get(SHA256)).toBeDefined();
});

/** Everything is on the screen. */
function seeAll(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe(): void {
        this.#tell([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('[F41] a small picture that cannot be drawn is fetched again, and not shown until then', async () => {
  seeAll();
  const { records } = await openPhotos({
    before: async (given) => {
      await seedPhoto(given, 1, { sha256: SHA256, thumb_sha256: THUMB });
      await seedDamaged(given);
      await given.services.db.relaxed.fileBytes.put({ sha256: THUMB, bytes: DAMAGED });
    },
  });
  const picture = () => document.querySelector('main li img');
  await waitFor(() => expect(picture()).not.toBeNull());
  fireEvent.error(picture() as Element);
  expect(await screen.findByText('No preview on this device')).toBeVisible();
  const { files } = records.services.db.relaxed;
  await waitFor(async () =>
    expect(await files.get(THUMB)).toMatchObject({ state: 'wanted', isThumb: true, isDamaged: true }),
  );
  await fetched(records, THUMB, bytesOf('a thumbnail'));
  await waitFor(() => expect(picture()).not.toBeNull());
});
