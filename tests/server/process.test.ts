import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownIdentity } from '../../server/db/process-identity.ts';
import { JWT_SECRET } from '../support/server/server.ts';
import { preparedDataDir, runToEnd, startServer } from '../support/server/server-process.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

async function signIn(url: string, username = 'demo', password = 'restoration'): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { access: string }).access;
}

async function countCustomers(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}${CUSTOMERS}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { count: number }).count;
}

async function addCustomer(url: string, token: string, email: string): Promise<void> {
  const response = await fetch(`${url}${CUSTOMERS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email }),
  });
  expect(response.status).toBe(201);
}

// Each test starts several processes, on machines that may be busy.
const PATIENCE = { timeout: 120_000 };

/** Where others may reach it, with a key of its own. */
const REACHED = { HOST: '0.0.0.0', JWT_SECRET };

describe('the server process', PATIENCE, () => {
  it('says last where it is and how to sign in, and has what was stored after a stop and a kill -9', async () => {
    const env = { DATA_DIR: await preparedDataDir() };
    const lock = join(env.DATA_DIR, 'database.lock');
    const first = await startServer(env);
    expect(first.stdout().trimEnd().split('\n').slice(-2)).toEqual([
      `Restoration CRM is ready: ${first.url}`,
      'Sign in as demo / restoration',
    ]);
    const token = await signIn(first.url);
    expect(await countCustomers(first.url, token)).toBe(200);
    await addCustomer(first.url, token, 'stop@example.com');
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(existsSync(lock)).toBe(false);

    const second = await startServer(env);
    // The key is kept in the database, so the token of before is still good; and nothing was seeded again.
    expect(await countCustomers(second.url, token)).toBe(201);
    await addCustomer(second.url, token, 'kill@example.com');
    await second.stop('SIGKILL');
    expect(existsSync(lock)).toBe(true);

    const third = await startServer({ ...env, ...REACHED });
    expect(third.stdout()).toContain(
      'WARNING: anybody can sign in as demo with the published password restoration, and other machines may reach ' +
        'HOST (0.0.0.0). Change it: npm run admin -- reset-password --username demo',
    );
    expect(await countCustomers(third.url, await signIn(third.url))).toBe(202);
    const ended = await third.stop('SIGINT');
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain('reads its data again');
  });

  it.runIf(process.platform === 'linux')(
    'that starts after a power cut has every app read its data again, once',
    async () => {
      const env = { DATA_DIR: await preparedDataDir(), SEED: 'none', JWT_SECRET };
      const lock = join(env.DATA_DIR, 'database.lock');
      await writeFile(lock, JSON.stringify({ ...ownIdentity(), started: 'another boot/17' }));
      const server = await startServer(env);
      expect((await server.stop()).stderr).toContain('Every app now reads its data again.');
      expect(existsSync(join(env.DATA_DIR, 'database.cut-off'))).toBe(false);
      const made = await runToEnd('admin', ['create-company', '--name', 'Acme'], { env });
      expect(made.stdout).toMatch(/^Company \d{8,} created: Acme/);
    },
  );

  it('begins empty where others reach it', async () => {
    const empty = await startServer({ ...REACHED, DATA_DIR: await preparedDataDir() });
    expect(empty.stdout()).not.toContain('restoration');
    expect(await signIn(empty.url)).toBeUndefined();
  });

  it('has its data folder and its port alone: others are told in words, and it goes on', async () => {
    const env = { DATA_DIR: await preparedDataDir(), SEED: 'none', JWT_SECRET };
    const first = await startServer(env);
    const second = await runToEnd('main', [], { env: { ...env, PORT: '0' } });
    const admin = await runToEnd('admin', ['list-companies'], { env });
    for (const { code, stderr } of [second, admin]) {
      expect(code).toBe(1);
      expect(stderr).toContain('is in use by a running server');
      expect(stderr).toContain(String(first.child.pid));
      expect(stderr).not.toMatch(/^ +at /m);
    }

    const port = new URL(first.url).port;
    const third = await runToEnd('main', [], {
      env: { DATA_DIR: await preparedDataDir(), SEED: 'none', JWT_SECRET, PORT: port },
    });
    expect(third).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`:${port} is already in use`) as string,
    });
    expect((await fetch(`${first.url}/api/health/`)).status).toBe(200);
  });

  it('names the variable that is wrong, and opens nothing', async () => {
    const ended = await runToEnd('main', [], { env: { PORT: 'http', SEED: 'some' } });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/PORT must be a port number/);
    expect(ended.stderr).toMatch(/SEED must be demo or none/);
  });

  it('does not start beyond the demo without a key of its own, and makes no data folder', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    const ended = await runToEnd('main', [], { env: { DATA_DIR, SEED: 'none', PORT: '0' } });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('JWT_SECRET is missing. It is required because SEED is none.');
    expect(ended.stderr).toContain('openssl rand -base64 48');
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('logs requests as JSON, without passwords, tokens, bodies or query strings', async () => {
    const server = await startServer({ DATA_DIR: await preparedDataDir(), LOG_LEVEL: 'trace' });
    const token = await signIn(server.url);
    await addCustomer(server.url, token, 'logged@example.com');
    await fetch(`${server.url}${CUSTOMERS}?search=private-words`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { stdout } = await server.stop();
    expect(stdout).toContain(`"path":"${CUSTOMERS}","status":201`);
    const logged = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    for (const secret of [token, 'restoration"', 'logged@example.com', 'private-words']) {
      expect(logged).not.toContain(secret);
    }
  });
});

describe('the admin command', PATIENCE, () => {
  it('makes a company and a user who can sign in, with a password from standard input', async () => {
    const env = { DATA_DIR: await preparedDataDir(), SEED: 'none', JWT_SECRET };
    const admin = (words: readonly string[], input?: string) =>
      runToEnd('admin', words, { env, ...(input === undefined ? {} : { input }) });
    expect(await admin(['create-company', '--name', 'Acme Restoration'])).toMatchObject({
      code: 0,
      stdout: 'Company 1 created: Acme Restoration (enterprise)\n',
    });
    const wanted = ['create-user', '--company', 'Acme Restoration', '--username', 'ann', '--password-stdin'];
    const made = await admin(wanted, 'correct horse battery\n');
    expect(made).toMatchObject({ code: 0, stdout: 'User ann of Acme Restoration created.\n' });

    const generated = await admin(['create-user', '--company', '1', '--username', 'bob']);
    const password = /^Password: (\S{20,})$/m.exec(generated.stdout)?.[1] ?? '';

    const server = await startServer(env);
    expect(server.stdout()).not.toContain('Sign in as');
    for (const [username, text] of [
      ['ann', 'correct horse battery'],
      ['bob', password],
    ] as const) {
      expect(await countCustomers(server.url, await signIn(server.url, username, text))).toBe(0);
    }
  });

  it('ends with words and a failure where it does not understand', async () => {
    const ended = await runToEnd('admin', ['drop-company'], { env: {} });
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Usage:/) as string });
  });
});
