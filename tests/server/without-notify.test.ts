import { afterEach, describe, expect, inject, it } from 'vitest';
import type { ChangeSignal } from '../../server/config/config.ts';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { type PostgresOptions, postgresDriver } from '../../server/db/postgres-driver.ts';
import { ChangeEvents } from '../../server/events/change-events.ts';
import { watchChanges } from '../../server/events/watch-changes.ts';
import { newPostgresDatabase, openPostgres } from '../support/server/empty-database.ts';
import { eventsOf } from '../support/server/events.ts';
import { postgresGate } from '../support/server/postgres-gate.ts';
import { runSql } from '../support/server/run-sql.ts';
import { send } from '../support/server/send.ts';
import { build, JWT_SECRET, listen, type TestAccount, type TestServer } from '../support/server/server.ts';
import { runToEnd, startServer } from '../support/server/server-process.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
/** So seldom that a test would be over: whoever is told within it was notified. */
const NEVER_POLLS: ChangeSignal = { kind: 'notify', pollMs: 3_600_000 };

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serverAt(
  url: string,
  changeSignal: ChangeSignal,
  options: PostgresOptions = {},
): Promise<TestServer> {
  const db = guardDatabase(postgresDriver(url, () => undefined, options));
  const server = await build({ db, extensions: new Set(EXTENSIONS), changeSignal });
  servers.push(server);
  return server;
}

/** Takes the right to notify from everybody but superusers, in this database. */
async function revokeNotify(url: string): Promise<void> {
  const admin = new URL(inject('postgres')?.url ?? '');
  admin.pathname = new URL(url).pathname;
  await runSql(
    admin.href,
    'revoke execute on function pg_notify(text, text) from public, restoration_app, crm',
  );
  await expect(runSql(url, "select pg_notify('x', 'y')")).rejects.toThrow('permission denied');
}

let serial = 0;
async function make(server: TestServer, { token }: TestAccount): Promise<void> {
  serial += 1;
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${serial}@example.com` };
  const { status, json } = await send(server, `POST ${CUSTOMERS}`, { token, body });
  expect({ status, json }).toMatchObject({ status: 201 });
}

/** Returns the log messages about the choice of the signal. */
async function wordsOf(url: string, trialMs?: number): Promise<readonly string[]> {
  const words: string[] = [];
  const log = { warn: (_: object, text: string) => words.push(text), error: () => undefined };
  const db = openPostgres(url);
  const signal: ChangeSignal = { kind: 'notify', pollMs: 1_000 };
  const stop = await watchChanges({
    db,
    changes: new ChangeEvents(),
    log,
    signal,
    ...(trialMs === undefined ? {} : { trialMs }),
  });
  await stop();
  await db.close();
  return words;
}

describe('where pg_notify may not be executed and LISTEN is refused', () => {
  it('two servers start, writes go through, and what one of them changes reaches a stream of the other', {
    timeout: 120_000,
  }, async () => {
    const url = await newPostgresDatabase('migrated');
    await revokeNotify(url);
    const gate = await postgresGate(url, 'refused');
    await expect(runSql(gate, 'listen company_changes')).rejects.toThrow('LISTEN is not supported here');
    const env = { DATABASE_URL: gate, JWT_SECRET, SEED: 'demo', CHANGE_POLL_SECONDS: '0.2' };
    const first = await startServer(env);
    const second = await startServer(env);
    for (const server of [first, second])
      expect(server.stdout()).toContain(
        'The database refuses LISTEN: changes are polled every 0.2 s instead',
      );

    const signIn = await fetch(`${first.url}/api/v1/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'restoration' }),
    });
    const { access } = (await signIn.json()) as { access: string };
    const events = await eventsOf({ fetch: (path, init) => fetch(`${second.url}${path}`, init) }, access);
    expect(await events.changes(1)).toBe(1);
    for (const told of [2, 3]) {
      const made = await fetch(`${first.url}${CUSTOMERS}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email: `ann${told}@example.com` }),
      });
      expect(made.status).toBe(201);
      expect(await events.changes(told)).toBe(told);
    }
  });

  it.each([
    ['LISTEN', async (url: string) => postgresGate(url, 'refused'), 'The database refuses LISTEN'],
    [
      'pg_notify',
      async (url: string) => {
        await revokeNotify(url);
        return url;
      },
      'The database refuses pg_notify',
    ],
  ])('%s alone is enough to look instead, and the log says so', async (_, refuse, words) => {
    const url = await refuse(await newPostgresDatabase('migrated'));
    expect(await wordsOf(url)).toEqual([`${words}: changes are polled every 1 s instead`]);
    const signal: ChangeSignal = { kind: 'notify', pollMs: 50 };
    const [first, second] = [await serverAt(url, signal), await serverAt(url, signal)];
    const ann = await first.account('ann');
    const events = await eventsOf(await listen(second), ann.token);
    expect(await events.changes(1)).toBe(1);
    await make(first, ann);
    expect(await events.changes(2)).toBe(2);
  });
});

describe('behind a pooler by transactions, which takes a LISTEN and tells nobody', () => {
  it('the trial at the start finds it out, and the log names LISTEN_URL', async () => {
    const gate = await postgresGate(await newPostgresDatabase('migrated'), 'forgotten');
    const [words, ...others] = await wordsOf(gate, 300);
    expect(words).toContain('accepts LISTEN but delivers no notifications');
    expect(words).toContain('set LISTEN_URL to a direct connection');
    expect(others).toEqual([]);
  });

  it('LISTEN_URL is where it listens, and everything else goes through the pooler', async () => {
    const url = await newPostgresDatabase('migrated');
    const gate = await postgresGate(url, 'forgotten');
    const server = await serverAt(gate, NEVER_POLLS, { listenUrl: url });
    const ann = await server.account('ann');
    const events = await eventsOf(await listen(server), ann.token);
    await make(server, ann);
    expect(await events.changes(1)).toBe(1);
  });

  it('a LISTEN_URL that leads nowhere ends the start with words that name it, and no password', async () => {
    const DATABASE_URL = await newPostgresDatabase('migrated');
    const LISTEN_URL = 'postgres://crm:hunter2@127.0.0.1:1/none';
    const { code, stderr } = await runToEnd('main', [], {
      env: { DATABASE_URL, LISTEN_URL, JWT_SECRET, PORT: '0' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('LISTEN_URL names a database that cannot be reached: connect ECONNREFUSED');
    expect(stderr).not.toMatch(/hunter2|^ +at /m);
  });
});

describe('servers that look for changes by choice', () => {
  it('notify nobody: commits need not go through one by one', async () => {
    const url = await newPostgresDatabase('migrated');
    const told: (string | null)[] = [];
    const listener = openPostgres(url);
    const stop = await listener.listen('company_changes', (payload) => told.push(payload));
    const quiet = await serverAt(url, { kind: 'poll', pollMs: 50 }, { isQuiet: true });
    const loud = await serverAt(url, NEVER_POLLS);
    const [ann, bob] = [await quiet.account('ann'), await loud.account('bob')];
    told.length = 0;
    const events = await eventsOf(await listen(quiet), ann.token);
    expect(await events.changes(1)).toBe(1);
    await make(quiet, ann);
    expect(await events.changes(2)).toBe(2);
    await make(loud, bob);
    await expect.poll(() => told, PATIENT).toEqual([String(bob.user.companyId)]);
    await stop();
    await listener.close();
  });
});
