import { describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { BusyError } from '../../server/db/database-errors.ts';
import { migrate } from '../../server/db/migrate.ts';
import { postgresDriver } from '../../server/db/postgres-driver.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { newPostgresDatabase, openPostgres } from '../support/server/empty-database.ts';
import { MIGRATED } from '../support/server/postgres-for-all.ts';
import { type Answer, send, sortedStatuses } from '../support/server/send.ts';
import { build, JWT_SECRET } from '../support/server/server.ts';
import { runToEnd, startServer } from '../support/server/server-process.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ESTIMATES = '/api/v1/estimates/estimates/';

describe('many at once on PostgreSQL', () => {
  it('eight that send one number at once make one estimate, time and again', async () => {
    const server = await build();
    const { token } = await server.account('ann');
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body: ann });
    const estimate = { title: 'Roof', customer: (json as { id: number }).id, subtotal: 1 };
    for (let round = 0; round < 10; round += 1) {
      const body = { ...estimate, valid_until: '2026-01-31', estimate_number: `RACE-${round}` };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send(server, `POST ${ESTIMATES}`, { token, body })),
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

  it('estimates that are made and given new numbers do not wait for each other for ever', async () => {
    const url = await newPostgresDatabase(MIGRATED);
    const server = await build({ db: openPostgres(url) });
    const { token } = await server.account('ann');
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body: ann });
    const customer = (json as { id: number }).id;
    const body = { title: 'Roof', customer, subtotal: 1, valid_until: '2026-01-31' };
    const made = await send(server, `POST ${ESTIMATES}`, { token, body });
    const estimate = `${ESTIMATES}${(made.json as { id: number }).id}/` as const;
    const answers: Answer[] = [];
    const repeat = async (once: () => Promise<Answer>): Promise<void> => {
      for (let n = 0; n < 25; n += 1) answers.push(await once());
    };
    const create = () => send(server, `POST ${ESTIMATES}`, { token, body });
    const renumber = () => send(server, `PATCH ${estimate}`, { token, body: { estimate_number: '' } });
    await Promise.all([create, create, create, renumber, renumber, renumber].map(repeat));
    for (const { status } of answers) expect([200, 201]).toContain(status);
    await server.close();
    // One that was run once more would have been answered as well. A connection has told what it counted when it is gone.
    const after = openPostgres(url);
    await vi.waitFor(async () => {
      const others = 'datname = current_database() and pid <> pg_backend_pid()';
      expect(await after.query(`select pid from pg_stat_activity where ${others}`)).toEqual([]);
    }, PATIENT);
    const counted = 'select deadlocks from pg_stat_database where datname = current_database()';
    expect(await after.query(counted)).toEqual([{ deadlocks: 0 }]);
    await after.close();
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

  it('a connection that nobody gives back in time is a busy database, not one that is away', {
    timeout: 120_000,
  }, async () => {
    const driver = postgresDriver(await newPostgresDatabase('template0'), () => undefined);
    const ends: (() => void)[] = [];
    const held = Array.from({ length: driver.connections }, () =>
      driver.transaction(() => new Promise<void>((resolve) => ends.push(resolve))),
    );
    await vi.waitFor(() => expect(ends).toHaveLength(driver.connections), PATIENT);
    await expect(driver.query('select 1')).rejects.toThrow(BusyError);
    for (const end of ends) end();
    await Promise.all(held);
    expect(await driver.query('select 1 as one')).toEqual([{ one: 1 }]);
    await driver.close();
  });

  it('a connection that breaks while it commits makes no change of its batch look as if it were stored', async () => {
    const server = await build({ extensions: new Set(EXTENSIONS) });
    const { token } = await server.account('ann');
    await server.db.transaction((tx) =>
      tx.script(`
        create function leave() returns trigger language plpgsql security definer as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
        create constraint trigger leaving after insert on customers deferrable initially deferred
          for each row execute function leave();`),
    );
    const mutations = ['Ann', 'Bob'].map((first_name) => ({
      id: first_name,
      method: 'POST',
      resource: 'customers',
      body: { first_name, last_name: 'Lee', email: `${first_name}@example.com` },
    }));
    const { json } = await send(server, 'POST /api/v1/sync/batch/', { token, body: { mutations } });
    expect(json).toMatchObject({ results: [{ status: 503 }, { status: 503 }] });
    await server.db.transaction((tx) => tx.script('drop function leave() cascade'));
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 0 });
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
