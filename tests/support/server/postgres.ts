import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { runSql } from './run-sql.ts';

export interface PostgresServer {
  /** 'postgres://admin@127.0.0.1:<port>'. The user is a superuser, and no password is needed. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a new, empty PostgreSQL server with the programs in a folder. Unless it is `durable`, it does not wait for the
 * disk.
 */
export async function startPostgres(
  programs: string,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<PostgresServer> {
  const owner = ownerOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'crm-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);

  const port = await freePort();
  const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = ['listen_addresses=127.0.0.1', ...(durable ? [] : forgetful)];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  // If this process exits early, it must not leave the server running.
  const stopNow = (): void => void server.kill('SIGQUIT');
  process.once('exit', stopNow);
  const url = `postgres://admin@127.0.0.1:${port}`;
  await untilReady(`${url}/postgres`, server);
  return {
    url,
    async stop() {
      process.off('exit', stopNow);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a database like a customer's, whose owner may create roles and has no other rights. Returns its URL. */
export async function ownDatabase({ url }: PostgresServer): Promise<string> {
  await runSql(`${url}/postgres`, 'create role crm login createrole', 'create database crm owner crm');
  const own = new URL('crm', `${url}/`);
  own.username = 'crm';
  return own.href;
}

/** Returns the user that runs the server: the current one, or another if we are root, which PostgreSQL refuses. */
function ownerOfServer(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, user: string) =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout || Number.NaN);
  const users = ['postgres', 'nobody'].map((user) => ({ uid: id('-u', user), gid: id('-g', user) }));
  const known = users.find(({ uid, gid }) => !Number.isNaN(uid) && !Number.isNaN(gid));
  if (!known) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
  return known;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    try {
      await runSql(url, 'select 1');
      return;
    } catch {
      await delay(50);
    }
  }
  throw new Error('postgres did not get ready');
}
