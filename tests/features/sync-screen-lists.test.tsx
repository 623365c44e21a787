import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { networkPage } from '../../src/features/sync-screen/held-notice.tsx';
import type { MutationChange } from '../../src/outbox/mutation.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/records/commands.ts';
import type { ImportTableRow } from '../../src/records/imports/import-rows.ts';
import { beginImportUndo, undoImportStep } from '../../src/records/undo/import-undo.ts';
import { formatMoment } from '../../src/ui/text/format-date.ts';
import { ann } from '../support/records/mutations.ts';
import {
  customers,
  onPhone,
  startApp,
  TestRecords,
  TestSession,
} from '../support/records/record-services.tsx';

const toTaken = { email: { base: 'ann@example.com', value: 'new@example.com' } };
const refusal = { reason: 'rejected', status: 400, body: null, at: 0 } as const;
/** A change of each of the first customers. */
const toTakenOf = (count: number): MutationChange[] =>
  Array.from({ length: count }, (_, n) => ({ localId: String(n + 1), fields: toTaken }));
const itemOf = async (text: string | RegExp) => (await screen.findByText(text)).closest('li');

describe('why nothing is moving', () => {
  const REASONS: readonly (readonly [
    reasons: RowOf<'engine'>['reasons'],
    words: RegExp,
    button: string | null,
  ])[] = [
    [['offline'], /^There is no connection/, 'Sync now'],
    [['unreachable'], /^No connection was found\..*in a moment\.$/, 'Sync now'],
    [['serverProblem'], /^The server has a problem/, 'Sync now'],
    [['storageFull'], /^This device is out of storage\. Free some space, then press Sync now\./, 'Sync now'],
    [['appFault'], /^Something went wrong in the app.*Nothing was lost/, 'Sync now'],
    [['signedOut'], /^Session expired\./, 'Sign in'],
    // A pause that the server asked for is ended by no button.
    [['throttled'], /^The server is busy\./, null],
    [['offline', 'throttled'], /^There is no connection/, null],
    [['unreachable', 'throttled'], /^The server is busy\./, null],
  ];

  async function write(records: TestRecords, row: Partial<RowOf<'engine'>>): Promise<void> {
    const idle = { key: 'engine', reasons: [], resumeAt: 0, throttledUntil: 0 } as const;
    await records.services.db.strict.meta.put({ ...idle, ...row });
  }

  async function open(row: Partial<RowOf<'engine'>>) {
    const records = await TestRecords.open();
    await write(records, row);
    return { records, ...startApp('/sync', records) };
  }

  test('is said in words, with the one button that can end it', async () => {
    const { records } = await open({});
    const main = await screen.findByRole('main');
    const buttons = (): (string | null)[] =>
      [...main.querySelectorAll('button')]
        .map(({ textContent }) => textContent)
        .filter((text) => text === 'Sync now' || text === 'Sign in');
    for (const [reasons, words, name] of REASONS) {
      await write(records, {});
      await screen.findByText('All changes sent');
      await write(records, { reasons });
      expect(await within(main).findByText(words)).toBeVisible();
      await waitFor(() => expect([reasons, buttons()]).toEqual([reasons, name === null ? [] : [name]]));
    }
  });

  test('tells a server that does not answer from a missing connection', async () => {
    const { records } = await open({ reasons: ['offline', 'unreachable'], serverSilent: true });
    expect(
      await screen.findByText(/^You have a connection, but our server is not answering\./),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: /^Server not answering/ })).toBeVisible();
    await write(records, { reasons: ['unreachable'] });
    expect(await screen.findByText(/^No connection was found\./)).toBeVisible();
    expect(screen.getByRole('link', { name: /^No connection/ })).toBeVisible();
  });

  test('for a network that wants a sign-in leads to a page that it can show its own for', async () => {
    await open({ reasons: ['captivePortal'] });
    const link = await screen.findByRole('link', { name: 'Open the network’s page' });
    expect(link).toHaveAttribute('href', 'http://api.test/');
    expect(link).toHaveAttribute('target', '_blank');
    expect(networkPage('https://crm.example.com/base|name:a|b')).toBe('http://crm.example.com/');
  });

  test('names the time at which it goes on, where that is not at once', async () => {
    const { records } = await open({});
    const at = records.clock.now() + 20 * 60_000;
    await write(records, { reasons: ['throttled'], throttledUntil: at });
    expect(await screen.findByText(/will try again at \d{1,2}:\d\d [AP]M/)).toBeVisible();
  });

  test('of several reasons says the most telling', async () => {
    await open({ reasons: ['unreachable', 'signedOut'] });
    expect(await screen.findByText(/^Session expired\./)).toBeVisible();
    expect(screen.queryByText(/No connection was found/)).toBeNull();
  });

  test('an expired session is said once, and its button opens the dialog again', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['signedOut'] });
    const session = new TestSession();
    session.become('expired');
    const { user } = startApp('/sync', records, { session });
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(screen.getByRole('main')).getAllByText(/^Session expired\./)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  });
});

