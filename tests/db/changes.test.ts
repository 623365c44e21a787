import { describe, expect, it } from 'vitest';
import { type Databases, openDatabases, VERSION } from '../../src/db/app-database.ts';
import type { WrittenKeys } from '../../src/db/change-bus.ts';
import { writeMeta } from '../../src/db/meta-rows.ts';
import type { PageDatabases } from '../../src/db/page-databases.ts';
import { type Tx, tablesOf } from '../../src/db/tables.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { TestChannels } from '../support/browser/test-channels.ts';
import { ACCOUNT, aRecord, inTx } from '../support/browser/test-database.ts';
import { appendMutation } from '../support/lanes/raw-lane.ts';
import { aNewMutation } from '../support/records/mutations.ts';
import { atTestEnd } from '../support/test/test-end.ts';

let names = 0;

/** A browser whose tabs have one account's database open. */
class Browser {
  readonly channels = new TestChannels();
  readonly clock = new ManualClock();
  readonly #name = `bus-${(names += 1)}`;

  async tab({ carriesDexie = true, opened }: TabOptions = {}): Promise<Tab> {
    const silent = { debug: () => {}, info: () => {}, error: () => {} };
    const page = pageDatabases(this.clock, silent, this.channels.for({}, carriesDexie));
    const db = await openDatabases(page, { name: this.#name, account: ACCOUNT, onClosed: () => {} });
    opened?.(page);
    atTestEnd(() => db.close());
    const heard: WrittenKeys[] = [];
    db.changes.onKeys('customers', (keys) => heard.push(keys));
    let untold = 0;
    db.changes.onStaleQueries(() => {
      untold += 1;
    });
    await flush();
    return { db, page, heard, untold: () => untold };
  }

  /** Runs `work` without its messages, as a tab that dies before it sends them. */
  async untold(work: () => Promise<unknown>): Promise<void> {
    this.channels.deaf = true;
    await work();
    this.channels.deaf = false;
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      this.clock.advance(Math.min(left, 500));
      await flush();
    }
  }
}

interface TabOptions {
  readonly carriesDexie?: boolean;
  /** Called as soon as the database is open. */
  readonly opened?: (page: PageDatabases) => void;
}

interface Tab {
  readonly db: Databases;
  readonly page: PageDatabases;
  readonly heard: WrittenKeys[];
  readonly untold: () => number;
}

const put = ({ db }: Tab, ...ids: string[]): Promise<void> =>
  inTx(db.strict, async (tx) => {
    for (const localId of ids) await tx.table('customers').put(aRecord({ localId }));
  });

describe('a commit', () => {
  it('is announced once for each transaction, in this tab and the other, after the commit', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    await inTx(one.db.strict, async (tx) => {
      for (const localId of ['1', '2']) await tx.table('customers').put(aRecord({ localId }));
      expect([one.heard, other.heard]).toEqual([[], []]);
    });
    await flush();
    expect([one.heard, other.heard]).toEqual([[['1', '2']], [['1', '2']]]);
  });

  it('is announced from both connections, with its rows in this tab only', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    const rows: unknown[] = [];
    for (const { db } of [one, other])
      db.changes.onKeys('customers', (keys, known) => rows.push([keys, [...known.keys()]]));
    await inTx(one.db.relaxed, (tx) => tx.table('customers').put(aRecord({ localId: '7' })));
    await flush();
    expect(rows).toEqual([
      [['7'], ['7']],
      [['7'], []],
    ]);
  });

  it('is not announced if the transaction fails', async () => {
    const browser = new Browser();
    const tab = await browser.tab();
    const failed = inTx(tab.db.strict, async (tx) => {
      await tx.table('customers').put(aRecord({ localId: '1' }));
      throw new Error('No.');
    });
    await expect(failed).rejects.toThrow('No.');
    await flush();
    expect(tab.heard).toEqual([]);
    expect(await tab.db.relaxed.meta.get('changes')).toBeUndefined();
  });

  it('is announced to watchers of a key range, and without keys if a range was deleted', async () => {
    const browser = new Browser();
    const { db, heard } = await browser.tab();
    let requests = 0;
    db.changes.onWritten([{ table: 'meta', from: 'request:', to: 'request:\uffff' }], () => {
      requests += 1;
    });
    await inTx(db.relaxed, (tx) => writeMeta(tx, { key: 'syncRequested', at: 1 }));
    await inTx(db.relaxed, (tx) => writeMeta(tx, { key: 'request:projects', at: 1 }));
    await db.relaxed.customers.where('localId').above('5').delete();
    await flush();
    expect([requests, heard]).toEqual([1, ['any']]);
  });

  it('includes the key that the database gave to a change', async () => {
    const { db } = await new Browser().tab();
    const places: WrittenKeys[] = [];
    db.changes.onKeys('outbox', (keys) => places.push(keys));
    await inTx(db.strict, (tx) => appendMutation(tx, aNewMutation({ id: 'a' })));
    await flush();
    expect(places).toEqual([[(await db.relaxed.outbox.toArray())[0]?.seq]]);
  });
});

