import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { SHORT_LIVED } from '../../support/short-lived.ts';
import { Companion } from './companion.ts';
import { BERT, CARL } from './people.ts';
import type { Credentials } from './sign-in.ts';

/** Where the fixtures find the data folder that every test starts with a copy of. */
export const TEMPLATE_VARIABLE = 'E2E_TEMPLATE_DIR';

const ADMIN = 'build/server/admin.js';

/** Makes the demo data and the people once: a first start takes seconds, a start on a copy a fraction of one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  for (const needed of ['dist/index.html', 'build/server/main.js'])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run \`npm run build\` first`);
  const template = await Companion.create({ env: { SEED: 'demo' } });
  await template.stop();
  const { dataDir } = template;
  const [demoCompany = ''] = (await admin(dataDir, ['list-companies'])).split(' ');
  await admin(dataDir, ['create-company', '--name', 'Elsewhere Ltd']);
  await addUser(dataDir, demoCompany, CARL);
  await addUser(dataDir, 'Elsewhere Ltd', BERT);
  process.env[TEMPLATE_VARIABLE] = dataDir;
  return () => template.remove();
}

async function addUser(dataDir: string, company: string, user: Credentials): Promise<void> {
  const words = ['create-user', '--company', company, '--username', user.username, '--password-stdin'];
  await admin(dataDir, words, user.password);
}

/** Runs the administrator's command on a data folder that no server has open. */
async function admin(dataDir: string, words: readonly string[], input = ''): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const child = spawn(process.execPath, [...SHORT_LIVED, ADMIN, ...words], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [printed, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (child.exitCode !== 0) throw new Error(`admin ${words.join(' ')}: ${complaint}`);
  return printed;
}
