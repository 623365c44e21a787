import { type ChildProcess, fork, spawn } from 'node:child_process';
import { z } from 'zod';
import { DEMO_SIGN_IN } from '../../server/seed/seed-demo.ts';
import { type Call, Client } from './load.ts';

export interface Program {
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const SETTINGS = {
  PORT: '0',
  SEED: 'demo',
  LOG_LEVEL: 'silent',
  JWT_SECRET: 'a secret for benches that is long enough to sign with',
  // The bench's one user sends more than any device would.
  RATE_LIMIT_PER_MINUTE: '0',
  EVENT_STREAMS_PER_USER: '0',
  MAX_CONNECTIONS_PER_ADDRESS: '0',
};

/** Starts the built server as it ships, but without its log. */
export function startServer(env: Readonly<Record<string, string>>): Promise<Program> {
  const child = spawn(process.execPath, ['build/server/main.js'], {
    env: { PATH: process.env['PATH'], ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^Restoration CRM is ready: (\S+)$/m.exec(output)?.[1];
      if (url) resolve({ url, pid: child.pid, stop: () => stopped(child) });
    });
    child.once('exit', () => reject(new Error(`The server ended: ${output}`)));
  });
}

export function startConstant(
  answers: readonly { readonly call: Call; readonly text: string }[],
): Promise<Program> {
  const child = fork(new URL('./constant-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send([...answers]);
  return new Promise((resolve, reject) => {
    child.once('message', (url) =>
      resolve({ url: z.string().parse(url), pid: child.pid, stop: () => stopped(child) }),
    );
    child.once('exit', (code) => reject(new Error(`The server of constants ended with ${code}`)));
  });
}

/** Signs in, by default as the demo user. Returns the access token. */
export async function signIn(
  url: string,
  user: { readonly username: string; readonly password: string } = DEMO_SIGN_IN,
): Promise<string> {
  const client = new Client(url);
  const body = JSON.stringify(user);
  const text = await client.must({ method: 'POST', path: '/api/v1/auth/token/', body });
  client.close();
  return z.object({ access: z.string() }).parse(JSON.parse(text)).access;
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
