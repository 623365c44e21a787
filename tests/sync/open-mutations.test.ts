import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { OpenMutations } from '../../src/sync/engine/observer.ts';
import { aDatabase, inTx } from '../support/browser/test-database.ts';
import { appendMutation, changeMutation, removeMutation } from '../support/lanes/raw-lane.ts';
import { aMutation, aNewMutation } from '../support/records/mutations.ts';
import { atTestEnd } from '../support/test/test-end.ts';

let db: Databases;
let open: OpenMutations;

beforeEach(async () => {
  db = await aDatabase();
  open = new OpenMutations(db);
  atTestEnd(() => open.close());
});

async function poll(): Promise<string[]> {
  const { relaxed } = db;
  const seen = await relaxed.transaction('r', relaxed.outbox, relaxed.meta, (tx) => open.read(tx));
  return seen.map(({ id, state }) => `${id} ${state}`);
}

async function append(...ids: string[]): Promise<void> {
  await inTx(db.strict, async (tx) => {
    for (const id of ids) await appendMutation(tx, aNewMutation({ id }));
  });
}

async function find(id: string): Promise<Mutation> {
  return (await db.relaxed.outbox.where('id').equals(id).first()) ?? aMutation();
}

/** A write of another tab, of which this one has not been told yet. */
async function untold(write: () => Promise<unknown>): Promise<void> {
  const committed = vi.spyOn(db.changes, 'committed').mockImplementation(() => {});
  await write().finally(() => committed.mockRestore());
}

describe('the outbox as the loop polls it', () => {
  it('is in the order of acceptance, and knows what was added, changed and finished through either connection', async () => {
    await append('a', 'b');
    expect(await poll()).toEqual(['a queued', 'b queued']);
    const [a, b] = [await find('a'), await find('b')];
    await append('c');
    await inTx(db.relaxed, (tx) => changeMutation(tx, b, { state: 'sending' }));
    await inTx(db.strict, (tx) => removeMutation(tx, a));
    expect(await poll()).toEqual(['b sending', 'c queued']);
    expect(await poll()).toEqual(['b sending', 'c queued']);
  });

  it('reads at once what another tab has added, changed or finished, also if the message was lost', async () => {
    await append('a', 'b');
    await poll();
    await untold(() => append('c'));
    expect(await poll()).toEqual(['a queued', 'b queued', 'c queued']);
    const b = await find('b');
    await untold(() => inTx(db.strict, (tx) => removeMutation(tx, b)));
    expect(await poll()).toEqual(['a queued', 'c queued']);
    const a = await find('a');
    await untold(() => inTx(db.relaxed, (tx) => changeMutation(tx, a, { state: 'sending' })));
    expect(await poll()).toEqual(['a sending', 'c queued']);
  });

  it('is read completely if the keys of a write are unknown', async () => {
    await append('a');
    await poll();
    await append(...Array.from({ length: 60 }, (_, n) => `n${n}`));
    await db.relaxed.outbox.bulkPut(
      (await db.relaxed.outbox.toArray()).map((one) => ({ ...one, state: 'parked' })),
    );
    expect(new Set(await poll())).toContain('a parked');
  });

  it('misses nothing after a poll that failed', async () => {
    await append('a');
    await poll();
    const a = await find('a');
    await inTx(db.relaxed, (tx) => changeMutation(tx, a, { state: 'parked' }));
    const { relaxed } = db;
    const broken = relaxed.transaction('r', relaxed.outbox, relaxed.meta, async (tx) => {
      const reading = open.read(tx);
      tx.abort();
      await reading;
    });
    await expect(broken).rejects.toThrow('abort');
    expect(await poll()).toEqual(['a parked']);
  });
});
