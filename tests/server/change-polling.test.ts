import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database, Row } from '../../server/db/database.ts';
import { ChangeEvents } from '../../server/events/change-events.ts';
import { pollForChanges, watchChanges } from '../../server/events/watch-changes.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { eventsOf } from '../support/server/events.ts';
import { send } from '../support/server/send.ts';
import { build, listen, type TestAccount, type TestServer } from '../support/server/server.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const EVERY_MS = 20;

const servers: TestServer[] = [];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const server of servers.splice(0)) await server.close();
});

async function aServer(over: Parameters<typeof build>[0] = {}): Promise<TestServer> {
  const server = await build({ extensions: new Set(EXTENSIONS), ...over });
  servers.push(server);
  return server;
}

let serial = 0;
async function make(server: TestServer, { token }: TestAccount): Promise<void> {
  serial += 1;
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${serial}@example.com` };
  expect((await send(server, `POST ${CUSTOMERS}`, { token, body })).status).toBe(201);
}

/** A database that counts looks, and fails them while it is told to. */
function watched(db: Database) {
  const state = { looks: 0, isAway: false };
  const query = async <R extends object = Row>(sql: string, values?: readonly unknown[]) => {
    if (sql.includes('from change_counters')) state.looks += 1;
    if (state.isAway) throw new Error('away');
    return db.query<R>(sql, values);
  };
  return { db: { ...db, query }, state };
}

it('sends a change event to a stream of the company whose data has changed, and nobody else', async () => {
  const server = await aServer({ changeSignal: { kind: 'poll', pollMs: EVERY_MS } });
  const [ours, theirs] = [await server.account('ours'), await server.account('theirs')];
  const at = await listen(server);
  const own = await eventsOf(at, ours.token);
  const other = await eventsOf(at, theirs.token);
  // The first look tells each once, since nobody knows what came before it.
  expect([await own.changes(1), await other.changes(1)]).toEqual([1, 1]);
  await make(server, ours);
  expect(await own.changes(2)).toBe(2);
  await make(server, ours);
  expect(await own.changes(3)).toBe(3);
  await make(server, theirs);
  expect(await other.changes(2)).toBe(2);
});

it('sends no query without listeners, and one statement for all companies with some', async () => {
  const server = await aServer();
  const { db, state } = watched(server.db);
  const changes = new ChangeEvents();
  stops.push(pollForChanges({ db, changes, everyMs: EVERY_MS, onFailed: () => undefined }));
  await delay(5 * EVERY_MS);
  expect(state.looks).toBe(0);
  const heard: string[] = [];
  const accounts = [await server.account('ann'), await server.account('bob')];
  for (const { user } of accounts) changes.subscribe(user.companyId, () => heard.push(user.username));
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(['ann', 'bob']), PATIENT);
  const before = state.looks;
  await vi.waitFor(() => expect(state.looks).toBeGreaterThan(before + 2), PATIENT);
  expect(heard).toHaveLength(2);
  for (const account of accounts) await make(server, account);
  await vi.waitFor(() => expect(heard.slice(2).toSorted()).toEqual(['ann', 'bob']), PATIENT);
});

it('reports its first failure in a row, goes on, and then tells of the changes in between', async () => {
  const server = await aServer();
  const ann = await server.account('ann');
  const { db, state } = watched(server.db);
  const changes = new ChangeEvents();
  let heard = 0;
  changes.subscribe(ann.user.companyId, () => {
    heard += 1;
  });
  const failures: unknown[] = [];
  stops.push(pollForChanges({ db, changes, everyMs: EVERY_MS, onFailed: (error) => failures.push(error) }));
  await vi.waitFor(() => expect(heard).toBe(1), PATIENT);
  state.isAway = true;
  const before = state.looks;
  await vi.waitFor(() => expect(state.looks).toBeGreaterThan(before + 3), PATIENT);
  expect(failures).toHaveLength(1);
  await make(server, ann);
  expect(heard).toBe(1);
  state.isAway = false;
  await vi.waitFor(() => expect(heard).toBe(2), PATIENT);
  state.isAway = true;
  await vi.waitFor(() => expect(failures).toHaveLength(2), PATIENT);
});

it('is no more once it was stopped', async () => {
  const server = await aServer();
  const { user } = await server.account('ann');
  const { db, state } = watched(server.db);
  const changes = new ChangeEvents();
  changes.subscribe(user.companyId, () => undefined);
  const stop = pollForChanges({ db, changes, everyMs: EVERY_MS, onFailed: () => undefined });
  await vi.waitFor(() => expect(state.looks).toBeGreaterThan(1), PATIENT);
  await stop();
  const before = state.looks;
  await delay(5 * EVERY_MS);
  expect(state.looks).toBe(before);
});

it('is not needed where the database tells: nothing is looked for, and nothing logged', async () => {
  const { db, state } = watched(await emptyDatabase());
  const logged: unknown[] = [];
  const log = {
    warn: (...words: unknown[]) => logged.push(words),
    error: (...words: unknown[]) => logged.push(words),
  };
  const changes = new ChangeEvents();
  changes.subscribe(1, () => undefined);
  const stop = await watchChanges({ db, changes, log, signal: { kind: 'notify', pollMs: EVERY_MS } });
  await delay(5 * EVERY_MS);
  await stop();
  await db.close();
  expect([state.looks, logged]).toEqual([0, []]);
});
