import { describe, expect, it } from 'vitest';
import { changeLane, dropRecords, putServerRows, readLane } from '../../src/db/lane-store.ts';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { dropHistory, moveHistory, writeHistory } from '../../src/db/past-changes.ts';
import type { AppDatabase } from '../../src/db/tables.ts';
import type { HistoryNote, LaneEvent } from '../../src/outbox/lane-event.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { ACCOUNT, aDatabase, aRecord, inTx } from '../support/browser/test-database.ts';
import { aRow } from '../support/lanes/lanes.ts';

const ports = { clock: new ManualClock(17), random: () => 0.5, account: ACCOUNT };

function aNote(localId: string, given: Partial<HistoryNote> = {}): HistoryNote {
  const fields = { city: { was: 'Boise', is: 'Reno' } };
  return { resource: 'customers', localId, at: 1, by: 'other', fields, ...given };
}

/** Returns the records of the stored notes, oldest first. */
async function noted({ history }: AppDatabase): Promise<string[]> {
  return (await history.orderBy('n').toArray()).map(({ resource, localId }) => `${resource}/${localId}`);
}

async function withOne(): Promise<AppDatabase> {
  const { strict } = await aDatabase();
  await strict.customers.add(aRecord({ localId: '7', server: { city: 'Boise' } }));
  return strict;
}

const happen = (db: AppDatabase, event: LaneEvent): Promise<unknown> =>
  inTx(db, async (tx) => {
    const lane = await readLane(tx, { resource: 'customers', localId: '7' });
    return changeLane(tx, ports, { lane, event });
  });

const read: LaneEvent = { type: 'rowRead', row: aRow({ city: 'Reno' }) };

describe('the history', () => {
  it('[H8] is written together with the server copy, or not at all', async () => {
    const db = await withOne();
    await happen(db, read);
    expect(await db.history.toArray()).toEqual([{ n: 1, ...aNote('7', { at: 17 }) }]);
    const failing = inTx(db, async (tx) => {
      const lane = await readLane(tx, { resource: 'customers', localId: '7' });
      const event = { type: 'rowRead', row: aRow({ city: 'Elko' }) } as const;
      await changeLane(tx, ports, { lane, event });
      throw new Error('The device died.');
    });
    await expect(failing).rejects.toThrow('died');
    expect([await db.history.count(), (await db.customers.get('7'))?.server]).toMatchObject([
      1,
      { city: 'Reno' },
    ]);
  });

  it('[H8] is written with a page of rows', async () => {
    const db = await withOne();
    const rows = [aRecord({ localId: '7', server: { city: 'Reno' } }), aRecord({ localId: '8' })];
    await inTx(db, (tx) => putServerRows(tx, 'customers', { rows, history: [aNote('7')], now: 0 }));
    expect([await noted(db), await db.customers.count()]).toEqual([['customers/7'], 2]);
  });

  it('[H9] keeps the last 2,000 notes at most, however many arrive at once', async () => {
    const db = await withOne();
    for (const count of [1950, 49, 1, 1, 30, 250, 1, 98, 1, 1]) {
      const notes = Array.from({ length: count }, (_, n) => aNote(String(n)));
      await inTx(db, (tx) => writeHistory(tx, notes));
      const kept = await db.history.orderBy('n').primaryKeys();
      expect(kept.length).toBeLessThanOrEqual(2000);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(1900, kept.at(-1) ?? 0));
    }
    expect((await db.history.orderBy('n').last())?.n).toBe(2382);
  });

  it('[H10] leaves the device with its record', async () => {
    const db = await withOne();
    const others = [aNote('8'), aNote('7', { resource: 'projects' })];
    await inTx(db, (tx) => writeHistory(tx, [aNote('7'), ...others, aNote('7')]));
    await happen(db, { type: 'rowGone' });
    expect(await noted(db)).toEqual(['customers/8', 'projects/7']);
    await inTx(db, (tx) => dropRecords(tx, 'customers', ['8', '9']));
    expect(await noted(db)).toEqual(['projects/7']);
    await inTx(db, (tx) => dropHistory(tx, 'projects', ['7']));
    expect(await noted(db)).toEqual([]);
  });

  it('[H11] moves to the record that its own was merged into, in order', async () => {
    const db = await withOne();
    await inTx(db, (tx) => writeHistory(tx, [aNote('7', { at: 1 }), aNote('made', { at: 2 }), aNote('8')]));
    const [from, to] = ['7', 'made'].map((localId) => ({ resource: 'customers', localId }) as const);
    await inTx(db, (tx) => moveHistory(tx, from ?? aNote(''), to ?? aNote('')));
    expect(await noted(db)).toEqual(['customers/made', 'customers/made', 'customers/8']);
  });

  it('[H13] does not keep a database on the device', async () => {
    const db = await withOne();
    await happen(db, read);
    expect(await leaveIfSettled(db)).toBe(true);
  });
});
