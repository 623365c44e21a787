import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { browserSealing } from '../../src/app/device/seal.ts';
import { createRecord, updateRecord } from '../../src/records/commands.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { downloads, press } from '../support/records/reports.tsx';
import { latch } from '../support/tab/scenario.ts';

type User = ReturnType<typeof startApp>['user'];

async function withThree(): Promise<TestRecords> {
  const records = await TestRecords.open();
  await records.seed(ann);
  for (const email of ['a@example.com', 'b@example.com'])
    await createRecord(records.services, 'customers', { ...ann, email }, { watch: false });
  await updateRecord(records.services, 'customers', '1', {
    initial: ann,
    draft: { ...ann, city: 'Reno' },
    watch: false,
  });
  return records;
}

function encrypting(records: TestRecords): TestRecords {
  Object.assign(records.services, { sealing: async () => browserSealing() });
  return records;
}

async function save(user: User, passphrase = ''): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Save unsent work as a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save unsent work as a file' });
  if (passphrase !== '') await user.type(await within(dialog).findByLabelText(/Passphrase/), passphrase);
  await press(user, dialog, 'Save file');
  return dialog;
}

async function choose(user: User, content: Blob): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Load a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Load a file with unsent work' });
  await user.upload(within(dialog).getByLabelText('Choose the file'), new File([content], 'work.crm'));
  return dialog;
}

/** A file with the three changes, saved by another device. */
async function aFile(passphrase = ''): Promise<Blob> {
  const files = downloads();
  const { user, unmount } = startApp('/sync', encrypting(await withThree()));
  const dialog = await save(user, passphrase);
  await within(dialog).findByText(/^3 changes were put into/);
  unmount();
  return files[0]?.content ?? new Blob();
}

test('the unsent changes are saved as a file', async () => {
  const files = downloads();
  const { user } = startApp('/sync', await withThree());
  const dialog = await save(user);
  expect(
    await within(dialog).findByText(
      /^3 changes were put into unsent-work-\d{4}-\d\d-\d\d-\d{4}\.crm, which the browser now saves\./,
    ),
  ).toBeInTheDocument();
  expect(files).toHaveLength(1);
  expect(await files[0]?.content.text()).toContain('a@example.com');
});

test('the file can be saved again, and shared where the device can', async () => {
  const files = downloads();
  const records = await withThree();
  records.photoDevice.hasShareSheet = true;
  const { user } = startApp('/sync', records);
  const dialog = await save(user);
  expect(await within(dialog).findByText(/^The file has \d/)).toBeInTheDocument();
  await press(user, dialog, 'Save again');
  expect(files).toHaveLength(2);
  await press(user, dialog, 'Share');
  await waitFor(() => expect(records.photoDevice.shared).toEqual([files[0]?.name]));
});

