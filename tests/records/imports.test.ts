import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveIfSettled } from '../../src/db/owner.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import {
  beginImport,
  discardImport,
  importStep,
  readLeftOut,
  runImport,
  stopImport,
} from '../../src/records/imports/customer-imports.ts';
import { findImport, ROWS_AT_ONCE } from '../../src/records/imports/import-parts.ts';
import { leaveRowsOut, readRowsLeft } from '../../src/records/imports/rows-left.ts';
import { importLock } from '../../src/records/imports/use-imports.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { flush } from '../support/browser/flush.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { type DraftTab, DraftTabs } from '../support/tab/draft-tabs.ts';

function rows(count: number): Fields[] {
  return Array.from({ length: count }, (_, n) =>
    aCustomer({ last_name: `Nr${n}`, email: `row${n}@example.com` }),
  );
}

function begin(services: RecordServices, count: number, leftOut: readonly (readonly string[])[] = []) {
  const plan = { file: 'clients.csv', header: ['Name'], customers: rows(count), leftOut };
  return beginImport(services, plan);
}

const head = ({ services: { db } }: DraftTab, id: string) =>
  db.relaxed.transaction('r', db.relaxed.imports, (tx) => findImport(tx, id));

/** Returns the emails of all waiting customers, in the order of their creation. */
async function made({ services }: DraftTab): Promise<unknown[]> {
  const open = await services.db.relaxed.outbox.orderBy('seq').toArray();
  return open.map(({ fields }) => fields['email']?.value);
}

const emails = (count: number): unknown[] => rows(count).map(({ email }) => email);

/** Lets the import run to its end. */
async function whole<T>(tabs: DraftTabs, running: Promise<T>): Promise<T> {
  let isOver = false;
  const end = running.finally(() => {
    isOver = true;
  });
  while (!isOver) await tabs.pass(1);
  return end;
}

const never = new AbortController().signal;

describe('an import', () => {
  it('creates a customer and a change for each row, in order', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const id = await begin(tab.services, 120, [['Bo', 'Email is missing.']]);
    expect(await made(tab)).toEqual([]);
    expect(await whole(tabs, runImport(tab.services, id, never))).toMatchObject({
      done: 120,
      waiting: 0,
      leftOut: 1,
    });
    expect(await made(tab)).toEqual(emails(120));
    const [first] = await tab.services.db.relaxed.outbox.toArray();
    expect(first).toMatchObject({
      kind: 'create',
      state: 'queued',
      watched: false,
      undo: { before: null, along: [] },
    });
    expect(await tab.services.db.relaxed.customers.count()).toBe(120);
    expect(await readLeftOut(tab.services, id)).toEqual([['Bo', 'Email is missing.']]);
    await discardImport(tab.services, id);
    // Its created customers are known for an undo, and its left-out rows can be downloaded.
    expect(await head(tab, id)).toMatchObject({ isRead: true, waiting: 0 });
    expect(await readLeftOut(tab.services, id)).toEqual([['Bo', 'Email is missing.']]);
  });

  it('creates nothing more after a stop, and can continue', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const id = await begin(one.services, 120);
    await importStep(one.services, id, 0);
    await stopImport(other.services, id);
    expect(await importStep(one.services, id, ROWS_AT_ONCE)).toMatchObject({
      done: ROWS_AT_ONCE,
      isStopped: true,
    });
    expect(await made(one)).toEqual(emails(ROWS_AT_ONCE));
    await whole(tabs, runImport(other.services, id, never));
    expect(await made(one)).toEqual(emails(120));
  });

  it('[Q44] leaves rows out of what is left, and creates the others in order', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const { services } = tab;
    const id = await begin(services, 320, [['Bo', 'Email is missing.']]);
    await importStep(services, id, 0);
    await stopImport(services, id);
    const lines = new Map([0, 110, 219].map((place) => [place, [`Row ${place}`, 'Known.']] as const));
    expect(await leaveRowsOut(services, id, { done: 100, lines })).toBe(true);
    const ran = await whole(tabs, runImport(services, id, never));
    expect(ran).toMatchObject({ done: 317, waiting: 0, total: 317, leftOut: 4 });
    const left = ['row100@example.com', 'row210@example.com', 'row319@example.com'];
    expect(await made(tab)).toEqual(emails(320).filter((one) => !left.includes(String(one))));
    expect((await readLeftOut(services, id)).map(([first]) => first)).toEqual([
      'Bo',
      'Row 0',
      'Row 110',
      'Row 219',
    ]);
  });

  it('[Q44] leaves nothing out of an import that another tab has moved on', async () => {
    const tab = await new DraftTabs().open();
    const id = await begin(tab.services, 220);
    await importStep(tab.services, id, 0);
    const lines = new Map([[0, ['Row 0', 'Known.']]]);
    expect(await leaveRowsOut(tab.services, id, { done: 0, lines })).toBe(false);
    expect(await head(tab, id)).toMatchObject({ total: 220, waiting: 120, leftOut: 0 });
  });

  it('[Q44] lets saves go between the reads of what was added since it began', async () => {
    const tab = await new DraftTabs().open();
    const { services } = tab;
    const id = await begin(services, 700);
    for (let from = 0; from < 600; from += ROWS_AT_ONCE) await importStep(services, id, from);
    const started = await head(tab, id);
    if (!started) throw new Error('the import is gone');
    const ended: string[] = [];
    const { strict } = services.db;
    const reading = readRowsLeft(services, started).then((left) => {
      ended.push('read');
      return left;
    });
    const saving = strict.transaction('rw', strict.customers, () => strict.customers.count());
    await Promise.all([reading, saving.then(() => ended.push('saved'))]);
    expect(ended).toEqual(['saved', 'read']);
    expect(await reading).toMatchObject({ done: 600, since: [], rows: { length: 100 } });
  });

  it('creates each row once if two tabs run it at the same time', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const id = await begin(one.services, 500);
    const both = Promise.all([runImport(one.services, id, never), runImport(other.services, id, never)]);
    const ends = await whole(tabs, both);
    expect(ends.map((end) => end?.waiting)).toEqual([0, 0]);
    expect(await made(one)).toEqual(emails(500));
  });

  it('creates nothing for a tab with outdated progress', async () => {
    const tab = await new DraftTabs().open();
    const id = await begin(tab.services, 120);
    const steps = await Promise.all([importStep(tab.services, id, 0), importStep(tab.services, id, 0)]);
    expect(steps.map((step) => step?.done)).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE]);
    expect(await made(tab)).toEqual(emails(ROWS_AT_ONCE));
  });

  it('leaves nothing of a step that fails halfway', async () => {
    const tab = await new DraftTabs().open();
    const id = await begin(tab.services, 120);
    let left = 60;
    const failing = {
      ...tab.services,
      random: () => {
        left -= 1;
        if (left < 0) throw new Error('the page died');
        return 0.5;
      },
    };
    await expect(importStep(failing, id, 0)).rejects.toThrow('the page died');
    expect([await made(tab), await tab.services.db.relaxed.customers.count()]).toEqual([[], 0]);
    expect(await importStep(tab.services, id, 0)).toMatchObject({ done: ROWS_AT_ONCE });
  });

  it('is gone in every tab after it was discarded', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const id = await begin(one.services, 120, [['left', 'out']]);
    await importStep(one.services, id, 0);
    await discardImport(other.services, id);
    expect(await importStep(one.services, id, ROWS_AT_ONCE)).toBeNull();
    expect(await whole(tabs, runImport(one.services, id, never))).toBeNull();
    expect(await made(one)).toEqual(emails(ROWS_AT_ONCE));
    expect(await head(one, id)).toMatchObject({ isRead: true, total: ROWS_AT_ONCE, waiting: 0 });
    expect(await readLeftOut(one.services, id)).toEqual([['left', 'out']]);
  });

  it('is shown in other tabs as long as it runs', async () => {
    const tabs = new DraftTabs();
    const [one, other] = [await tabs.open(), await tabs.open()];
    const id = await begin(one.services, 120);
    const running = runImport(one.services, id, never);
    await flush();
    expect(await other.services.locks.held()).toContain(importLock(id));
    await whole(tabs, running);
    expect(await other.services.locks.held()).not.toContain(importLock(id));
  });

  it('keeps a logout from removing the data until it is finished', async () => {
    const tabs = new DraftTabs();
    const tab = await tabs.open();
    const { strict } = tab.services.db;
    const id = await begin(tab.services, 10, [['left', 'out']]);
    expect(await leaveIfSettled(strict)).toBe(false);
    await whole(tabs, runImport(tab.services, id, never));
    await strict.outbox.clear();
    expect(await leaveIfSettled(strict)).toBe(true);
    await expect(begin(tab.services, 10)).rejects.toThrow('You were logged out');
  });
});

