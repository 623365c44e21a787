/**
 * Kills the built server while clients write, and looks for every confirmed write, on both databases.
 *
 *   npm run build && npm run kills -- --times 20 --seed 1
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
import { ownDatabase, startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { addDemoUser } from './demo-user.ts';
import { killTrials } from './kill-trials.ts';

const SERVER = 'build/server/main.js';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times must be a whole number above 0');
if (!existsSync(SERVER)) throw new Error(`${SERVER} is missing: run \`npm run build\` first`);

const folder = await mkdtemp(join(tmpdir(), 'crm-kills-'));
try {
  await prepare(await openDataFolder({ dataDir: folder }));
  await tryOn('the embedded database', { DATA_DIR: folder });
} finally {
  await rm(folder, { recursive: true });
}
const programs = findPostgres();
if (programs === undefined) console.log('PostgreSQL is not tried: there is none on this machine');
else await tryOnPostgres(programs);

async function tryOnPostgres(folderOfPrograms: string): Promise<void> {
  const server = await startPostgres(folderOfPrograms);
  try {
    const url = await ownDatabase(server);
    await prepare(guardDatabase(postgresDriver(url, () => undefined)));
    await tryOn('PostgreSQL', { DATABASE_URL: url });
  } finally {
    await server.stop();
  }
}

async function prepare(db: Database): Promise<void> {
  await addDemoUser(db);
  await db.close();
}

async function tryOn(name: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { kills, confirmed, problems } = await killTrials({
    server: SERVER,
    env,
    times,
    random: seededRandom(Number(values.seed)),
  });
  console.log(
    `${name}: ${kills} kills, ${confirmed} confirmed writes, ${problems.length} of them not there again`,
  );
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
