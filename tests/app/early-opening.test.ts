import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginOpening, databaseLock, takenEarly } from '../../src/app/account/early-opening.ts';
import type { DeviceServices } from '../../src/app/device.ts';
import type { Locks } from '../../src/domain/ports.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aDatabase, aRecord } from '../support/browser/test-database.ts';
import { TestLocks } from '../support/browser/test-locks.ts';

const THIS_TAB = {};
const ANOTHER_TAB = {};

let clock: ManualClock;
let shared: TestLocks;
let order: string[];

beforeEach(() => {
  clock = new ManualClock();
  shared = new TestLocks();
  order = [];
});

/** Asks for the lock and notes when it has it, and keeps it until told. */
function ask(locks: Locks, who: string, signal?: AbortSignal): { done: Promise<string>; letGo: () => void } {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = async (): Promise<string> => {
    order.push(who);
    await held;
    return who;
  };
  return { done: locks.request('lock', hold, signal), letGo };
}

describe('a turn that was taken early', () => {
  it('is that of whoever asks first in this tab, and ends with what they do', async () => {
    const { locks } = takenEarly(shared.for(THIS_TAB), 'lock', clock);
    const other = ask(shared.for(ANOTHER_TAB), 'another tab');
    const mine = ask(locks, 'this tab');
    await flush();
    expect(order).toEqual(['this tab']);
    mine.letGo();
    expect(await mine.done).toBe('this tab');
    await flush();
    expect(order).toEqual(['this tab', 'another tab']);
    const again = ask(locks, 'this tab again');
    await flush();
    expect(order).toHaveLength(2);
    other.letGo();
    again.letGo();
    expect(await again.done).toBe('this tab again');
  });

  it('ends where what was done in it failed', async () => {
    const { locks } = takenEarly(shared.for(THIS_TAB), 'lock', clock);
    const failed = locks.request('lock', () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    const other = ask(shared.for(ANOTHER_TAB), 'another tab');
    other.letGo();
    expect(await other.done).toBe('another tab');
  });

  it('waits for whoever had it before', async () => {
    const other = ask(shared.for(ANOTHER_TAB), 'another tab');
    const mine = ask(takenEarly(shared.for(THIS_TAB), 'lock', clock).locks, 'this tab');
    await flush();
    expect(order).toEqual(['another tab']);
    other.letGo();
    mine.letGo();
    expect(await mine.done).toBe('this tab');
  });

  it('is given to others after two seconds in which nobody used it', async () => {
    const { locks } = takenEarly(shared.for(THIS_TAB), 'lock', clock);
    const other = ask(shared.for(ANOTHER_TAB), 'another tab');
    await flush();
    clock.advance(1999);
    await flush();
    expect(order).toEqual([]);
    clock.advance(1);
    await flush();
    expect(order).toEqual(['another tab']);
    const mine = ask(locks, 'this tab');
    await flush();
    expect(order).toEqual(['another tab']);
    other.letGo();
    mine.letGo();
    expect(await mine.done).toBe('this tab');
  });

  it('is not used by who has stopped waiting for it', async () => {
    const mine = ask(takenEarly(shared.for(THIS_TAB), 'lock', clock).locks, 'this tab', AbortSignal.abort());
    await expect(mine.done).rejects.toThrow('aborted');
    const other = ask(shared.for(ANOTHER_TAB), 'another tab');
    other.letGo();
    expect(await other.done).toBe('another tab');
    expect(order).toEqual(['another tab']);
  });

  it('is asked for anew where it could not be had early', async () => {
    let asked = 0;
    const moody: Locks = {
      held: async () => [],
      request: (name, hold) => {
        asked += 1;
        return asked === 1 ? Promise.reject(new Error('not now')) : shared.for(THIS_TAB).request(name, hold);
      },
    };
    const mine = ask(takenEarly(moody, 'lock', clock).locks, 'this tab');
    mine.letGo();
    expect(await mine.done).toBe('this tab');
  });

  it('says nothing of other locks', async () => {
    const { locks } = takenEarly(shared.for(THIS_TAB), 'lock', clock);
    expect(await locks.request('window', async () => 'open')).toBe('open');
  });
});

describe('an opening that is begun early', () => {
  const page = {
    isVisible: () => true,
    isFrozen: () => false,
    onChange: () => () => {},
    onReturn: () => () => {},
  };
  const device = (): DeviceServices =>
    ({ locks: shared.for(THIS_TAB), clock, page }) as unknown as DeviceServices;

  it('takes the turn under which the database is opened', async () => {
    const early = beginOpening(device(), { databaseName: 'none' });
    const removal = shared.for(ANOTHER_TAB).request(databaseLock({ databaseName: 'none' }), async () => {
      order.push('removed');
    });
    await flush();
    await early.locks.request(databaseLock({ databaseName: 'none' }), async () => {
      order.push('opened');
    });
    await removal;
    expect(order).toEqual(['opened', 'removed']);
  });

  it('makes no database that is not there', async () => {
    beginOpening(device(), { databaseName: 'never-made' });
    await flush();
    expect(await Dexie.getDatabaseNames()).not.toContain('never-made');
    const db = await aDatabase('never-made');
    await db.strict.customers.add(aRecord({ localId: '7' }));
    expect(await db.relaxed.customers.count()).toBe(1);
  });

  it('stands in nobody’s way: the database can be used, and deleted', async () => {
    const db = await aDatabase();
    await db.strict.customers.add(aRecord({ localId: '7' }));
    db.close();
    beginOpening(device(), { databaseName: db.name });
    const again = await aDatabase(db.name);
    expect(await again.relaxed.customers.count()).toBe(1);
    again.close();
    await Dexie.delete(db.name);
    expect(await Dexie.getDatabaseNames()).not.toContain(db.name);
  });
});