type Action = readonly [what: 'step' | 'stale' | 'stop' | 'go on' | 'crash' | 'fail', tab: 0 | 1];

it('no row of an import is created twice or lost, whatever happens', async () => {
  const action = fc.tuple(
    fc.constantFrom<Action[0][]>('step', 'stale', 'stop', 'go on', 'crash', 'fail'),
    fc.constantFrom<(0 | 1)[]>(0, 1),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 230 }),
      fc.array(action, { maxLength: 8 }),
      async (count, actions) => {
        const tabs = new DraftTabs();
        const open = [await tabs.open(), await tabs.open()];
        const id = await begin((open[0] as DraftTab).services, count);
        for (const [what, at] of actions) await happen({ tabs, open, id }, what, at);
        const tab = open[0] as DraftTab;
        const soFar = (await head(tab, id))?.done ?? 0;
        expect(await made(tab)).toEqual(emails(soFar));
        await whole(tabs, runImport(tab.services, id, never));
        expect(await made(tab)).toEqual(emails(count));
      },
    ),
    { numRuns: 12 },
  );
});

interface World {
  readonly tabs: DraftTabs;
  readonly open: DraftTab[];
  readonly id: string;
}

async function happen({ tabs, open, id }: World, what: Action[0], at: 0 | 1): Promise<void> {
  const tab = open[at] as DraftTab;
  const done = (await head(tab, id))?.done ?? 0;
  if (what === 'step') await importStep(tab.services, id, done);
  else if (what === 'stale') await importStep(tab.services, id, Math.max(0, done - ROWS_AT_ONCE));
  else if (what === 'stop') await stopImport(tab.services, id);
  else if (what === 'go on') {
    const leave = new AbortController();
    const running = runImport(tab.services, id, leave.signal);
    await tabs.pass(1);
    leave.abort();
    await whole(tabs, running);
  } else if (what === 'fail') {
    const random = (): number => {
      throw new Error('cut off');
    };
    await importStep({ ...tab.services, random }, id, done).catch(() => undefined);
  } else {
    // In the middle of a step, which is either committed or leaves nothing.
    const cut = importStep(tab.services, id, done).catch(() => undefined);
    tab.crash();
    await cut;
    open[at] = await tabs.open();
  }
}
