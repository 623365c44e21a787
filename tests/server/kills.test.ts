import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDataFolder } from '../../server/db/data-folder.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { postgresDriver } from '../../server/db/postgres-driver.ts';
import { addDemoUser } from '../kills/demo-user.ts';
import { killTrials } from '../kills/kill-trials.ts';
import { customerOf, WrittenRecords } from '../kills/written-records.ts';
import { startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { databaseTemplate } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

const trials = (env: Record<string, string>, times: number) =>
  killTrials({ server: join(inject('serverBundle'), 'main.js'), env, times, random: seededRandom(7) });

describe('a server that is killed while four clients write', { timeout: 180_000 }, () => {
  it('has every confirmed write again on the embedded database, ten times', async () => {
    const dataDir = await temporaryFolder();
    const db = await openDataFolder({ dataDir, template: await databaseTemplate() });
    await addDemoUser(db);
    await db.close();
    const { confirmed, problems } = await trials({ DATA_DIR: dataDir }, 10);
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThanOrEqual(50);
  });

  it.runIf(!postgres.missing)('has every confirmed write again on PostgreSQL, twenty times', async () => {
    const url = await postgres.database();
    const db = guardDatabase(postgresDriver(url, () => undefined));
    await addDemoUser(db);
    await db.close();
    const { confirmed, problems } = await trials({ DATABASE_URL: url }, 20);
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThanOrEqual(100);
  });
});

describe('the look at what is there after a kill can fail', () => {
  const [one, two] = ['one@example.com', 'two@example.com'] as const;
  const written = (): WrittenRecords => {
    const records = new WrittenRecords();
    for (const version of [1, 2]) {
      records.sending(one, version);
      records.answered(one);
    }
    records.sending(one, 3);
    records.sending(two, 1);
    return records;
  };

  it.each([
    ['a confirmed record is gone', [], 'one@example.com shows null, and 2 was confirmed'],
    [
      'it is older than what was confirmed',
      [customerOf(one, 1)],
      'one@example.com shows 1, and 2 was confirmed',
    ],
    ['it is half written', [{ ...customerOf(one, 2), city: 'City 3' }], 'one@example.com is half written'],
    ['it is there twice', [customerOf(one, 2), customerOf(one, 2)], 'a record is there twice'],
    ['nobody sent it', [customerOf(one, 2), customerOf('x', 1)], 'x is there, and nobody sent it'],
  ])('%s', (_, rows, problem) => {
    expect(written().compare(rows)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['as they were confirmed', [customerOf(one, 2)]],
    ['with what was under way', [customerOf(one, 3), customerOf(two, 1)]],
  ])('and not where the records are %s', (_, rows) => {
    expect(written().compare(rows)).toEqual([]);
  });
});
