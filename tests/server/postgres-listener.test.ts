import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenOnPostgres } from '../../server/db/postgres-listener.ts';
import { newPostgresDatabase } from '../support/server/empty-database.ts';
import { runSql } from '../support/server/run-sql.ts';
import { PATIENT } from '../support/test/patient.ts';

const CHANNEL = 'news';

let url = '';
let stop: () => Promise<void> = async () => undefined;
const heard: (string | null)[] = [];
const lost: Error[] = [];

beforeEach(async () => {
  url = await newPostgresDatabase('template0');
  heard.length = 0;
  lost.length = 0;
});
afterEach(() => stop());

async function listen(at: string): Promise<void> {
  stop = await listenOnPostgres({
    url: at,
    channel: CHANNEL,
    heard: (payload) => heard.push(payload),
    onLost: (error) => lost.push(error),
    heartbeatMs: 200,
  });
}

const tell = (what: string): Promise<void> => runSql(url, `notify ${CHANNEL}, '${what}'`);
const untilHeard = (what: string | null): Promise<void> =>
  vi.waitFor(() => expect(heard).toContain(what), PATIENT);

it('comes back after its connection was ended, and says that something may have been missed', async () => {
  await listen(url);
  await tell('first');
  await untilHeard('first');
  await runSql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query ilike 'listen%' or query = 'select 1')`,
  );
  await untilHeard(null);
  await tell('second');
  await untilHeard('second');
  expect(lost).toHaveLength(1);
});

it('comes back where the connection has died without a word', async () => {
  const { port, hostname } = new URL(url);
  const through: Socket[] = [];
  let isSilent = false;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    through.push(client, upstream);
    client.on('data', (data) => isSilent || upstream.write(data)).on('error', () => undefined);
    upstream.on('data', (data) => isSilent || client.write(data)).on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(typeof address === 'object' ? address?.port : '');
  await listen(own.href);
  isSilent = true;
  await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT);
  isSilent = false;
  await untilHeard(null);
  await tell('again');
  await untilHeard('again');
  await stop();
  for (const socket of through) socket.destroy();
  proxy.close();
});