test('photos can be left out of the file', async () => {
  const files = downloads();
  const records = await withThree();
  const row = { sha256: 'f'.repeat(64), size: 3_000_000, type: 'image/jpeg', state: 'here' } as const;
  await records.services.db.relaxed.files.put({
    ...row,
    storedAt: null,
    tries: 0,
    refusal: null,
    lastUsed: 0,
  });
  const { user } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Save unsent work as a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save unsent work as a file' });
  await user.click(
    await within(dialog).findByRole('checkbox', { name: /^Leave out photos and documents \(3/ }),
  );
  await press(user, dialog, 'Save file');
  expect(await within(dialog).findByText('Photos and documents are not in it.')).toBeInTheDocument();
  expect(files).toHaveLength(1);
});

test('a browser that does not encrypt says that anyone can read the file', async () => {
  const { user } = startApp('/sync', await withThree());
  await user.click(await screen.findByRole('button', { name: 'Save unsent work as a file' }));
  expect(await screen.findByText(/^Anyone who has the file can read it/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/Passphrase/)).not.toBeInTheDocument();
});

test('[R15] Sync says that a file was loaded only in part', async () => {
  const records = await TestRecords.open();
  const { settings } = records.services.db.relaxed;
  await settings.put({ key: 'loadedWork', ids: [], unfinished: records.clock.now() });
  startApp('/sync', records);
  expect(await screen.findByText(/^The file of .* was loaded only in part/)).toBeInTheDocument();
});

test('nothing is offered to be saved while nothing waits', async () => {
  startApp('/sync', await TestRecords.open());
  expect(await screen.findByRole('button', { name: 'Load a file' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save unsent work as a file' })).not.toBeInTheDocument();
});

test('the changes of a file wait as one card, and one press sends them', async () => {
  const content = await aFile();
  const records = await TestRecords.open();
  await records.seed(ann);
  const { user } = startApp('/sync', records);
  const dialog = await choose(user, content);
  expect(await within(dialog).findByText(/^3 changes from .* are loaded/)).toBeInTheDocument();
  await press(user, dialog, 'Done');
  expect(await screen.findByText('3 changes from a file')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send all 3' }));
  await waitFor(async () =>
    expect((await records.outbox()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']),
  );
});

test('the changes of a file can be discarded, after a question', async () => {
  const content = await aFile();
  const records = await TestRecords.open();
  await records.seed(ann);
  const { user } = startApp('/sync', records);
  const dialog = await choose(user, content);
  await within(dialog).findByText(/^3 changes from .* are loaded/);
  await press(user, dialog, 'Done');
  await user.click(await screen.findByRole('button', { name: 'Discard all 3' }));
  const question = await screen.findByRole('dialog', { name: 'Discard 3 changes' });
  await press(user, question, 'Discard');
  await waitFor(async () => expect(await records.outbox()).toEqual([]));
});

test('a load that is canceled ends before anything is stored, and closes the dialog', async () => {
  const content = await aFile();
  const records = await TestRecords.open();
  const opened = latch();
  const owner = await records.services.owner();
  Object.assign(records.services, { owner: () => opened.opened.then(() => owner) });
  const { user } = startApp('/sync', records);
  const dialog = await choose(user, content);
  await press(user, dialog, 'Cancel');
  expect(dialog).toBeInTheDocument();
  opened.open();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await records.outbox()).toEqual([]);
});

test('[R10] a file with a passphrase asks for it, and says if it is wrong', async () => {
  const content = await aFile('two wet carpets');
  const records = encrypting(await TestRecords.open());
  await records.seed(ann);
  const { user } = startApp('/sync', records);
  const dialog = await choose(user, content);
  expect(await within(dialog).findByText(/^This file has a passphrase/)).toBeInTheDocument();
  const field = within(dialog).getByLabelText('Passphrase of the file');
  await user.type(field, 'two dry carpets');
  await press(user, dialog, 'Load');
  expect(await within(dialog).findByText(/^The passphrase is wrong/)).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, 'two wet carpets');
  await press(user, dialog, 'Load');
  expect(await within(dialog).findByText(/^3 changes from .* are loaded/)).toBeInTheDocument();
});

test('[R9] another kind of file is refused in words', async () => {
  const { user } = startApp('/sync', await TestRecords.open());
  const dialog = await choose(user, new Blob(['a letter']));
  expect(await within(dialog).findByText('This is not a file with unsent work.')).toBeInTheDocument();
});

test('[R3] a device that cannot note the file says so', async () => {
  downloads();
  const records = await withThree();
  const { outbox } = records.services.db.strict;
  const fail = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  outbox.hook('updating', fail);
  const { user } = startApp('/sync', records);
  const dialog = await save(user);
  expect(await within(dialog).findByText(/^This device could not note that/)).toBeInTheDocument();
  outbox.hook('updating').unsubscribe(fail);
});

test('[R1] the notice about silent storage, and the log-out, offer the file', async () => {
  const records = await withThree();
  const storage = { trouble: { silent: true, notSaved: false }, closed: null, dismiss: () => {} };
  const { user } = startApp('/customers', records, { props: { storage } });
  expect(await screen.findByRole('button', { name: 'Save unsent work as a file' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log out' });
  expect(within(dialog).getByRole('button', { name: 'Save unsent work as a file' })).toBeInTheDocument();
});
