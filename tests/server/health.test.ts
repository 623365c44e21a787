import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { Draining } from '../../server/process/draining.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await build();
});

afterAll(async () => {
  await server.close();
});

const LIVE = ['/health/live', '/health/live/'] as const;
const READY = ['/health/ready', '/health/ready/', '/api/health/'] as const;

/** The same server with a database that answers in another way. */
async function withQuery(query: () => Promise<never>, options: { databaseLimitMs?: number } = {}) {
  const db: Database = { ...server.db, query };
  return build({ db, ...options });
}

describe('how the server is', () => {
  it.each([...LIVE, ...READY])('is answered at %s, and kept by nobody', async (path) => {
    expect(await send(server, `GET ${path}`)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      json: { status: 'ok' },
    });
  });

  it('is asked nowhere else: another address is a 404 in JSON, for a browser too', async () => {
    const answer = await send(server, 'GET /health/other', { headers: { accept: 'text/html' } });
    expect(answer).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
  });

  it('is that it lives but is not ready while its database is away', async () => {
    const away = await withQuery(() => Promise.reject(new DatabaseUnavailableError(new Error('refused'))));
    for (const path of LIVE) expect((await send(away, `GET ${path}`)).status).toBe(200);
    for (const path of READY) {
      expect(await send(away, `GET ${path}`)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    }
    await away.app.close();
  });

  it('is that it is not ready where its database hangs, which is asked once and not again and again', async () => {
    let asked = 0;
    const hanging = await withQuery(
      () => {
        asked += 1;
        return new Promise<never>(() => {});
      },
      { databaseLimitMs: 20 },
    );
    for (const path of READY) {
      expect(await send(hanging, `GET ${path}`)).toMatchObject({
        status: 503,
        json: { detail: 'The database is not responding.' },
      });
    }
    expect(asked).toBe(1);
    expect((await send(hanging, 'GET /health/live')).status).toBe(200);
    await hanging.app.close();
  });

  it('is that it lives but is not ready while it stops, and that each answer is the last on its connection', async () => {
    const draining = new Draining();
    const stopping = await build({ db: server.db, draining });
    expect((await send(stopping, 'GET /health/ready')).status).toBe(200);
    draining.begin();
    for (const path of READY) {
      expect(await send(stopping, `GET ${path}`)).toMatchObject({
        status: 503,
        headers: { connection: 'close' },
        json: { detail: 'The server is stopping.' },
      });
    }
    expect(await send(stopping, 'GET /health/live')).toMatchObject({
      status: 200,
      headers: { connection: 'close' },
    });
    await stopping.app.close();
  });
});
