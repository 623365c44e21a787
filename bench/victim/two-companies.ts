import { spawn } from 'node:child_process';
import { Client } from '../server/load.ts';
import { type Program, signIn, startServer } from '../server/programs.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
/** Enough customers that a list of five is one page of many. */
const BOOK = 200;
const PASSWORD = 'a password for benches';

/** A server with two unrelated companies. */
export interface TwoCompanies {
  readonly server: Program;
  readonly victimToken: string;
  readonly attackerToken: string;
}

/** Starts a server with two companies, which are made first. `env` names an empty database. */
export async function startWithTwoCompanies(env: Readonly<Record<string, string>>): Promise<TwoCompanies> {
  for (const name of ['victim', 'attacker']) {
    await admin(env, ['create-company', '--name', name]);
    await admin(env, ['create-user', '--company', name, '--username', name, '--password-stdin'], PASSWORD);
  }
  const server = await startServer(env);
  const [victimToken, attackerToken] = await Promise.all(
    ['victim', 'attacker'].map((username) => signIn(server.url, { username, password: PASSWORD })),
  );
  if (victimToken === undefined || attackerToken === undefined) throw new Error('Nobody was signed in');
  await fill(new Client(server.url, { authorization: `Bearer ${victimToken}` }));
  return { server, victimToken, attackerToken };
}

async function fill(client: Client): Promise<void> {
  for (let n = 0; n < BOOK; n += 1) {
    const body = JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email: `ann.${n}@example.com` });
    await client.must({ method: 'POST', path: CUSTOMERS, body });
  }
  client.close();
}

function admin(env: Readonly<Record<string, string>>, words: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, ['build/server/admin.js', ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`admin ${words[0] ?? ''} ended with ${String(code)}`)),
    );
  });
}
