import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../server/db/database.ts';
import {
  OuterDatabaseError,
  TransactionEndedError,
  TransactionTimeoutError,
  UniqueViolationError,
} from '../../../server/db/database-errors.ts';
import { migrate } from '../../../server/db/migrate.ts';

/** Tests everything that the server expects of a driver. `open` returns an empty database. */
export function describeDatabaseContract(name: string, open: () => Promise<Database>): void {
  describe(`${name}`, () => {
    let db: Database;

    let outside: <T>(work: () => Promise<T>) => Promise<T>;

    beforeAll(async () => {
      outside = AsyncLocalStorage.snapshot();
      db = await open();
      await db.query('create table notes (name text, constraint notes_name_key unique (name))');
    });

    afterAll(async () => {
      await db.close();
    });

    const names = async () =>
      (await db.query<{ name: string }>('select name from notes order by name')).map((row) => row.name);
    const insert = (target: Pick<Database, 'query'>, note: string) =>
      target.query('insert into notes (name) values ($1)', [note]);

    it('gives ids and counts as numbers, dates and decimals as text, times as Date', async () => {
      const [row] = await db.query(
        `select 7::bigint as id, count(*) as n, date '2026-03-01' as day, 12.50::numeric(10, 2) as amount,
                timestamptz '2026-03-01T10:00:00Z' as time, true as yes, null as nothing`,
      );
      expect(row).toEqual({
        id: 7,
        n: 1,
        day: '2026-03-01',
        amount: '12.50',
        time: new Date('2026-03-01T10:00:00Z'),
        yes: true,
        nothing: null,
      });
    });

    it('commits a transaction whole, or not at all', async () => {
      await db.transaction(async (tx) => {
        await insert(tx, 'kept 1');
        await insert(tx, 'kept 2');
      });
      const broken = db.transaction(async (tx) => {
        await insert(tx, 'lost');
        throw new Error('changed my mind');
      });
      await expect(broken).rejects.toThrow('changed my mind');
      expect(await names()).toEqual(['kept 1', 'kept 2']);
    });

    it('names the constraint that a row breaks', async () => {
      await insert(db, 'twice');
      await expect(insert(db, 'twice')).rejects.toMatchObject({
        name: 'UniqueViolationError',
        constraint: 'notes_name_key',
      });
      await expect(db.transaction((tx) => insert(tx, 'twice'))).rejects.toThrow(UniqueViolationError);
    });

    it("keeps PostgreSQL's own code of any other error", async () => {
      await expect(db.query('select 1 / $1::int', [0])).rejects.toMatchObject({
        message: 'division by zero',
        code: '22012',
      });
      await expect(db.transaction((tx) => tx.script('select nothing'))).rejects.toMatchObject({
        code: '42703',
      });
    });

    it('lets nobody see what a transaction has not committed yet', async () => {
      let asked: Promise<readonly string[]> = Promise.resolve([]);
      await db.transaction(async (tx) => {
        await insert(tx, 'unseen');
        // Outside the transaction's context: inside it, the outer database refuses queries.
        asked = outside(names);
        await insert(tx, 'unseen either');
      });
      const seen = (await asked).filter((name) => name.startsWith('unseen'));
      // A database that waits returns both rows; one that does not wait returns none.
      expect([0, 2]).toContain(seen.length);
      expect(await names()).toEqual(expect.arrayContaining(['unseen', 'unseen either']));
    });

    it('refuses the outer database inside a transaction instead of waiting for ever', async () => {
      const inside = db.transaction(async (tx) => {
        await insert(tx, 'outer');
        await insert(db, 'never');
      });
      await expect(inside).rejects.toThrow(OuterDatabaseError);
      await expect(db.transaction(() => db.transaction(async () => undefined))).rejects.toThrow(
        OuterDatabaseError,
      );
      expect(await names()).not.toContain('outer');
    });

    it('rolls back a transaction that takes too long, and goes on', async () => {
      let goOn = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let tell: (error: unknown) => void = () => undefined;
      const late = new Promise<unknown>((resolve) => {
        tell = resolve;
      });
      const slow = db.transaction(
        async (tx) => {
          await insert(tx, 'slow');
          await ended;
          await insert(tx, 'later').then(tell, tell);
        },
        { timeoutMs: 50 },
      );
      await expect(slow).rejects.toThrow(TransactionTimeoutError);
      expect(await names()).not.toContain('slow');
      goOn();
      expect(await late).toBeInstanceOf(TransactionEndedError);
      expect(await names()).not.toContain('later');
    });

    it('tells who listens of what was committed, in order, and no more once they have stopped', async () => {
      const heard: (string | null)[] = [];
      const arrived = async (count: number) => {
        while (heard.length < count) await delay(5);
      };
      const stop = await db.listen('some_news', (payload) => heard.push(payload));
      await db.query("select pg_notify('other_news', 'not for us')");
      await db
        .transaction(async (tx) => {
          await tx.query("select pg_notify('some_news', 'rolled back')");
          throw new Error('no');
        })
        .catch(() => undefined);
      await db.transaction(async (tx) => {
        await tx.query("select pg_notify('some_news', 'first')");
      });
      await db.query("select pg_notify('some_news', 'second')");
      await arrived(2);
      await stop();
      const again = await db.listen('some_news', (payload) => heard.push(payload));
      await db.query("select pg_notify('some_news', 'third')");
      await arrived(3);
      await again();
      expect(heard).toEqual(['first', 'second', 'third']);
    });

    it('refuses a transaction that is over', async () => {
      const kept: Transaction[] = [];
      await db.transaction(async (tx) => {
        kept.push(tx);
      });
      await expect(kept[0]?.query('select 1')).rejects.toThrow(TransactionEndedError);
    });

    it('applies each migration once, also when several processes start at once', async () => {
      const outcomes = await Promise.all([migrate(db), migrate(db), migrate(db)]);
      const applied = outcomes.flat();
      expect(applied.length).toBeGreaterThan(1);
      expect(new Set(applied).size).toBe(applied.length);
      expect([...applied].sort()).toEqual(
        (await db.query<{ name: string }>('select name from migrations order by name')).map(
          (row) => row.name,
        ),
      );
      expect(await migrate(db)).toEqual([]);
    });
  });
}
