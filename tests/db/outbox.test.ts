import { describe, expect, it } from 'vitest';
import { ENTRY_WATCH_MS } from '../../src/db/entry-watch.ts';
import { changeLane, readLane } from '../../src/db/lane-store.ts';
import { allMutations, findMutation, mutationsOf } from '../../src/db/mirror-and-outbox.ts';
import { writeJournal } from '../../src/db/past-changes.ts';
import type { AppDatabase, Tx } from '../../src/db/tables.ts';
import type { LaneEvent } from '../../src/outbox/lane-event.ts';
import type { Mutation, MutationChange } from '../../src/outbox/mutation.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aDatabase, aRecord, inTx } from '../support/browser/test-database.ts';
import { appendMutation } from '../support/lanes/raw-lane.ts';
import { aMutation, aNewMutation, aRefusal, changes } from '../support/records/mutations.ts';

const clock = new ManualClock(17);

/** Returns a database with one mutation. */
async function withOne(given: MutationChange = {}) {
  const { strict } = await aDatabase();
  await strict.customers.add(aRecord({ localId: 'a', server: { city: 'Boise' } }));
  await inTx(strict, (tx) => appendMutation(tx, aNewMutation(given)));
  const [seen] = await strict.outbox.toArray();
  if (!seen) throw new Error('Nothing was appended.');
  return { strict, seen };
}

async function happen(tx: Tx, seen: Mutation, event: LaneEvent) {
  const ports = { clock, random: () => 0.5, account: seen.owner };
  return changeLane(tx, ports, { lane: await readLane(tx, seen), event });
}

const PARKED = { state: 'parked', refusal: aRefusal() } as const;
const discard = { type: 'decided', mutationId: 'm-1', decision: { what: 'discard' } } as const;

describe('the outbox', () => {
  it('[Q3] keeps the order of acceptance, across records and within one', async () => {
    const { strict } = await aDatabase();
    const all = await inTx(strict, async (tx) => {
      for (const [id, localId] of [
        ['z', 'a'],
        ['y', 'b'],
        ['x', 'a'],
      ] as const) {
        await appendMutation(tx, aNewMutation({ id, localId }));
      }
      return [await allMutations(tx), await mutationsOf(tx, 'customers', 'a')];
    });
    expect(all.map((list) => list.map(({ id }) => id))).toEqual([
      ['z', 'y', 'x'],
      ['z', 'x'],
    ]);
  });

  it('[Q3] never reuses a place, even after the last change has left', async () => {
    const { strict, seen } = await withOne(PARKED);
    const next = await inTx(strict, async (tx) => {
      await happen(tx, seen, discard);
      return appendMutation(tx, aNewMutation({ id: 'm-2' }));
    });
    expect(next).toBeGreaterThan(seen.seq);
  });

  it('[Q22] notes each change that leaves it in the journal, with its outcome', async () => {
    const { strict, seen } = await withOne(PARKED);
    await inTx(strict, (tx) => happen(tx, seen, discard));
    expect(await strict.outbox.count()).toBe(0);
    expect(await strict.journal.toArray()).toMatchObject([
      {
        mutationId: 'm-1',
        resource: 'customers',
        localId: 'a',
        kind: 'update',
        outcome: 'cancelled',
        at: 17,
      },
    ]);
  });

  it('[Q2, Q22] neither loses a mutation nor notes it if the transaction fails', async () => {
    const { strict, seen } = await withOne(PARKED);
    const failing = inTx(strict, async (tx) => {
      await happen(tx, seen, discard);
      throw new Error('The device died.');
    });
    await expect(failing).rejects.toThrow('died');
    expect([await strict.outbox.count(), await strict.journal.count()]).toEqual([1, 0]);
  });

  it('[S17] does not write a change that would break a record', async () => {
    const refusal = { ...aRefusal(), reason: 'mayExistTwice' } as const;
    const { strict, seen } = await withOne({ kind: 'create', state: 'parked', refusal });
    const foreign = aMutation({ seq: 2, id: 'm-2', localId: '7', owner: 'somebody else' });
    const record = aRecord({ localId: '7', server: { city: 'Reno' } });
    const other = { resource: 'customers', localId: '7', record, mutations: [foreign] } as const;
    const decision = { what: 'keepOne', other } as const;
    const records = await strict.customers.toArray();
    const wrong = inTx(strict, (tx) => happen(tx, seen, { type: 'decided', mutationId: 'm-1', decision }));
    await expect(wrong).rejects.toThrow('has a change of another account');
    expect(await strict.outbox.toArray()).toEqual([seen]);
    expect(await strict.customers.toArray()).toEqual(records);
    expect(await strict.journal.count()).toBe(0);
  });
});

