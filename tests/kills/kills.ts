/**
 * Kills the built server while clients write, one by one and in batches, and looks for every acknowledged write; and while
 * they send photos, and reads every acknowledged one. On both databases, or on the one that is named.
 *
 *   npm run build && npm run test:kills -- --times 20 --seed 1 --least 100 --database pglite --what files
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { postgresDriver } from '../../server/db/postgres-driver.ts';
import { ownDatabase, startPostgres } from '../support/server/postgres.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { addDemoUser } from './demo-user.ts';
import { fileTrials } from './file-trials.ts';
import { killTrials } from './kill-trials.ts';
import type { Problem } from './written-records.ts';

const SERVER = 'build/server/main.js';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    least: { type: 'string', default: '100' },
    database: { type: 'string' },
    what: { type: 'string' },
  },
});
const [times, least] = [values.times, values.least].map(Number);
if (times === undefined || !Number.isInteger(times) || times < 1)
  throw new Error('--times must be a whole number greater than 0');
if (least === undefined || !Number.isInteger(least) || least < 1)
  throw new Error('--least must be a whole number greater than 0');
if (values.database !== undefined && !['pglite', 'postgres'].includes(values.database))
  throw new Error('--database must be pglite or postgres');
if (values.what !== undefined && !['changes', 'files'].includes(values.what))
  throw new Error('--what must be changes or files');
if (!existsSync(SERVER)) throw new Error(`${SERVER} is missing: run \`npm run build\` first`);

if (values.database !== 'postgres') await tryEmbedded();
if (values.database !== 'pglite') {
  const programs = findPostgres();
  if (programs !== undefined) await tryOnPostgres(programs);
  else if (values.database === undefined)
    console.log('PostgreSQL was not tested, because it is not on this machine');
  else throw new Error('There is no PostgreSQL on this machine');
}

async function tryEmbedded(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crm-kills-'));
  try {
    await prepare(await openDataFolder({ dataDir: folder }));
    await tryOn('the embedded database', { DATA_DIR: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tryOnPostgres(folderOfPrograms: string): Promise<void> {
  const server = await startPostgres(folderOfPrograms);
  const folder = await mkdtemp(join(tmpdir(), 'crm-kills-'));
  try {
    const url = await ownDatabase(server);
    await prepare(guardDatabase(postgresDriver(url, () => undefined)));
    await tryOn('PostgreSQL', { DATABASE_URL: url, DATA_DIR: folder });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function prepare(db: Database): Promise<void> {
  await addDemoUser(db);
  await db.close();
}

async function tryOn(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  if (values.what !== 'files') await tryChanges(name, env);
  if (values.what !== 'changes') await tryFiles(name, env);
}

async function tryFiles(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const random = seededRandom(Number(values.seed));
  const trials = { server: SERVER, env, times: Number(times), random, least: Number(least) };
  const { kills, acknowledged, fewest, repeated, missing, rows } = await fileTrials(trials);
  console.log(
    `${name}: ${kills} kills, ${acknowledged} files acknowledged (${fewest} or more before each kill), ` +
      `${rows} with a row, ${repeated} sent again, ${missing.length} missing`,
  );
  for (const text of missing) console.log(`  ${text}`);
  if (missing.length > 0) process.exitCode = 1;
}

async function tryChanges(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const random = seededRandom(Number(values.seed));
  const { kills, acknowledged, fewest, repeated, problems } = await killTrials({
    server: SERVER,
    env,
    times: Number(times),
    random,
    least: Number(least),
  });
  const count = (wanted: Problem['kind']): number => problems.filter(({ kind }) => kind === wanted).length;
  console.log(
    `${name}: ${kills} kills, ${acknowledged} writes acknowledged (${fewest} or more before each kill), ` +
      `${repeated} creations sent again, ${count('lost')} lost, ${count('doubled')} doubled, ` +
      `${count('other')} otherwise wrong`,
  );
  for (const { text } of problems) console.log(`  ${text}`);
  if (problems.length > 0) process.exitCode = 1;
}
