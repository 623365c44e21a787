import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { addDemoUser } from '../kills/demo-user.ts';
import { killTrials } from '../kills/kill-trials.ts';
import { customerOf, WrittenRecords } from '../kills/written-records.ts';
import {
  databaseTemplate,
  isOnPostgres,
  newPostgresDatabase,
  openPostgres,
} from '../support/empty-database.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a server that is killed while four clients write', { timeout: 180_000 }, () => {
  // A start on the embedded database takes three times as long.
  const times = isOnPostgres() ? 20 : 10;

  it(`has every confirmed write again, ${times} times`, async () => {
    const [db, env] = await place();
    await addDemoUser(db);
    await db.close();
    const server = join(inject('serverBundle'), 'main.js');
    const { confirmed, problems } = await killTrials({ server, env, times, random: seededRandom(7) });
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThanOrEqual(times * 5);
  });
});

/** An empty database that outlives its server, and how a server is told of it. */
async function place(): Promise<[Database, Record<string, string>]> {
  if (isOnPostgres()) {
    const url = await newPostgresDatabase('migrated');
    return [openPostgres(url), { DATABASE_URL: url }];
  }
  const dataDir = await temporaryFolder();
  return [await openDataFolder({ dataDir, template: await databaseTemplate() }), { DATA_DIR: dataDir }];
}

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