describe('[T2] a change is a compare-and-set', () => {
  it('[T2] is made if the mutation is as it was seen', async () => {
    const { strict, seen } = await withOne();
    await inTx(strict, (tx) => happen(tx, seen, { type: 'putOff', seen, nextAt: 5 }));
    expect(await inTx(strict, (tx) => findMutation(tx, 'm-1'))).toEqual({ ...seen, nextAt: 5 });
  });

  it.each([
    ['in another state', { state: 'sending', attemptId: null }],
    ['of another attempt', { attemptId: 'theirs' }],
    ['another change by now', { id: 'm-9' }],
  ] as const)('[T2] is not made if the mutation is %s', async (_name, other) => {
    const { strict, seen } = await withOne();
    const now = { ...seen, ...other, ...('state' in other ? { attemptId: 'theirs' } : {}) };
    await strict.outbox.put(now);
    const record = await strict.customers.get('a');
    await inTx(strict, (tx) => happen(tx, seen, { type: 'rowLeft', seen }));
    expect(await strict.outbox.toArray()).toEqual([now]);
    expect(await strict.customers.get('a')).toMatchObject({ server: record?.server ?? null });
  });

  it('[T2] is not made if the mutation has left', async () => {
    const { strict, seen } = await withOne();
    await strict.outbox.clear();
    await inTx(strict, (tx) => happen(tx, seen, { type: 'putOff', seen, nextAt: 1 }));
    expect(await strict.outbox.count()).toBe(0);
  });
});

describe('the journal', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const finish = (strict: AppDatabase, { from, to, at }: { from: number; to: number; at: number }) =>
    inTx(strict, async (tx) => {
      for (let n = from; n <= to; n += 1)
        await writeJournal(
          tx,
          { mutation: aMutation({ id: `m-${n}` }), outcome: 'confirmed', theirs: {} },
          at,
        );
    });
  const keptIn = async (strict: AppDatabase) =>
    (await strict.journal.toArray()).map(({ mutationId }) => mutationId);

  it('[Q22] keeps the last 500 finished mutations, and a few more, however old they are', async () => {
    const { strict } = await aDatabase();
    await finish(strict, { from: 1, to: 600, at: 0 });
    await finish(strict, { from: 601, to: 649, at: 15 * DAY_MS });
    expect(await keptIn(strict)).toHaveLength(649);
    await finish(strict, { from: 650, to: 650, at: 15 * DAY_MS });
    const kept = await keptIn(strict);
    expect(kept).toHaveLength(500);
    expect([kept[0], kept.at(-1)]).toEqual(['m-151', 'm-650']);
  });

  it('[Q22] keeps up to 2,000 of the last 14 days', async () => {
    const { strict } = await aDatabase();
    await finish(strict, { from: 1, to: 50, at: 0 });
    await finish(strict, { from: 51, to: 2000, at: 2 * DAY_MS });
    expect(await keptIn(strict)).toHaveLength(2000);
    await finish(strict, { from: 2001, to: 2150, at: 14 * DAY_MS });
    const kept = await keptIn(strict);
    expect(kept).toHaveLength(2000);
    expect([kept[0], kept.at(-1)]).toEqual(['m-151', 'm-2150']);
  });

  it('[M35] keeps changes of texts for a day, however many others finish', async () => {
    const { strict } = await aDatabase();
    const note = aMutation({
      id: 'note',
      resource: 'workOrders',
      fields: changes({ notes: ['', 'Wall open'] }),
    });
    await inTx(strict, (tx) => writeJournal(tx, { mutation: note, outcome: 'confirmed', theirs: {} }, 0));
    const isKept = async () =>
      (await strict.journal.toArray()).some(({ mutationId }) => mutationId === 'note');
    await finish(strict, { from: 1, to: 2100, at: ENTRY_WATCH_MS - 1 });
    expect(await isKept()).toBe(true);
    await finish(strict, { from: 2101, to: 2150, at: ENTRY_WATCH_MS });
    expect(await isKept()).toBe(false);
  });
});
