import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import { fileKey } from '../../server/files/file-storage.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import { addDemoUser } from '../kills/demo-user.ts';
import { fileTrials, missingFiles } from '../kills/file-trials.ts';
import { killTrials } from '../kills/kill-trials.ts';
import { TrialClient } from '../kills/killed-server.ts';
import { projectOf, WrittenRecords } from '../kills/written-records.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { isOnPostgres, newPostgresDatabase, openPostgres } from '../support/server/empty-database.ts';
import { fileOf, hashOf, storedPicture } from '../support/server/files.ts';
import { build, listen } from '../support/server/server.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

/** Acknowledged between a start and its kill. */
const LEAST = 100;

describe('a server that is killed while four clients write', { timeout: 300_000 }, () => {
  // A start on the embedded database takes three times as long.
  const times = isOnPostgres() ? 10 : 5;

  it(`has every acknowledged write again, once, ${times} times`, async () => {
    const [db, env] = await place();
    await addDemoUser(db);
    await db.close();
    const server = join(inject('serverBundle'), 'main.js');
    const random = seededRandom(7);
    const { acknowledged, fewest, problems } = await killTrials({ server, env, times, random, least: LEAST });
    expect(problems).toEqual([]);
    expect(fewest).toBeGreaterThanOrEqual(LEAST);
    expect(acknowledged).toBeGreaterThanOrEqual(times * LEAST);
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

describe('a server that is killed while four clients send photos', { timeout: 300_000 }, () => {
  const times = 3;
  const least = 25;

  it(`has every acknowledged photo, ${times} times`, async () => {
    const [db, env] = await place();
    await addDemoUser(db);
    await db.close();
    const server = join(inject('serverBundle'), 'main.js');
    const DATA_DIR = env['DATA_DIR'] ?? (await temporaryFolder());
    const random = seededRandom(8);
    const trials = { server, env: { ...env, DATA_DIR }, times, random, least };
    const { acknowledged, missing } = await fileTrials(trials);
    expect(missing).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(times * least);
  });
});

it('the look at photos after a kill can fail', async () => {
  const folder = await temporaryFolder();
  const files = new FileShelf(new FolderStorage(folder, async () => ({ free: 1e12, total: 1e12 })));
  const server = await build({ extensions: new Set(['attachments']), files });
  const { user, token } = await server.account('ann');
  const client = new TrialClient((await listen(server)).url, token);
  const [whole, rotten] = [
    await storedPicture(server, token, 'whole'),
    await storedPicture(server, token, 'rotten'),
  ];
  const never = hashOf(fileOf('jpeg', 'never sent'));
  await writeFile(join(folder, fileKey(user.companyId, rotten)), fileOf('jpeg', 'x'));
  expect(await missingFiles(client, [whole, rotten, never])).toEqual([
    `${rotten} has other bytes`,
    `${never} is not stored`,
  ]);
  await server.close();
});

describe('the look at what is there after a kill can fail', () => {
  const [one, two] = ['One', 'Two'] as const;
  const written = (): WrittenRecords => {
    const records = new WrittenRecords();
    for (const version of [1, 2]) {
      records.sending(one, version, 'uid 1');
      records.answered(one);
    }
    records.sending(one, 3, 'uid 1');
    records.sending(two, 1, 'uid 2');
    return records;
  };

  it.each([
    ['an acknowledged record is gone', [], 'lost', 'One shows null, but 2 was acknowledged'],
    [
      'it is older than what was acknowledged',
      [projectOf(one, 1)],
      'lost',
      'One shows 1, but 2 was acknowledged',
    ],
    ['it is half written', [{ ...projectOf(one, 2), city: 'City 3' }], 'other', 'One is half written'],
    ['it is there twice', [projectOf(one, 2), projectOf(one, 2)], 'doubled', 'One is there twice'],
    ['nobody sent it', [projectOf(one, 2), projectOf('x', 1)], 'other', 'x is there, but nobody sent it'],
  ])('%s', (_, rows, kind, problem) => {
    expect(written().compare(rows)).toEqual([{ kind, text: expect.stringContaining(problem) as string }]);
  });

  it.each([
    ['as they were acknowledged', [projectOf(one, 2)]],
    ['with what was under way', [projectOf(one, 3), projectOf(two, 1)]],
  ])('and not where the records are %s', (_, rows) => {
    expect(written().compare(rows)).toEqual([]);
  });
});

it('creations without an answer are known, to be sent again with their key', () => {
  const records = new WrittenRecords();
  records.sending('One', 1, 'uid 1');
  records.sending('Two', 1, 'uid 2');
  records.answered('Two');
  records.sending('Two', 2, 'uid 2');
  expect(records.unansweredCreations()).toEqual([{ title: 'One', uid: 'uid 1' }]);
});
