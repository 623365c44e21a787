import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { keepSigned } from '../../../src/records/signed-documents.ts';
import { openPhotos } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

const BYTES = new TextEncoder().encode('%PDF a signed document').slice().buffer;
const SHA = sha256Hex(BYTES);
const NAME = 'Work authorization WO-1.pdf';

async function sign({ services }: TestRecords): Promise<void> {
  await keepSigned(services, {
    parent: { resource: 'workOrders', localId: '1' },
    bytes: BYTES,
    fields: {
      name: NAME,
      caption: 'Work authorization, signed by Cy Young',
      taken_at: '2026-01-05T08:45:00-06:00',
      taken_by: 'Bo Diaz',
    },
    note: (notes) => notes,
  });
}

const open = (address: string, keepsFiles: boolean) =>
  openPhotos({
    address,
    keepsFiles,
    before: async (records) => {
      records.photoDevice.hasShareSheet = true;
      await sign(records);
    },
  });
const JOB = '/work-orders/1?tab=documents';

test('[F39] a signed document is checked when it is opened, and can be shared, downloaded and printed', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window);
  const { user, records } = await open(JOB, true);
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  expect(await dialog.findByText('This document is as it was signed.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  expect(records.photoDevice.shared).toEqual([NAME]);
  await user.click(dialog.getByRole('button', { name: 'Open or print' }));
  expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^blob:/), '_blank');
  opened.mockReturnValue(null);
  await user.click(dialog.getByRole('button', { name: 'Open or print' }));
  expect(dialog.getByText(/^This browser did not open the document\./)).toBeVisible();
});

test('[F39] one changed byte: the app says that the document was changed', async () => {
  const { user, records } = await open(JOB, true);
  const bytes = BYTES.slice(0);
  new Uint8Array(bytes)[9] = 0;
  await records.services.db.relaxed.fileBytes.put({ sha256: SHA, bytes });
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  expect(await dialog.findByText(/^This document was changed since it was signed/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Open or print' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Download it as it is' })).toBeVisible();
});

test('[F38] on a server without files, a log-out is refused in words until the document is saved elsewhere', async () => {
  const { user, records, session } = await open(JOB, false);
  expect(await screen.findByText('On this device only')).toBeVisible();
  const logOut = async () => {
    await user.click(screen.getByRole('button', { name: 'Account menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    return within(await screen.findByRole('dialog', { name: 'Log out' }));
  };
  const refused = await logOut();
  expect(
    await refused.findByText(/^1 signed document is on this device only, and cannot be signed again\./),
  ).toBeVisible();
  expect(refused.getByRole('button', { name: /^Log out/ })).toBeDisabled();
  await user.click(refused.getByRole('button', { name: 'Stay' }));
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  await user.click(await dialog.findByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  const asked = within(await screen.findByRole('dialog', { name: 'Is this document saved elsewhere?' }));
  await user.click(asked.getByRole('button', { name: 'Keep it here' }));
  expect(await records.services.db.relaxed.attachments.count()).toBe(1);
  await user.click(await dialog.findByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it here' }));
  expect(await screen.findByText('No signed documents on this device yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(session.getSnapshot().status).toBe('signedOut'));
});

test('[F39] Sync checks a document before it gives it out', async () => {
  const { user, records } = await open('/sync', false);
  const save = async () => {
    const listed = within(await screen.findByRole('region', { name: 'On this device only' }));
    await user.click(await listed.findByRole('button', { name: 'Save the document' }));
    return within(await screen.findByRole('dialog', { name: NAME }));
  };
  const whole = await save();
  expect(await whole.findByText('This document is as it was signed.')).toBeVisible();
  await user.click(whole.getByRole('button', { name: 'Share' }));
  expect(records.photoDevice.shared).toEqual([NAME]);
  await user.keyboard('{Escape}');
  const bytes = BYTES.slice(0);
  new Uint8Array(bytes)[9] = 0;
  await records.services.db.relaxed.fileBytes.put({ sha256: SHA, bytes });
  const damaged = await save();
  expect(await damaged.findByText(/^This document was changed since it was signed/)).toBeVisible();
  expect(damaged.getByRole('button', { name: 'Download it as it is' })).toBeVisible();
});

test('[F38] Sync lists what is on this device only, without an undo', async () => {
  const { records, unmount } = await open('/sync', false);
  const listed = within(await screen.findByRole('region', { name: 'On this device only' }));
  expect(listed.getByText(NAME)).toBeVisible();
  expect(await listed.findByRole('button', { name: 'Save the document' })).toBeVisible();
  expect(listed.getByRole('button', { name: `It is saved elsewhere: ${NAME}` })).toBeVisible();
  const waiting = within(await screen.findByRole('region', { name: /^Waiting/ }));
  expect(waiting.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(waiting.getByText('New signed document')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Photos' })).toBeNull();
  unmount();
  startApp('/sync', records);
  expect(await screen.findByRole('region', { name: 'On this device only' })).toBeVisible();
});

test('[F38] a server that keeps files counts a signed document at log-out like a photo', async () => {
  const { user } = await open('/work-orders/1', true);
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(
    await screen.findByText(/^1 signed document is not on the server yet\. If you log out/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Log out and keep changes' })).toBeEnabled();
});
