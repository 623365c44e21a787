import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FileRow } from '../../../src/db/tables.ts';
import { forgetTaking, holdTakingLock, noteTaking } from '../../../src/records/taking.ts';
import { aRecordServices } from '../../support/browser/test-database.ts';
import { openPhotos, seedPhoto } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

const OF_ANOTHER_TAB = {
  page: 'other',
  resource: 'workOrders',
  localId: '1',
  source: 'gallery',
} as const;

async function openDialog(before: (records: TestRecords) => Promise<void>) {
  const app = await openPhotos({ address: '/work-orders/1', before });
  await app.user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await screen.findByRole('dialog', { name: 'Log out' });
  return app;
}

test('[A7] a log-out is refused in words until another tab has kept its photos', async () => {
  const { records, user, session } = await openDialog(async ({ services }) => {
    holdTakingLock(services, 'other');
    await noteTaking(services, 'n', { ...OF_ANOTHER_TAB, count: 3 });
  });
  expect(
    await screen.findByText(
      '3 photos are still being kept on this device. You can log out once they are kept.',
    ),
  ).toBeVisible();
  const button = screen.getByRole('button', { name: 'Log out' });
  expect(button).toBeDisabled();
  await noteTaking(records.services, 'n', { ...OF_ANOTHER_TAB, count: 1 });
  expect(await screen.findByText(/^1 photo is still being kept/)).toBeVisible();
  await forgetTaking(records.services, 'n');
  expect(await screen.findByText('Nothing else is left to do on this device.')).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(session.getSnapshot().status).toBe('signedOut');
});

/** As over plain http: no tab sees the locks of another. */
function withoutSharedLocks({ services }: TestRecords): void {
  Object.assign(services.locks, { isOnePage: true, held: async () => [] });
}

test('[F20] without locks between tabs, a log-out waits for a tab whose note is fresh, and no photo of it is missing', async () => {
  await openDialog(async (records) => {
    withoutSharedLocks(records);
    await noteTaking(records.services, 'n', { ...OF_ANOTHER_TAB, count: 3 });
    records.clock.advance(80_000);
  });
  expect(await screen.findByText(/^3 photos are still being kept/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeDisabled();
  expect(screen.queryByText(/^The browser was closed before/)).toBeNull();
});

test('[F17] without locks between tabs, a page has ended once it renews its notes no more', async () => {
  const { records, user } = await openDialog(async (given) => {
    withoutSharedLocks(given);
    await noteTaking(given.services, 'n', { ...OF_ANOTHER_TAB, count: 3 });
  });
  expect(await screen.findByText(/^3 photos are still being kept/)).toBeVisible();
  records.clock.advance(120_000);
  expect(
    await screen.findByText(/^A notice about photos that may be missing has not been read\./),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(await screen.findByText(/^The browser was closed before 3 photos/)).toBeVisible();
});

test('[F20] without locks between tabs, a page renews its own notes while it lives', async () => {
  const services = await aRecordServices();
  Object.assign(services.locks, { isOnePage: true });
  holdTakingLock(services, 'own');
  await noteTaking(services, 'a', { ...OF_ANOTHER_TAB, page: 'own', count: null });
  await noteTaking(services, 'b', { ...OF_ANOTHER_TAB, count: null });
  const begun = services.clock.now();
  for (const passed of [20_000, 40_000]) {
    services.clock.advance(20_000);
    await expect
      .poll(async () => services.db.relaxed.meta.get('taking:a'))
      .toMatchObject({ at: begun + passed });
  }
  expect(await services.db.relaxed.meta.get('taking:b')).toMatchObject({ at: begun });
});

test('[F17] a log-out names the unread notice of a page that ended', async () => {
  await openDialog(({ services }) =>
    noteTaking(services, 'n', { ...OF_ANOTHER_TAB, page: 'gone', count: 3 }),
  );
  expect(
    await screen.findByText(/^A notice about photos that may be missing has not been read\. If you log out/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out and keep changes' })).toBeEnabled();
});

test('a log-out says that the camera or the gallery is open', async () => {
  await openDialog(async ({ services }) => {
    holdTakingLock(services, 'other');
    await noteTaking(services, 'n', { ...OF_ANOTHER_TAB, count: null });
  });
  expect(await screen.findByText(/^The camera or the gallery is open\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeEnabled();
});

const DAMAGED = 'd'.repeat(64);

/** A photo that is damaged here, and of which the server has no whole copy. */
async function seedDamaged(records: TestRecords, given: Partial<FileRow> = {}): Promise<void> {
  const { files, fileBytes } = records.services.db.relaxed;
  await seedPhoto(records, 1, { sha256: DAMAGED, room: 'Kitchen', caption: 'Under the sink' });
  await fileBytes.put({ sha256: DAMAGED, bytes: new ArrayBuffer(7) });
  await files.put({
    sha256: DAMAGED,
    size: 7,
    type: 'image/jpeg',
    state: 'refused',
    isDamaged: true,
    storedAt: 0,
    lastUsed: 0,
    tries: 0,
    refusal: { status: 404, body: null, at: 0 },
    ...given,
  });
}

test('[F46] a log-out names what is damaged here and lost on the server, and keeps it unless the person gives it up', async () => {
  const { records, user, session } = await openDialog(seedDamaged);
  const { files, fileBytes } = records.services.db.relaxed;
  const damaged = within(await screen.findByRole('region', { name: 'Damaged on this device' }));
  expect(damaged.getByText('Photo, Kitchen: Under the sink')).toBeVisible();
  expect(await damaged.findByRole('button', { name: 'Save the photo' })).toBeVisible();
  expect(screen.queryByText(/is not on the server yet/)).toBeNull();
  expect(
    screen.getByText(
      /^1 photo or document is damaged on this device, .* If you log out, this device keeps it/,
    ),
  ).toBeVisible();
  const keep = screen.getByRole('button', { name: 'Log out and keep changes' });
  await waitFor(() => expect(keep).toBeEnabled());
  await user.click(damaged.getByRole('checkbox', { name: 'Remove it from this device when I log out' }));
  expect(screen.getByText(/ Nothing else is left to do on this device\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(session.getSnapshot().status).toBe('signedOut'));
  expect(await files.get(DAMAGED)).toMatchObject({ state: 'gone' });
  expect(await fileBytes.count()).toBe(0);
});

test('[F46] a log-out without that choice removes nothing', async () => {
  const { records, user, session } = await openDialog(seedDamaged);
  const keep = await screen.findByRole('button', { name: 'Log out and keep changes' });
  await waitFor(() => expect(keep).toBeEnabled());
  await user.click(keep);
  await waitFor(() => expect(session.getSnapshot().status).toBe('signedOut'));
  expect(await records.services.db.relaxed.fileBytes.count()).toBe(1);
});

test('[F46] if the damaged file cannot be removed, the person stays logged in and is told', async () => {
  const { records, user, session } = await openDialog(seedDamaged);
  const failing = vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValue(new Error('no'));
  await user.click(
    await screen.findByRole('checkbox', { name: 'Remove it from this device when I log out' }),
  );
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText(/^The damaged files could not be removed/)).toBeVisible();
  expect(session.getSnapshot().status).toBe('signedIn');
  failing.mockRestore();
});

test('a photo that the server does not take is not called damaged', async () => {
  await openDialog((records) => seedDamaged(records, { isDamaged: false }));
  expect(await screen.findByText(/^1 photo is not on the server yet\./)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Damaged on this device' })).toBeNull();
});