describe('a change that waits', () => {
  const roof = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof' };

  test('says which values it brings', async () => {
    const records = await TestRecords.open();
    await records.seedAll('projects', [roof]);
    const draft = { ...roof, status: 'in_progress', estimated_cost: 1250, start_date: '2026-03-05' };
    await updateRecord(records.services, 'projects', '1', { initial: roof, draft, watch: false });
    startApp('/sync', records);
    const item = await itemOf(/^Change to Status, Start Date and Estimated Cost/);
    expect(item).toHaveTextContent(/Status\s*Pending.*In Progress/);
    expect(item).toHaveTextContent(/Estimated Cost\s*\$0\.00.*\$1,250\.00/);
    expect(item).toHaveTextContent(/Start Date\s*nothing.*Mar 5, 2026/);
  });

  test('for a customer that is not on the server yet leads there, and says when that needs attention', async () => {
    const records = await TestRecords.open();
    const { localId } = await createRecord(records.services, 'customers', ann, { watch: false });
    const [create] = await records.changes(1);
    await createRecord(records.services, 'projects', { ...roof, customer: localId }, { watch: false });
    const { user } = startApp('/sync', records);
    const item = await itemOf(/^New project/);
    await waitFor(() => expect(item).toHaveTextContent('Will be sent after customer Ann Lee'));
    if (create) await records.services.db.strict.outbox.put({ ...create, state: 'parked', refusal });
    await waitFor(() => expect(item).toHaveTextContent('Waits for customer Ann Lee, which needs attention'));
    await user.click(screen.getByRole('link', { name: /^Waits for customer Ann Lee/ }));
    await waitFor(async () => expect(await itemOf(/^New customer/)).toHaveFocus());
  });

  describe('to delete a customer', () => {
    async function open(roofFields: Fields, waiting: readonly MutationChange[]) {
      const records = await TestRecords.open();
      await records.services.db.strict.customers.add({
        localId: 'made-here',
        serverId: 7,
        server: ann,
        view: ann,
        mark: 'synced',
        position: [7, 7],
        serverGen: 1,
        firstSeenGen: 1,
        seen: { created_at: null, updated_at: null, first_seen: 0 },
      });
      await records.seedAll('projects', [{ ...roof, ...roofFields }]);
      for (const [n, change] of waiting.entries()) await records.remember({ id: `w-${n}`, ...change });
      startApp('/sync', records);
      return itemOf('Delete customer');
    }
    const ofRoof = { resource: 'projects', localId: '1' } as const;
    const ofAnn = { localId: 'made-here', kind: 'delete' } as const;
    const away = { ...ofRoof, fields: { customer: { base: '7', value: '9' } }, deps: ['9'] };

    test.each<[string, readonly MutationChange[]]>([
      ['a deletion of its project', [{ ...ofRoof, kind: 'delete', deps: ['made-here'] }, ofAnn]],
      ['one that knows it by the server’s id', [{ ...ofRoof, kind: 'delete', deps: ['7'] }, ofAnn]],
      ['a later change that ends the reference', [ofAnn, away]],
    ])('goes after %s, and says so', async (_, waiting) => {
      const item = await open({ customer: '7' }, waiting);
      await waitFor(() => expect(item).toHaveTextContent('Will be sent after the changes to project Roof'));
      expect(item).not.toHaveTextContent('Will be sent after project');
    });

    test('waits for no change that needs a person', async () => {
      const item = await open({ customer: '7' }, [{ ...away, state: 'parked', refusal }, ofAnn]);
      await screen.findByRole('heading', { name: 'Needs attention 1' });
      expect(item).toHaveTextContent('Waiting');
      expect(item).not.toHaveTextContent('Goes after');
    });
  });

  test('that deletes a record keeps its name, with what waits before it', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({
      id: 'one',
      localId: '1',
      fields: { last_name: { base: 'Lee', value: 'Moss' } },
    });
    await records.remember({ id: 'two', localId: '1', kind: 'delete' });
    const made = await createRecord(
      records.services,
      'customers',
      { ...ann, first_name: 'Ben' },
      { watch: false },
    );
    const [, , create] = await records.changes(3);
    if (create) await records.services.db.strict.outbox.put({ ...create, state: 'unknown', firstSentAt: 1 });
    await deleteRecord(records.services, 'customers', made.localId);
    startApp('/sync', records);
    await waitFor(async () =>
      expect(await screen.findAllByText('Delete customer', { exact: false })).toHaveLength(2),
    );
    const deletions = screen.getAllByText('Delete customer', { exact: false });
    await waitFor(() =>
      expect(deletions.map((words) => words.closest('li')?.firstElementChild?.textContent)).toEqual([
        'Ann Moss',
        'Ben Lee',
      ]),
    );
    expect(screen.queryByText('Unnamed customer')).toBeNull();
  });

  test('after a server error says when it is tried again, and of a new record when it is looked for', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const now = records.clock.now();
    const setbacks = { serverErrors: 1, since: now, rereads: 0 };
    const common = { setbacks, firstSentAt: now, attempts: 1 } as const;
    await records.remember({ ...common, id: 'u', localId: '1', fields: toTaken, nextAt: now + 120_000 });
    await createRecord(records.services, 'customers', { ...ann, first_name: 'Ben' }, { watch: false });
    const [, create] = await records.changes(2);
    const looked = { ...common, state: 'unknown', nextAt: now + 15_000 } as const;
    if (create) await records.services.db.strict.outbox.put({ ...create, ...looked });
    const { unmount } = startApp('/sync', records);
    const at = (ms: number): string => formatMoment(now + ms, now);
    expect(await screen.findByText(`The server had an error. Trying again at ${at(120_000)}.`)).toBeVisible();
    expect(
      screen.getByText(`The server had an error. Checking at ${at(15_000)} whether it arrived.`),
    ).toBeVisible();
    unmount();
    startApp('/customers/1', records);
    expect(
      await screen.findByText(`The server had an error. Trying again at ${at(120_000)}.`, { exact: false }),
    ).toBeVisible();
  });

  test('behind another of the same record says so', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({ id: 'one', localId: '1', fields: toTaken, state: 'sending', firstSentAt: 1 });
    await records.remember({ id: 'two', localId: '1', fields: { phone: { base: '', value: '555' } } });
    startApp('/sync', records);
    expect(await screen.findByText('Being sent')).toBeVisible();
    expect(await screen.findByText('Waits for an earlier change to it')).toBeVisible();
  });

  test('and many more are shown fifty at a time', async () => {
    const records = await TestRecords.open();
    await records.seed(...customers(60));
    await records.remember(...toTakenOf(60));
    const { user } = startApp('/sync', records);
    expect(await screen.findByText('and 10 more')).toBeVisible();
    expect(screen.getAllByText('Change to Email')).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByText('Change to Email')).toHaveLength(60));
    expect(screen.queryByText(/^and \d+ more$/)).toBeNull();
    expect(screen.getByRole('heading', { name: 'Waiting to be sent 60' })).toBeVisible();
  });
});

