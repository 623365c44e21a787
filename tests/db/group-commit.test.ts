import Dexie from 'dexie';
import { describe, expect, it } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import { GroupCommit, type Piece } from '../../src/db/group-commit.ts';
import { allMutations } from '../../src/db/outbox.ts';
import type { Tx } from '../../src/db/tables.ts';
import { aDatabase } from '../support/browser/test-database.ts';
import { appendMutation } from '../support/lanes/raw-lane.ts';
import { aNewMutation } from '../support/records/mutations.ts';
import { latch } from '../support/tab/scenario.ts';

function append(id: string, given: Partial<Piece<string>> = {}): Piece<string> {
  return {
    strict: false,
    resources: ['customers'],
    apart: false,
    work: async (tx) => {
      await appendMutation(tx, aNewMutation({ id }));
      return id;
    },
    ...given,
  };
}

async function stored({ relaxed }: Databases): Promise<string[]> {
  return (await relaxed.outbox.orderBy('seq').toArray()).map(({ id }) => id);
}

/** Counts commits that wrote into the outbox. */
function commitsOf(db: Databases): () => number {
  let commits = 0;
  Dexie.on('storagemutated', (parts) => {
    if (`idb://${db.name}/outbox/` in parts) commits += 1;
  });
  return () => commits;
}

describe('pieces of work that come while a transaction runs', () => {
  it('go into the next one together, in the order in which they came', async () => {
    const db = await aDatabase();
    const commits = commitsOf(db);
    const group = new GroupCommit(db);
    const running = latch();
    const first = group.commit(
      append('first', {
        work: async (tx) => {
          await appendMutation(tx, aNewMutation({ id: 'first' }));
          await Dexie.waitFor(running.opened);
          return 'first';
        },
      }),
    );
    await Promise.resolve();
    await Promise.resolve();
    const others = ['b', 'a', 'c'].map((id) => group.commit(append(id)));
    running.open();
    expect(await Promise.all([first, ...others])).toEqual(['first', 'b', 'a', 'c']);
    expect(await stored(db)).toEqual(['first', 'b', 'a', 'c']);
    expect(commits()).toBe(2);
  });

  it('are all stored before anybody is told', async () => {
    const db = await aDatabase();
    const group = new GroupCommit(db);
    const seen = ['a', 'b'].map((id) => group.commit(append(id)).then(() => stored(db)));
    expect(await Promise.all(seen)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await group.idle();
    expect(await group.commit(append('c'))).toBe('c');
  });

  it('wait for the disk where one of them must', async () => {
    const db = await aDatabase();
    const group = new GroupCommit(db);
    const connectionOf = async (tx: Tx): Promise<Dexie> => tx.db;
    const connections = await Promise.all([
      group.commit({ ...append('a'), work: connectionOf }),
      group.commit({ ...append('b'), work: connectionOf, strict: true }),
    ]);
    expect(connections).toEqual([db.strict, db.strict]);
    expect(await group.commit({ ...append('c'), work: connectionOf })).toBe(db.relaxed);
  });

  it('do not suffer for another that fails, of which nothing is stored', async () => {
    const db = await aDatabase();
    const group = new GroupCommit(db);
    const failing = append('b', {
      work: async (tx) => {
        await appendMutation(tx, aNewMutation({ id: 'b' }));
        throw new Error('It cannot be done.');
      },
    });
    const ends = await Promise.allSettled(
      [append('a'), failing, append('c')].map((one) => group.commit(one)),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ends[1]).toMatchObject({ reason: { message: 'It cannot be done.' } });
    expect(await stored(db)).toEqual(['a', 'c']);
    expect(await group.commit(append('d'))).toBe('d');
  });

  it('wait for one another unless they stand apart', async () => {
    const db = await aDatabase();
    const group = new GroupCommit(db);
    let under = 0;
    const look = (apart: boolean): Piece<number> => ({
      ...append('', { apart }),
      work: async (tx) => {
        under += 1;
        const most = under;
        await allMutations(tx);
        under -= 1;
        return most;
      },
    });
    const kinds = [true, true, false, false, true];
    expect(await Promise.all(kinds.map((apart) => group.commit(look(apart))))).toEqual([1, 2, 1, 1, 1]);
  });

  it('are all refused where the database is closed', async () => {
    const db = await aDatabase();
    const group = new GroupCommit(db);
    db.close();
    const ends = await Promise.allSettled([group.commit(append('a')), group.commit(append('b'))]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await group.idle();
  });
});
