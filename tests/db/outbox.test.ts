import { describe, expect, it } from 'vitest';
import {
  allMutations,
  appendMutation,
  changeMutation,
  findMutation,
  finishMutation,
  mutationsOf,
} from '../../src/db/outbox.ts';
import { aMutation, aNewMutation, changes } from '../support/mutations.ts';
import { aDatabase, inTx } from '../support/test-database.ts';

/** A database with one queued mutation. */
async function withOne() {
  const { strict } = await aDatabase();
  await inTx(strict, (tx) => appendMutation(tx, aNewMutation()));
  const [seen] = await strict.outbox.toArray();
  if (!seen) throw new Error('Nothing was appended.');
  return { strict, seen };
}

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

  it('[Q3] never gives a place twice, even after the last one has left', async () => {
    const { strict, seen } = await withOne();
    const next = await inTx(strict, async (tx) => {
      await finishMutation(tx, seen, 'confirmed', 0);
      return appendMutation(tx, aNewMutation({ id: 'm-2' }));
    });
    expect(next).toBeGreaterThan(seen.seq);
  });

  it('[Q22] what leaves it is in the journal, with how it ended', async () => {
    const { strict, seen } = await withOne();
    await inTx(strict, (tx) => finishMutation(tx, seen, 'cancelled', 17));
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

  it('[Q2, Q22] a transaction that fails neither removes a mutation nor writes of it', async () => {
    const { strict, seen } = await withOne();
    const failing = inTx(strict, async (tx) => {
      await finishMutation(tx, seen, 'confirmed', 0);
      throw new Error('The device died.');
    });
    await expect(failing).rejects.toThrow('died');
    expect([await strict.outbox.count(), await strict.journal.count()]).toEqual([1, 0]);
  });
});

describe('[T2] a change is a compare-and-set', () => {
  it('[T2] is made while the mutation is as it was seen', async () => {
    const { strict, seen } = await withOne();
    const changed = await inTx(strict, (tx) =>
      changeMutation(tx, seen, { state: 'sending', attemptId: 't' }),
    );
    expect(changed).toMatchObject({ id: 'm-1', state: 'sending', attemptId: 't' });
    expect(await inTx(strict, (tx) => findMutation(tx, 'm-1'))).toEqual(changed);
  });

  it.each([
    ['in another state', { state: 'sending' }],
    ['of another attempt', { attemptId: 'theirs' }],
    ['another change by now', { id: 'm-9' }],
  ] as const)('[T2] is not made when the mutation is %s', async (_name, other) => {
    const { strict, seen } = await withOne();
    await strict.outbox.put({ ...seen, ...other });
    const fields = changes({ city: ['', 'Reno'] });
    expect(await inTx(strict, (tx) => changeMutation(tx, seen, { fields }))).toBeNull();
    expect((await strict.outbox.toArray())[0]).toEqual({ ...seen, ...other });
  });

  it('[T2] is not made when the mutation has left', async () => {
    const { strict, seen } = await withOne();
    await strict.outbox.clear();
    expect(await inTx(strict, (tx) => changeMutation(tx, seen, { nextAt: 1 }))).toBeNull();
    expect(await strict.outbox.count()).toBe(0);
  });
});

describe('the journal', () => {
  it('[Q22] keeps the last 500 finished mutations, and not many more', async () => {
    const { strict } = await aDatabase();
    await inTx(strict, async (tx) => {
      for (let n = 1; n <= 649; n += 1) await finishMutation(tx, aMutation({ id: `m-${n}` }), 'confirmed', n);
    });
    const kept = (await strict.journal.toArray()).map(({ mutationId }) => mutationId);
    expect(kept.length).toBeGreaterThanOrEqual(500);
    expect(kept.length).toBeLessThan(550);
    expect(kept.at(-1)).toBe('m-649');
    expect(kept).toContain('m-150');
  });
});
