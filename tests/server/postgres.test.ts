import { describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { newPostgresDatabase, openPostgres } from '../support/empty-database.ts';
import { send, sortedStatuses } from '../support/send.ts';
import { build, JWT_SECRET } from '../support/server.ts';
import { runToEnd, startServer } from '../support/server-process.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

describe('many at once on PostgreSQL', () => {
  it('eight that send one email at once make one customer, time and again', async () => {
    const server = await build();
    const { token } = await server.account('ann');
    for (let round = 0; round < 10; round += 1) {
      const body = { first_name: 'Ann', last_name: 'Lee', email: `race${round}@example.com` };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send(server, `POST ${CUSTOMERS}`, { token, body })),
      );
      expect(sortedStatuses(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    }
    await server.close();
  });

  it('twenty estimates made at once, beside typed numbers, have twenty numbers; none is a 500', async () => {
    const server = await build();
    const { token } = await server.account('ann');
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body: ann });
    const estimate = { title: 'Roof', customer: (json as { id: number }).id, subtotal: 1 };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const typed = index % 2 === 0 ? {} : { estimate_number: `EST-${String(index).padStart(6, '0')}` };
        const body = { ...estimate, valid_until: '2026-01-31', ...typed };
        return send(server, `POST /api/v1/estimates/estimates/`, { token, body });
      }),
    );
    const drawn = answers.filter((_, index) => index % 2 === 0);
    expect(sortedStatuses(drawn)).toEqual(Array(20).fill(201));
    for (const { status } of answers) expect([201, 400]).toContain(status);
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map((answer) => (answer.json as { estimate_number: string }).estimate_number);
    expect(new Set(numbers).size).toBe(numbers.length);
    await server.close();
  });

  it('a customer who is deleted while projects are made goes before them, or stays', async () => {
    const server = await build();
    const { token } = await server.account('ann');
    for (let round = 0; round < 20; round += 1) {
      const ann = { first_name: 'Ann', last_name: 'Lee', email: `ann${round}@example.com` };
      const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body: ann });
      const customer = (json as { id: number }).id;
      const body = { title: 'Roof', customer };
      const [deleted, ...projects] = await Promise.all([
        send(server, `DELETE ${CUSTOMERS}${customer}/`, { token }),
        ...Array.from({ length: 4 }, () => send(server, 'POST /api/v1/projects/projects/', { token, body })),
      ]);
      const made = projects.filter(({ status }) => status === 201);
      expect(deleted.status).toBe(made.length > 0 ? 409 : 204);
      for (const { status } of projects) expect([201, 400]).toContain(status);
    }
    await server.close();
  });

  it('changes and deletions of one record do not wait for each other for ever', async () => {
    const server = await build();
    const { token } = await server.account('ann');
    for (let round = 0; round < 20; round += 1) {
      const ann = { first_name: 'Ann', last_name: 'Lee', email: `both${round}@example.com` };
      const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body: ann });
      const url = `${CUSTOMERS}${(json as { id: number }).id}/` as const;
      const [deleted, ...changed] = await Promise.all([
        send(server, `DELETE ${url}`, { token }),
        ...['Reno', 'Boise', 'Salem'].map((city) => send(server, `PATCH ${url}`, { token, body: { city } })),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of changed) expect([200, 404]).toContain(status);
    }
    await server.close();
  });

  it('six that send one refresh token at once get one successor', async () => {
    const server = await build();
    await server.account('ann');
    const body = { username: 'ann', password: "ann's password" };
    const { json } = await send(server, 'POST /api/v1/auth/token/', { body });
    const { refresh } = json as { refresh: string };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } }),
      ),
    );
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => (answer.json as { refresh: string }).refresh)).size).toBe(1);
    await server.close();
  });

  it('two servers that start on one new database seed it once', async () => {
    const url = await newPostgresDatabase('template0');
    const servers = [openPostgres(url), openPostgres(url)];
    const seeded = await Promise.all(
      servers.map(async (db) => {
        await migrate(db);
        return seedDemo(db, new Date());
      }),
    );
    expect(seeded.filter(Boolean)).toHaveLength(1);
    await Promise.all(servers.map((db) => db.close()));
  });
});

describe('the server process on PostgreSQL', { timeout: 120_000 }, () => {
  it('serves the demo company as the owner of the database, who is no superuser', async () => {
    const env = { DATABASE_URL: await newPostgresDatabase('template0'), JWT_SECRET, SEED: 'demo' };
    const server = await startServer(env);
    const pair = await fetch(`${server.url}/api/v1/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'restoration' }),
    });
    const { access } = (await pair.json()) as { access: string };
    const list = () => fetch(`${server.url}${CUSTOMERS}`, { headers: { authorization: `Bearer ${access}` } });
    expect(await (await list()).json()).toMatchObject({ count: 200 });

    expect(await runToEnd('admin', ['list-companies'], { env })).toMatchObject({
      code: 0,
      stdout: '1  Northwind Restoration  (enterprise)\n',
    });
    const deactivate = ['deactivate-user', '--username', 'demo'];
    expect(await runToEnd('admin', deactivate, { env })).toMatchObject({ code: 0 });
    expect((await list()).status).toBe(401);
  });
});
