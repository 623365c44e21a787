import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { ServerRefusal } from '../../../src/outbox/mutation.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { keepSigned, releaseSigned } from '../../../src/records/signed-documents.ts';
import { openPhotos } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

const BYTES = new TextEncoder().encode('%PDF a signed document').slice().buffer;
const SHA = sha256Hex(BYTES);
const NAME = 'Work authorization WO-1.pdf';

const DIGITS = '0123456789ab';

async function sign(
  { services }: TestRecords,
  noted: string | null = null,
  caption = 'Work authorization, signed by Cy Young',
): Promise<void> {
  await keepSigned(services, {
    parent: { resource: 'workOrders', localId: '1' },
    bytes: BYTES,
    fields: {
      name: NAME,
      caption,
      taken_at: '2026-01-05T08:45:00-06:00',
      taken_by: 'Bo Diaz',
    },
    note: (notes) => noted ?? notes,
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

test('[F41] a damaged document that the server has is fetched again, and is then as it was signed', async () => {
  const { user, records } = await open(JOB, true);
  await records.confirm(7);
  const { files, fileBytes } = records.services.db.relaxed;
  await files.update(SHA, { state: 'stored' });
  await fileBytes.put({ sha256: SHA, bytes: new ArrayBuffer(9) });
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  expect(await dialog.findByText('It is fetched from the server again.')).toBeVisible();
  await fileBytes.put({ sha256: SHA, bytes: BYTES });
  await files.update(SHA, { state: 'stored', isDamaged: false });
  expect(await dialog.findByText('This document is as it was signed.')).toBeVisible();
});

test('[F42] a damaged document of which the server has no whole copy either says so, and can be asked for again', async () => {
  const { user, records } = await open(JOB, true);
  await records.confirm(7);
  const { files, fileBytes } = records.services.db.relaxed;
  const refusal = { status: 404, body: null, at: 0 };
  await files.update(SHA, { state: 'refused', isDamaged: true, refusal });
  await fileBytes.put({ sha256: SHA, bytes: new ArrayBuffer(9) });
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  expect(await dialog.findByText('The server has no whole copy of it either.')).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Download it as it is' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await files.get(SHA)).toMatchObject({ state: 'here', refusal: null }));
  await files.update(SHA, { state: 'gone', isDamaged: false });
  await fileBytes.delete(SHA);
  await waitFor(async () => expect(await files.get(SHA)).toMatchObject({ state: 'wanted' }));
  await files.update(SHA, { state: 'gone', refusal });
  expect(await dialog.findByText(/^Neither the server nor this device has a whole copy/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText(/^This document is on the server, and not on this device\./)).toBeVisible();
  expect(await files.get(SHA)).toMatchObject({ state: 'wanted', refusal: null });
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

/** As the server refuses it. */
const refused = (reason: ServerRefusal['reason'], body: unknown = { sha256: ['No.'] }) => ({
  before: async (records: TestRecords) => {
    await sign(records);
    await records.park(body, { reason });
  },
});

test.each<[ServerRefusal['reason'], string]>([
  ['rejected', 'No.'],
  ['deletedOnServer', 'The record was deleted on the server.'],
  ['rejected', 'Failed to create document'],
])('[F40] a document that is parked as %s is saved elsewhere, not discarded', async (reason, said) => {
  const body = said === 'No.' ? { sha256: ['No.'] } : null;
  const { user, records } = await openPhotos({ address: '/sync', ...refused(reason, body) });
  const ways = within(await screen.findByRole('group', { name: /^Choices for/ }));
  expect(screen.getAllByText(new RegExp(said))[0]).toBeVisible();
  expect(await ways.findByRole('button', { name: 'Save the document' })).toBeVisible();
  expect(ways.queryByRole('button', { name: 'Discard my change' })).toBeNull();
  await user.click(ways.getByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it here' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
  expect(await records.services.db.relaxed.attachments.count()).toBe(0);
});

test('[F40] a parked document that the server may have stays', async () => {
  const { user, records } = await openPhotos({ address: '/sync', ...refused('serverErrors', null) });
  const ways = within(await screen.findByRole('group', { name: /^Choices for/ }));
  await user.click(ways.getByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it here' }));
  expect(await screen.findByText(/^The server may have this document already/)).toBeVisible();
  expect(await records.services.db.relaxed.attachments.count()).toBe(1);
});

test('[F38] a parked document is counted as a document at log-out, which is refused where the server keeps no files', async () => {
  const { user, records } = await openPhotos({
    address: '/sync',
    keepsFiles: false,
    ...refused('fromFile', null),
  });
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/^1 signed document is on this device only/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  const ways = within(await screen.findByRole('group', { name: /^Choices for/ }));
  await user.click(ways.getByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it here' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
});

test('[F38] a document in a file with unsent work leaves once it is saved elsewhere', async () => {
  const { records } = await open(JOB, false);
  expect(await screen.findByText('On this device only')).toBeVisible();
  const [row] = await records.services.db.relaxed.attachments.toArray();
  await records.services.db.relaxed.outbox.toCollection().modify({ inFile: 'saved' });
  await releaseSigned(records.services, row?.localId ?? '');
  expect(await records.services.db.relaxed.attachments.count()).toBe(0);
  expect((await records.outbox()).map(({ resource }) => resource)).not.toContain('attachments');
});

test('[F38] a document that a server has confirmed is not on this device only', async () => {
  const { records } = await open(JOB, false);
  expect(await screen.findByText('On this device only')).toBeVisible();
  await records.confirm(7);
  expect(await screen.findByText('Not on the server yet')).toBeVisible();
  expect(screen.queryByText('On this device only')).toBeNull();
  const [row] = await records.services.db.relaxed.attachments.toArray();
  await expect(releaseSigned(records.services, row?.localId ?? '')).rejects.toThrow(NotSavedError);
});

const REFUSAL: ServerRefusal = { reason: 'rejected', status: 400, body: { notes: ['No.'] }, at: 1 };
const NOTED = '--- Log ---\n2026-01-05 08:45 -0600 Bo Diaz: Work authorization signed by Cy Young, document ';

test('[F36] the tick and the log entry are not undone, neither while they wait nor later', async () => {
  const { records } = await openPhotos({
    address: '/sync',
    before: (given) => sign(given, `${NOTED}${DIGITS}`),
  });
  const waiting = within(await screen.findByRole('region', { name: /^Waiting/ }));
  expect(await waiting.findByText('Change to Notes')).toBeVisible();
  expect(waiting.queryByRole('button', { name: /^Undo/ })).toBeNull();
  const [noted] = await records.outbox();
  expect(noted?.resource).toBe('workOrders');
});

test('in the installed app, sharing comes first, and the way to print is said', async () => {
  const { user, records } = await open(JOB, true);
  records.photoDevice.isInstalled = true;
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  expect(await dialog.findByText(/^To print from the installed app, press Share/)).toBeVisible();
  const names = dialog.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter((name) => /Share|Download|Open or print/.test(name ?? ''))).toEqual([
    'Share',
    'Download',
    'Open or print',
  ]);
});

test('a signed document is marked as void with a reason, and its file stays', async () => {
  const { user, records } = await open(JOB, true);
  await user.click(await screen.findByRole('button', { name: `Open ${NAME}` }));
  const dialog = within(await screen.findByRole('dialog', { name: NAME }));
  await user.click(dialog.getByRole('button', { name: 'Mark as void' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Mark as void' }));
  await user.click(asked.getByRole('button', { name: 'Mark as void' }));
  expect(asked.getByText('Say why the document no longer counts.')).toBeVisible();
  await user.type(asked.getByLabelText('Why it no longer counts'), 'Wrong house');
  await user.click(asked.getByRole('button', { name: 'Mark as void' }));
  expect((await dialog.findAllByText(/^Void since .*, maria: Wrong house/))[0]).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Mark as void' })).toBeNull();
  const [row] = await records.services.db.relaxed.attachments.toArray();
  expect(row?.view).toMatchObject({ kind: 'document', sha256: SHA });
  const job = await records.services.db.relaxed.workOrders.get('1');
  expect(job?.view?.['notes']).toMatch(
    /--- Log ---\n.* maria: Work authorization WO-1\.pdf marked as void: Wrong house$/,
  );
});

test('[F44] Sync says why the log entry of a signed document is not discarded, and where the document is', async () => {
  const { user, records } = await openPhotos({
    address: '/sync',
    keepsFiles: false,
    before: async (given) => {
      await sign(given, `${NOTED}${DIGITS}`, `Work authorization, signed by Cy Young\nDocument ${DIGITS}`);
      const { outbox } = given.services.db.strict;
      await outbox.where('resource').equals('workOrders').modify({ state: 'parked', refusal: REFUSAL });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Discard my change' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Discard my change' }));
  expect(asked.getByText(/^This change belongs to a signed document/)).toBeVisible();
  expect(asked.queryByRole('button', { name: 'Discard' })).toBeNull();
  await user.click(asked.getByRole('button', { name: `It is saved elsewhere: ${NAME}` }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it here' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
});

test.each([
  [2, '1 of them belongs to a signed document, and stays.', ['workOrders']],
  [0, '3 of them belong to signed documents, and stay.', ['workOrders', 'workOrders', 'workOrders']],
])('[F44] discarding all of a file says what stays: with %i other changes', async (others, said, left) => {
  const { user, records } = await openPhotos({
    address: '/sync',
    keepsFiles: false,
    before: async (given) => {
      await sign(given, `${NOTED}${DIGITS}`, `Work authorization, signed by Cy Young\nDocument ${DIGITS}`);
      const [noted] = (await given.outbox()).filter(({ resource }) => resource === 'workOrders');
      if (!noted) throw new Error('nothing was noted');
      const { seq: _seq, ...again } = noted;
      for (let n = 1; n < 3; n += 1) {
        const other = { title: { base: '', value: `Pump ${n}` } };
        const fields = n <= others ? other : again.fields;
        await given.services.db.strict.outbox.add({ ...again, id: `again-${n}`, fields } as never);
      }
      const { outbox } = given.services.db.strict;
      const refusal = { ...REFUSAL, reason: 'fromFile' as const, body: null };
      await outbox.where('resource').equals('workOrders').modify({ state: 'parked', refusal });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Discard all 3' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Discard 3 changes' }));
  expect(asked.getByText(said)).toBeVisible();
  const discard = asked.queryByRole('button', { name: 'Discard' });
  expect(discard !== null).toBe(others > 0);
  if (discard) await user.click(discard);
  await waitFor(async () => {
    const kept = (await records.outbox()).filter(({ resource }) => resource === 'workOrders');
    expect(kept.map(({ resource }) => resource)).toEqual(left);
  });
});
