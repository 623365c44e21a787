import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export interface TestPostgres {
  /** Why there is none, and nothing else here works; null where there is one. */
  readonly missing: string | null;
  /** A new, empty database of this server. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server of its own, or says why it cannot. */
export async function startPostgres(): Promise<TestPostgres> {
  const initdb = findProgram('initdb');
  const postgres = findProgram('postgres');
  if (!initdb || !postgres) return none('no initdb and postgres on this machine');
  const owner = ownerOfServer();
  if (!owner) return none('PostgreSQL does not run as root, and there is no user postgres');

  const folder = await mkdtemp(join(tmpdir(), 'crm-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(initdb, ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...owner,
    cwd: folder,
    encoding: 'utf8',
  });
  if (made.status !== 0) return none(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const server = spawn(
    postgres,
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const base = `postgres://test@127.0.0.1:${port}`;
  await untilReady(`${base}/postgres`, server);
  let number = 0;
  return {
    missing: null,
    async database() {
      const name = `test${(number += 1)}`;
      await run(`${base}/postgres`, `create database ${name}`);
      return `${base}/${name}`;
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function none(missing: string): TestPostgres {
  return {
    missing,
    database: () => Promise.reject(new Error(missing)),
    stop: () => Promise.resolve(),
  };
}

function findProgram(name: string): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const folders = [...versions, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Who the server runs as: ourselves, or the user postgres where we are root. */
function ownerOfServer(): { readonly uid?: number; readonly gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN);
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isNaN(uid) || Number.isNaN(gid) ? undefined : { uid, gid };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    try {
      await run(url, 'select 1');
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('postgres did not get ready');
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
