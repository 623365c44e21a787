import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { startPostgres } from '../support/server/postgres.ts';
import { JWT_SECRET } from '../support/server/server.ts';
import { runToEnd, startServer } from '../support/server/server-process.ts';
import { composeOf, interpolated } from '../support/sources/deployment-files.ts';

const SCRIPT = resolve('deploy', 'create-database.sh');
const SECRETS = {
  SITE_ADDRESS: 'crm.example.com',
  JWT_SECRET,
  POSTGRES_PASSWORD: 'a'.repeat(48),
  CRM_DATABASE_PASSWORD: 'b'.repeat(48),
};

it('the server of compose.yaml starts on the database that compose.yaml has PostgreSQL make', {
  timeout: 120_000,
}, async () => {
  const programs = findPostgres() ?? '';
  const postgres = await startPostgres(programs);
  onTestFinished(() => postgres.stop());
  const { hostname, port } = new URL(postgres.url);
  const { services } = composeOf(interpolated(readFileSync('compose.yaml', 'utf8'), SECRETS).text);
  const made = spawnSync(SCRIPT, {
    encoding: 'utf8',
    env: {
      PATH: [programs, process.env['PATH']].join(delimiter),
      PGHOST: hostname,
      PGPORT: port,
      POSTGRES_USER: 'admin',
      CRM_DATABASE_PASSWORD: SECRETS.CRM_DATABASE_PASSWORD,
    },
  });
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });

  const given = services['server']?.environment ?? {};
  const url = new URL(given['DATABASE_URL'] ?? '');
  url.hostname = hostname;
  url.port = port;
  const env = { ...given, DATABASE_URL: url.href };
  const server = await startServer(env);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await runToEnd('admin', ['create-company', '--name', 'Acme'], { env })).toMatchObject({
    code: 0,
    stdout: 'Company 1 created: Acme (enterprise)\n',
  });
});
