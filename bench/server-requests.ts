import { PGlite } from '@electric-sql/pglite';
import type { InjectOptions } from 'fastify';
import { findPostgres } from '../scripts/find-postgres.mjs';
import { buildApp } from '../server/app.ts';
import { Tokens } from '../server/auth/tokens.ts';
import type { Database } from '../server/db/database.ts';
import { guardDatabase } from '../server/db/guarded-database.ts';
import { migrate } from '../server/db/migrate.ts';
import { PGLITE_PARSERS, pgliteDriver } from '../server/db/pglite-driver.ts';
import { postgresDriver } from '../server/db/postgres-driver.ts';
import { findUserByName } from '../server/repositories/accounts.ts';
import { beginSession } from '../server/repositories/sessions.ts';
import { DEMO_SIGN_IN, seedDemo } from '../server/seed/seed-demo.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { runSql } from '../tests/support/run-sql.ts';

// What a request costs on either database, without the network: `npx tsx bench/server-requests.ts`.

const ROUNDS = 400;
const SETTINGS = {
  secret: 'a secret that only signs the tokens of this',
  accessSeconds: 900,
  refreshSeconds: 900,
};
const CUSTOMERS = '/api/v1/customers/customers/';

await measure('PGlite', guardDatabase(pgliteDriver(await PGlite.create({ parsers: PGLITE_PARSERS }))));
const programs = findPostgres();
if (programs === undefined) {
  console.log('There is no PostgreSQL here.');
} else {
  const server = await startPostgres(programs);
  try {
    await runSql(
      `${server.url}/postgres`,
      'create role crm login createrole',
      'create database crm owner crm',
    );
    const url = new URL('crm', `${server.url}/`);
    url.username = 'crm';
    await measure('PostgreSQL', guardDatabase(postgresDriver(url.href, () => undefined)));
  } finally {
    await server.stop();
  }
}

async function measure(name: string, db: Database): Promise<void> {
  await migrate(db);
  await seedDemo(db, new Date());
  const app = await buildApp({
    db,
    jwtSecret: SETTINGS.secret,
    accessTokenSeconds: SETTINGS.accessSeconds,
    refreshTokenSeconds: SETTINGS.refreshSeconds,
    staticDir: 'dist',
    extensions: new Set(),
    logLevel: 'silent',
  });
  const user = await findUserByName(db, DEMO_SIGN_IN.username);
  const sessionId = user && (await beginSession(db, user));
  if (!user || !sessionId) throw new Error('The demo user cannot sign in');
  const token = await new Tokens(SETTINGS).access({ userId: user.id, sessionId });
  const authorization = `Bearer ${token}`;
  let made = 0;
  const requests: Readonly<Record<string, () => InjectOptions>> = {
    'list of 50': () => ({ method: 'GET', url: `${CUSTOMERS}?page_size=50` }),
    'one record': () => ({ method: 'GET', url: `${CUSTOMERS}7/` }),
    figures: () => ({ method: 'GET', url: `${CUSTOMERS}dashboard_stats/` }),
    create: () => ({
      method: 'POST',
      url: CUSTOMERS,
      payload: { first_name: 'Ann', last_name: 'Lee', email: `bench${(made += 1)}@example.com` },
    }),
    change: () => ({ method: 'PATCH', url: `${CUSTOMERS}7/`, payload: { city: `Town ${(made += 1)}` } }),
  };
  for (const [kind, request] of Object.entries(requests)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const { statusCode } = await app.inject({ ...request(), headers: { authorization } });
      times.push(performance.now() - start);
      if (statusCode >= 300) throw new Error(`${kind} answered ${statusCode}`);
    }
    const ofAll = (share: number) => times.sort((a, b) => a - b)[Math.floor(ROUNDS * share)]?.toFixed(2);
    console.log(`${name}  ${kind.padEnd(10)}  median ${ofAll(0.5)} ms  tenth ${ofAll(0.1)} ms`);
  }
  await app.close();
  await db.close();
}