describe('missed messages', () => {
  it('[T24] a page that comes back reads everything again, and restarts its live queries', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    other.page.sleep();
    await put(one, '1');
    await flush();
    expect(other.heard).toEqual([]);
    other.page.wake();
    await flush();
    expect(other.heard).toEqual(['any']);
    expect(other.untold()).toBe(1);
    await put(one, '2');
    await flush();
    expect(other.heard).toEqual(['any', ['2']]);
  });

  it('[T25] the counter reveals that a tab died between its commit and the message', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    await browser.untold(() => put(one, '1'));
    await put(one, '2');
    await flush();
    expect(other.heard).toEqual([['2']]);
    other.db.recheck();
    await flush();
    await browser.pass(500);
    expect(other.heard).toEqual([['2'], 'any']);
    other.db.recheck();
    await flush();
    await browser.pass(500);
    expect(other.heard).toHaveLength(2);
  });

  it('[T25] the counter is also checked every few seconds', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    await browser.untold(() => put(one, '1'));
    await browser.pass(6000);
    expect(other.heard).toEqual(['any']);
  });

  it('[T24, T25] a page that comes back reads the counter first, so that no later commit goes unnoticed', async () => {
    const browser = new Browser();
    const tab = await browser.tab();
    tab.page.sleep();
    const release = await holdTable(tab.db.name, 'meta');
    tab.page.wake();
    await flush();
    expect(tab.heard).toEqual([]);
    release();
    await flush();
    expect(tab.heard).toEqual(['any']);
  });

  it('nothing is read again if all messages arrived, in any order', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    await Promise.all([put(one, '1'), put(other, '2'), put(one, '3')]);
    await browser.pass(6000);
    for (const { heard } of [one, other]) expect(heard).not.toContain('any');
  });
});

describe('a tab that is killed between its commit and the message', () => {
  it.each<[what: string, table: string, write: (tx: Tx) => Promise<unknown>]>([
    ['a save', 'outbox', (tx) => appendMutation(tx, aNewMutation({ id: 'a' }))],
    ["'Sync now'", 'meta', (tx) => writeMeta(tx, { key: 'syncRequested', at: 1 })],
    ['a pulled row', 'customers', (tx) => tx.table('customers').put(aRecord({ localId: '1' }))],
    ['a removed row', 'customers', (tx) => tx.table('customers').delete('1')],
  ])('[T25] leaves %s to be found by the other tabs within six seconds', async (_, table, write) => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    const heard: WrittenKeys[] = [];
    other.db.changes.onKeys(table, (keys) => heard.push(keys));
    await browser.untold(() => inTx(one.db.relaxed, write));
    one.db.close();
    await browser.pass(6000);
    expect(heard).toEqual(['any']);
  });

  it('[T25] is detected even if the first reads of the other tab were aborted', async () => {
    const browser = new Browser();
    const one = await browser.tab();
    const other = await browser.tab({ opened: (page) => page.watch.abortAll() });
    await browser.untold(() => put(one, '1'));
    await browser.pass(6000);
    expect(other.heard).toEqual(['any']);
  });

  it('[T24, T25] is detected even if the page comes back during a check', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.tab(), await browser.tab()];
    await browser.untold(() => put(one, '1'));
    other.db.recheck();
    await flush();
    other.page.sleep();
    other.page.wake();
    await flush();
    await browser.untold(() => put(one, '2'));
    const before = other.heard.length;
    await browser.pass(6000);
    expect(other.heard.slice(before)).toContain('any');
  });
});

describe('a tab of an earlier build', () => {
  it('[T26] closes its database when a later build opens it', async () => {
    const browser = new Browser();
    const { db } = await browser.tab();
    const later = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(db.name, 10 * (VERSION + 1));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
    later.close();
    expect([db.strict.isOpen(), db.relaxed.isOpen()]).toEqual([false, false]);
  });

  it('[T26] has another version if the shape of messages or of the counter differs', async () => {
    const browser = new Browser();
    const { db } = await browser.tab();
    const messages: unknown[] = [];
    const open = browser.channels.for({});
    open(`changes-${VERSION}|${db.name}`, (message) => messages.push(message));
    await inTx(db.strict, async (tx) => {
      await tx.table('customers').put(aRecord({ localId: '1' }));
      await appendMutation(tx, aNewMutation({ id: 'a' }));
    });
    await flush();
    // Raise VERSION when this changes.
    expect([VERSION, messages, await db.relaxed.meta.get('changes')]).toEqual([
      9,
      [{ n: 1, tables: { customers: ['1'], outbox: [1] } }],
      { key: 'changes', n: 1 },
    ]);
  });
});

it('the counter rises once for each transaction that lists or the engine depend on, and for no other', async () => {
  const { db } = await new Browser().tab();
  const counted = async (): Promise<unknown> => ((await db.relaxed.meta.get('changes')) as { n?: number })?.n;
  await inTx(db.strict, async (tx) => {
    await tx.table('customers').put(aRecord({ localId: '1' }));
    await appendMutation(tx, aNewMutation({ id: 'a' }));
  });
  expect(await counted()).toBe(1);
  await inTx(db.relaxed, (tx) => writeMeta(tx, { key: 'syncRequested', at: 1 }));
  expect(await counted()).toBe(2);
  await inTx(db.relaxed, (tx) =>
    writeMeta(tx, { key: 'engine', reasons: [], resumeAt: 0, throttledUntil: 0 }),
  );
  await db.relaxed.transaction('r', tablesOf(db.relaxed, ...RESOURCE_NAMES), (tx) =>
    tx.table('meta').toArray(),
  );
  expect(await counted()).toBe(2);
});

it('without BroadcastChannel, which Dexie needs, each message restarts the live queries', async () => {
  const browser = new Browser();
  const [one, other] = [
    await browser.tab({ carriesDexie: false }),
    await browser.tab({ carriesDexie: false }),
  ];
  await put(one, '1');
  await flush();
  expect([one.untold(), other.untold()]).toEqual([0, 1]);
  expect(other.heard).toEqual([['1']]);
});