describe('the deletions of an undone import', () => {
  /** Customers that an import made and the server has since, all of them undone, and a change of another kind. */
  async function undone(count: number): Promise<TestRecords> {
    const records = await TestRecords.open();
    const { services } = records;
    await records.say({ reasons: ['offline'] });
    await records.seed(...customers(count), ann);
    const rows: ImportTableRow[] = [
      {
        id: 'one',
        file: 'clients.csv',
        header: [],
        startedAt: 0,
        total: count,
        done: count,
        waiting: 0,
        leftOut: 0,
        isStopped: false,
      },
      {
        id: 'one/made/000000',
        made: Array.from({ length: count }, (_, n) => ({ localId: String(n + 1), mutationId: `m${n}` })),
      },
    ];
    await services.db.strict.imports.bulkPut(rows);
    for (let n = 1; n <= count; n += 1)
      await services.db.strict.customers.update(String(n), { confirmed: { id: `m${n - 1}`, isLast: true } });
    const draft = { ...ann, phone: '555' };
    await updateRecord(services, 'customers', String(count + 1), { initial: ann, draft, watch: false });
    await beginImportUndo(services, 'one');
    await undoImportStep(services, 'one', { from: 0 });
    return records;
  }

  test('are one card beside the other changes, with each of them behind a fold', async () => {
    const records = await undone(60);
    const { user } = startApp('/sync', records);
    const item = await itemOf('Undo of clients.csv: 60 deletions wait');
    await waitFor(() => expect(screen.getByText('Change to Phone')).toBeVisible());
    expect(screen.getByRole('heading', { name: 'Waiting to be sent 61' })).toBeVisible();
    expect(screen.queryByText(/^Deletion|and \d+ more$/)).toBeNull();
    await user.click(within(item as HTMLElement).getByRole('button', { name: 'Each change' }));
    expect(await screen.findByText('and 40 more')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('and 20 more')).toBeVisible();
  });

  test('are counted without those that need a person, and are single cards where few are left', async () => {
    const records = await undone(4);
    const { outbox } = records.services.db.strict;
    startApp('/sync', records);
    await screen.findByText('Undo of clients.csv: 4 deletions wait');
    const park = (n: number) => outbox.where('seq').equals(n).modify({ state: 'parked', refusal });
    await park(2);
    expect(await screen.findByText('Undo of clients.csv: 3 deletions wait')).toBeVisible();
    await park(3);
    await waitFor(() => expect(screen.queryByText(/^Undo of clients/)).toBeNull());
    expect(screen.getByRole('heading', { name: 'Waiting to be sent 3' })).toBeVisible();
  });
});

