import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveIfSettled } from '../../src/db/owner.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/records/commands.ts';
import {
  beginImport,
  discardImport,
  importStep,
  runImport,
  stopImport,
} from '../../src/records/imports/customer-imports.ts';
import { findImport, ROWS_AT_ONCE } from '../../src/records/imports/import-parts.ts';
import { NamedRecords } from '../../src/records/named-records.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { beginImportUndo, undoImport, undoImportStep } from '../../src/records/undo/import-undo.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { aRecord } from '../support/browser/test-database.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { type DraftTab, DraftTabs } from '../support/tab/draft-tabs.ts';
import { aSyncedTab, changesSent, edit, makeOf, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const never = new AbortController().signal;

function rows(count: number): Fields[] {
  return Array.from({ length: count }, (_, n) =>
    aCustomer({ first_name: 'Ida', last_name: `Nr${n}`, email: `row${n}@example.com` }),
  );
}

function begin(services: RecordServices, customers: readonly Fields[], file = 'clients.csv') {
  return beginImport(services, { file, header: ['Name'], customers, leftOut: [] });
}

const head = ({ db: { relaxed } }: RecordServices, id: string) =>
  relaxed.transaction('r', relaxed.imports, (tx) => findImport(tx, id));

/** Lets time pass until `running` ends. */
async function through<T>(pass: () => Promise<void>, running: Promise<T>): Promise<T> {
  let isOver = false;
  const end = running.finally(() => {
    isOver = true;
  });
  while (!isOver) await pass();
  return end;
}

/** Returns a tab that has imported `count` customers offline. */
async function imported(count: number) {
  const tabs = new DraftTabs();
  const tab = await tabs.open();
  const id = await begin(tab.services, rows(count));
  await through(() => tabs.pass(1), runImport(tab.services, id, never));
  return { tabs, tab, id, services: tab.services };
}

const waitingIn = ({ db }: RecordServices) => db.relaxed.outbox.count();

describe('the undo of an unsent import', () => {
  it('[Q37] removes every customer, and leaves nothing to send', async () => {
    const { tabs, id, services } = await imported(230);
    const after = await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(after).toMatchObject({ waiting: 0, undo: { seen: 230, removed: 230, keptFirst: [] } });
    expect([await waitingIn(services), await services.db.relaxed.customers.count()]).toEqual([0, 0]);
    await discardImport(services, id);
    expect(await services.db.relaxed.imports.count()).toBe(0);
  });

  it('[Q37] keeps customers that were changed since or that others refer to, and says so', async () => {
    const { tabs, id, services } = await imported(4);
    const [first, second, third] = await services.db.relaxed.customers.orderBy('position').toArray();
    const initial = first?.view ?? {};
    const changed = { initial, draft: { ...initial, city: 'Reno' }, watch: false };
    await updateRecord(services, 'customers', first?.localId ?? '', changed);
    await deleteRecord(services, 'customers', second?.localId ?? '');
    const project = { title: 'Roof', customer: third?.localId ?? '' };
    await createRecord(services, 'projects', project, { watch: false });
    const after = await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(after?.undo).toEqual({
      seen: 4,
      removed: 2,
      kept: { changed: 1, referred: 1, asked: 0 },
      keptFirst: [first?.localId, third?.localId],
    });
    const left = await services.db.relaxed.customers.toArray();
    expect(new Set(left.map(({ localId }) => localId))).toEqual(new Set([first?.localId, third?.localId]));
  });

  it('[Q37] reads the records that may refer to its customers once, however many steps it takes', async () => {
    const { tabs, id, services } = await imported(420);
    const { relaxed, strict } = services.db;
    const projects = Array.from({ length: 700 }, (_, n) => {
      const view = { title: `Roof ${n}`, customer: '7' };
      return aRecord({ localId: `p${n}`, serverId: n, server: view, view });
    });
    await strict.projects.bulkAdd(projects);
    let count = 0;
    for (const table of [relaxed.projects, strict.projects])
      table.hook('reading', (row) => {
        count += 1;
        return row;
      });
    const after = await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(after).toMatchObject({ undo: { removed: 420 } });
    expect(count).toBe(700);
  });

  it('[Q37] keeps a customer that a record has named since those were read', async () => {
    const { id, services } = await imported(4);
    const [first, second] = await services.db.relaxed.customers.orderBy('position').toArray();
    const roof = { title: 'Roof', customer: '7' };
    const { localId } = await createRecord(services, 'projects', roof, { watch: false });
    await beginImportUndo(services, id);
    const named = await NamedRecords.read(services, 'customers', never);
    const draft = { ...roof, customer: first?.localId ?? '' };
    await updateRecord(services, 'projects', localId, { initial: roof, draft, watch: false });
    const other = { title: 'Floor', customer: second?.localId ?? '' };
    await createRecord(services, 'projects', other, { watch: false });
    const after = await undoImportStep(services, id, { from: 0, named });
    expect(after?.undo).toMatchObject({ removed: 2, kept: { referred: 2 } });
  });

  it('[Q37] keeps a customer that a row names which was confirmed or received since', async () => {
    const { id, services } = await imported(4);
    const { relaxed, strict } = services.db;
    const [first, second] = await relaxed.customers.orderBy('position').toArray();
    await beginImportUndo(services, id);
    const named = await NamedRecords.read(services, 'customers', never);
    const roof = { title: 'Roof', customer: first?.localId ?? '' };
    const { localId } = await createRecord(services, 'projects', roof, { watch: false });
    // As confirmed: the change has left the outbox.
    await strict.outbox.where('[resource+localId]').equals(['projects', localId]).delete();
    const view = { title: 'Floor', customer: second?.localId ?? '' };
    await relaxed.projects.put(aRecord({ localId: 'p', serverId: 1, server: view, view }));
    const after = await undoImportStep(services, id, { from: 0, named });
    expect(after?.undo).toMatchObject({ removed: 2, kept: { referred: 2 } });
  });

  it('[Q37] creates nothing more after the import was stopped', async () => {
    const { tabs, tab, services } = await imported(0);
    const id = await begin(services, rows(120));
    await importStep(services, id, 0);
    await stopImport(services, id);
    expect(await beginImportUndo(services, id)).toMatchObject({ total: ROWS_AT_ONCE, isStopped: false });
    expect(await importStep(services, id, ROWS_AT_ONCE)).toBeNull();
    expect(await through(() => tabs.pass(1), runImport(tab.services, id, never))).toBeNull();
    await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(await waitingIn(services)).toBe(0);
  });

  it('[Q37] stays possible for the last ten closed imports that created customers', async () => {
    const { tabs, id, services } = await imported(3);
    await discardImport(services, id);
    const nothing = await begin(services, rows(3), 'none.csv');
    expect(await beginImportUndo(services, nothing)).toBeNull();
    await discardImport(services, nothing);
    expect(await head(services, nothing)).toBeUndefined();
    const close = async (): Promise<string> => {
      await tabs.pass(1);
      const later = await begin(services, rows(2), 'later.csv');
      await through(() => tabs.pass(1), runImport(services, later, never));
      await discardImport(services, later);
      return later;
    };
    const second = await close();
    expect(await undoImportStep(services, id, { from: 0 })).toBeNull();
    await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(await waitingIn(services)).toBe(2);
    await discardImport(services, id);
    for (let n = 0; n < 9; n += 1) await close();
    expect(await head(services, second)).toMatchObject({ isRead: true });
    await close();
    expect(await head(services, second)).toBeUndefined();
  });

  it('[Q37] continues after another screen closed the import as finished', async () => {
    const { tabs, id, services } = await imported(3);
    await beginImportUndo(services, id);
    await discardImport(services, id);
    expect(await head(services, id)).toMatchObject({ isStopped: true, undo: { seen: 0 } });
    await through(() => tabs.pass(1), undoImport(services, id, never));
    expect(await waitingIn(services)).toBe(0);
  });

  it('[Q38] keeps a logout from removing the data until it is finished', async () => {
    const { id, services } = await imported(120);
    await beginImportUndo(services, id);
    await services.db.strict.outbox.clear();
    expect(await leaveIfSettled(services.db.strict)).toBe(false);
  });

  type Action = readonly [what: 'step' | 'stale' | 'stop' | 'go on' | 'crash', tab: 0 | 1];

  it('[Q38] looks at each customer once, whatever happens', async () => {
    const action = fc.tuple(
      fc.constantFrom<Action[0][]>('step', 'stale', 'stop', 'go on', 'crash'),
      fc.constantFrom<(0 | 1)[]>(0, 1),
    );
    const happens = fc.asyncProperty(fc.array(action, { maxLength: 6 }), async (actions) => {
      const { tabs, tab, id } = await imported(230);
      const open = [tab, await tabs.open()];
      await beginImportUndo(tab.services, id);
      for (const [what, at] of actions) await happen({ tabs, open, id }, what, at);
      const { services } = open[0] as DraftTab;
      const after = await through(() => tabs.pass(1), undoImport(services, id, never));
      expect(after).toMatchObject({ waiting: 0, undo: { seen: 230, removed: 230 } });
      expect(await waitingIn(services)).toBe(0);
    });
    await fc.assert(happens, { numRuns: 8 });
  });

  interface World {
    readonly tabs: DraftTabs;
    readonly open: DraftTab[];
    readonly id: string;
  }

  async function happen({ tabs, open, id }: World, what: Action[0], at: 0 | 1): Promise<void> {
    const tab = open[at] as DraftTab;
    const seen = (await head(tab.services, id))?.undo?.seen ?? 0;
    if (what === 'step') await undoImportStep(tab.services, id, { from: seen });
    else if (what === 'stale')
      await undoImportStep(tab.services, id, { from: Math.max(0, seen - ROWS_AT_ONCE) });
    else if (what === 'stop') await stopImport(tab.services, id);
    else if (what === 'go on') {
      const leave = new AbortController();
      const running = undoImport(tab.services, id, leave.signal);
      await tabs.pass(1);
      leave.abort();
      await through(() => tabs.pass(1), running);
    } else {
      // In the middle of a step, which is either committed or leaves nothing.
      const cut = undoImportStep(tab.services, id, { from: seen }).catch(() => undefined);
      tab.crash();
      await cut;
      open[at] = await tabs.open();
    }
  }
});

describe('the undo of a sent import', () => {
  async function sent(count: number) {
    const { backend, tab } = await aSyncedTab();
    const id = await begin(tab.records, rows(count));
    await through(() => tab.pass(1, 1), runImport(tab.records, id, never));
    await tab.drained();
    return { backend, tab, id };
  }

  const undone = (tab: TestTab, id: string) =>
    through(() => tab.pass(1, 1), undoImport(tab.records, id, never));

  it('[Q37, P61] deletes the customers, each of which can be restored for eight seconds', async () => {
    const { backend, tab, id } = await sent(3);
    expect(await undone(tab, id)).toMatchObject({ undo: { removed: 3 } });
    await tab.pass(7000);
    expect(backend.customers).toHaveLength(3);
    await tab.drained();
    expect(backend.customers).toEqual([]);
  });

  it('[Q37] groups its deletions on the Sync screen, until the next undo after they were sent', async () => {
    const { tab, id } = await sent(3);
    const noted = async () =>
      (await tab.records.db.relaxed.imports.toArray()).filter((row) => 'places' in row);
    await undone(tab, id);
    const places = (await tab.outbox()).map(({ seq }) => seq);
    expect(await noted()).toEqual([
      { id: `deletions/${id}`, file: 'clients.csv', places: [[places.at(0), places.at(-1)]] },
    ]);
    await tab.drained();
    const next = await begin(tab.records, rows(1), 'next.csv');
    await through(() => tab.pass(1, 1), runImport(tab.records, next, never));
    await tab.drained();
    await undone(tab, next);
    expect(await noted()).toMatchObject([{ file: 'next.csv' }]);
  });

  it('[Q37] keeps customers that were changed here or elsewhere, that others refer to, or that Sync asks about', async () => {
    const { backend, tab, id } = await sent(5);
    const local = async (place: number) => (await rowOf(tab, place))?.localId ?? '';
    await edit(tab, await local(1), { city: 'Reno' });
    await makeOf(tab, 'projects', { customer: await local(2) });
    await tab.drained();
    backend.change(3, { city: 'Elko' });
    await requestSync(tab.records);
    await tab.until(async () => (await rowOf(tab, 3))?.view?.['city'] === 'Elko');
    // The device cannot know of this change yet: the deletion asks.
    backend.change(4, { city: 'Ely' });
    const after = await undone(tab, id);
    expect(after?.undo).toMatchObject({ removed: 2, kept: { changed: 2, referred: 1, asked: 0 } });
    await tab.drained();
    expect(backend.customers.map(({ id: row }) => row)).toEqual([1, 2, 3, 4]);
    expect((await tab.outbox()).map(({ kind, state }) => [kind, state])).toEqual([['delete', 'parked']]);
  });

  it('[Q37] drops refused customers, and leaves uncertain ones to the Sync screen', async () => {
    const { backend, tab } = await aSyncedTab();
    const id = await begin(tab.records, [aCustomer({ email: 'no address' }), ...rows(1)]);
    backend.plan('POST', /customers/, { kind: 'answer', status: 413 });
    backend.plan('POST', /customers/, { kind: 'answer', status: 413 });
    await through(() => tab.pass(1, 1), runImport(tab.records, id, never));
    await tab.drained();
    expect((await tab.outbox()).map(({ state }) => state)).toEqual(['parked', 'parked']);
    const [doubtful] = await tab.outbox();
    const asked = { reason: 'mayExistTwice', status: 0, body: null, at: 0 } as const;
    await tab.records.db.strict.outbox.update(doubtful?.seq ?? 0, { refusal: asked });
    expect((await undone(tab, id))?.undo).toMatchObject({ removed: 1, kept: { asked: 1 } });
    expect(await tab.outbox()).toMatchObject([{ id: doubtful?.id, state: 'parked' }]);
    expect(changesSent(backend).filter((sentOne) => sentOne.startsWith('DELETE'))).toEqual([]);
  });

  it('[Q37] deletes after a create that is being sent', async () => {
    const { backend, tab } = await aSyncedTab();
    const id = await begin(tab.records, rows(1));
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    backend.plan('POST', /customers/, { kind: 'hold', until });
    await through(() => tab.pass(1, 1), runImport(tab.records, id, never));
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    expect((await undone(tab, id))?.undo).toMatchObject({ removed: 1 });
    answer();
    await tab.until(async () => (await tab.outbox()).length === 0);
    expect(backend.customers).toEqual([]);
  });
});
