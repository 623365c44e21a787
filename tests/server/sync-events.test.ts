import { afterEach, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/extensions.ts';
import { revokeSessionsOf } from '../../server/repositories/sessions.ts';
import { eventsOf } from '../support/events.ts';
import { send } from '../support/send.ts';
import { build, type ListeningServer, listen, type TestServer } from '../support/server.ts';

const EVENTS = '/api/v1/sync/events/';
const CUSTOMERS = '/api/v1/customers/customers/';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function aServer(
  over: Parameters<typeof build>[0] = {},
): Promise<{ server: TestServer; at: ListeningServer }> {
  const server = await build({ extensions: new Set(EXTENSIONS), ...over });
  servers.push(server);
  return { server, at: await listen(server) };
}

let serial = 0;
async function make(server: TestServer, token: string): Promise<void> {
  serial += 1;
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${serial}@example.com` };
  expect((await send(server, `POST ${CUSTOMERS}`, { token, body })).status).toBe(201);
}

it('pokes everybody of the company after a commit, and nobody else', async () => {
  const { server, at } = await aServer();
  const [ours, theirs] = [await server.account('ours'), await server.account('theirs')];
  const own = await eventsOf(at, ours.token);
  const other = await eventsOf(at, theirs.token);
  await make(server, ours.token);
  expect(await own.changes(1)).toBe(1);
  await make(server, theirs.token);
  // The first that it hears of is its own company's: what came before was not for it.
  expect(await other.changes(1)).toBe(1);
  expect(await own.changes(1)).toBe(1);
});

it('does not poke where nothing was changed', async () => {
  const { server, at } = await aServer();
  const { token } = await server.account('ann');
  const events = await eventsOf(at, token);
  await send(server, `POST ${CUSTOMERS}`, { token, body: { first_name: 'Ann' } });
  await send(server, `GET ${CUSTOMERS}`, { token });
  await make(server, token);
  expect(await events.changes(1)).toBe(1);
});

it('asks who is there', async () => {
  const { at } = await aServer();
  expect((await at.fetch(EVENTS)).status).toBe(401);
});

it('is there only where it is offered', async () => {
  const { server, at } = await aServer({ extensions: new Set(['changes']) });
  const { token } = await server.account('ann');
  expect((await at.fetch(EVENTS, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
});

it('ends when the server stops, which does not wait for it', async () => {
  const { server, at } = await aServer();
  const { token } = await server.account('ann');
  const events = await eventsOf(at, token);
  const closing = server.close();
  servers.splice(0);
  expect(await events.ended()).toBe(true);
  await closing;
});

it('ends when its session does', async () => {
  const { server, at } = await aServer({ eventWatchMs: 50 });
  const { token, user } = await server.account('ann');
  const events = await eventsOf(at, token);
  await revokeSessionsOf(server.db, user.id);
  expect(await events.ended()).toBe(true);
});