describe('the mark on a record', () => {
  async function open(path: string, state: 'queued' | 'parked' = 'queued') {
    const records = await TestRecords.open();
    await records.seed(...customers(60), ann);
    await records.remember(...toTakenOf(60), {
      localId: '61',
      fields: { phone: { base: '', value: '555' } },
      state,
      refusal: state === 'parked' ? refusal : null,
    });
    return { records, ...startApp(path, records) };
  }

  test.each([
    ['a row of a list', '/customers?search=Ann+Lee', false],
    ['a card of a list', '/customers?search=Ann+Lee', true],
  ])('in %s leads to its change, which has the focus', async (_, path, phone) => {
    if (phone) onPhone();
    const { user } = await open(path);
    await user.click(await screen.findByRole('link', { name: 'Waiting to sync' }));
    await waitFor(async () => expect(await itemOf('Change to Phone')).toHaveFocus());
    expect(await itemOf('Change to Phone')).toHaveAttribute('data-asked');
    expect(window.location.search).toBe('?record=customers/61');
  });

  test('on its own screen as well', async () => {
    const { user } = await open('/customers/61', 'parked');
    await user.click(await screen.findByRole('link', { name: 'Open Sync' }));
    await waitFor(async () => expect(await itemOf(/^Change to Phone/)).toHaveFocus());
  });

  test('of a record that was sent meanwhile says that nothing of it waits', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    startApp('/sync?record=customers/1', records);
    expect(await screen.findByText('No changes to Ann Lee are waiting.')).toBeVisible();
  });

  test.each(['nonsense', 'nonsense/1', 'customers/'])('that names %j asks for nothing', async (asked) => {
    startApp(`/sync?record=${asked}`, await TestRecords.open());
    expect(await screen.findByText('All changes sent')).toBeVisible();
  });
});

describe('the room that the app takes', () => {
  test.each([
    [
      { used: 12_000_000, room: 3_212_000_000, promised: true },
      'Your copy takes up 12 MB. This device has room for 3.2 GB more.',
    ],
    [
      { used: 400, room: 100, promised: false },
      'Your copy takes up 0 kB. This device has room for 0 kB more.',
    ],
  ])('of %j is said in words', async (storage, words) => {
    const records = await TestRecords.open();
    records.storage = storage;
    startApp('/sync', records);
    expect(await screen.findByText(words)).toBeVisible();
    const promise = storage.promised ? 'The browser has promised to keep it.' : /^The browser may remove it/;
    expect(screen.getByText(promise)).toBeVisible();
  });

  test('is not mentioned where the browser does not tell', async () => {
    startApp('/sync', await TestRecords.open());
    await screen.findByText('All changes sent');
    expect(screen.queryByRole('heading', { name: 'Storage' })).toBeNull();
  });
});
