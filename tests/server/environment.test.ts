import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/config/config.ts';
import { processEnvironment } from '../../server/config/environment.ts';
import { JWT_SECRET } from '../support/server/server.ts';
import { type Ended, preparedDataDir, runToEnd, startServer } from '../support/server/server-process.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

// Each test starts several processes, on machines that may be busy.
const PATIENCE = { timeout: 120_000 };

/** A working folder with a file .env of these lines. */
async function folderWith(...lines: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '.env'), lines.join('\n'));
  return folder;
}

const NO_PAIR = 'each line must be NAME=value or begin with #';

/** Why the settings of a working folder are refused. */
function faultIn(cwd: string): unknown {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return processEnvironment();
  } catch (error) {
    return error;
  } finally {
    process.chdir(before);
  }
}

/** Every program of the server, as far as it gets there. */
async function everyProgram(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly Ended[]> {
  return [
    await runToEnd('main', [], { env: { PORT: '0', ...env }, cwd }),
    await runToEnd('admin', ['list-companies'], { env, cwd }),
    await runToEnd('admin', ['backup', '--to', 'backups'], { env, cwd }),
  ];
}

describe('the file .env', PATIENCE, () => {
  it('is read by the server, by the admin command and by the backup alike', async () => {
    const dataDir = await preparedDataDir();
    const cwd = await folderWith(
      '# Comments, blank lines, quotes and Windows’ line ends are fine.',
      '',
      `DATA_DIR="${dataDir}"\r`,
      "export SEED='none'",
      `JWT_SECRET=${JWT_SECRET}`,
    );
    const admin = (...words: string[]) => runToEnd('admin', words, { env: {}, cwd });
    expect(await admin('create-company', '--name', 'Acme')).toMatchObject({ code: 0, stderr: '' });
    expect(await admin('list-companies')).toMatchObject({ stdout: '1  Acme  (enterprise)\n' });
    expect(await admin('backup', '--to', 'backups')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(join(cwd, 'backups'))).toHaveLength(1);
    const server = await startServer({}, [], cwd);
    // With the demo data it would say how to sign in.
    expect(server.stdout()).not.toContain('Sign in as');
    expect((await server.stop()).code).toBe(0);
    expect((await readdir(cwd)).sort()).toEqual(['.env', 'backups']);
  });

  it('is beaten by a real variable', async () => {
    const dataDir = await preparedDataDir();
    const cwd = await folderWith('DATA_DIR=./of-the-file', 'LOG_LEVEL=loud');
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };
    expect(await runToEnd('admin', ['list-companies'], { env, cwd })).toMatchObject({
      code: 0,
      stdout: 'There is no company yet.\n',
    });
    expect(await readdir(cwd)).toEqual(['.env']);
  });

  it('with a line that is not understood ends each program with its number, and never shows it', async () => {
    const cwd = await folderWith('SEED=none', 'JWT_SECRET: hunter2', 'DATA_DIR=./of-the-file');
    for (const { code, stdout, stderr } of await everyProgram(cwd)) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('Some settings are invalid:\n.env, line 2 is not understood: ');
      expect(stderr).toContain(NO_PAIR);
      expect(stderr).not.toContain('hunter2');
    }
    expect(await readdir(cwd)).toEqual(['.env']);
  });

  it('whose value is wrong ends each program with the variable', async () => {
    const cwd = await folderWith('\uFEFFLOG_LEVEL=loud');
    for (const { code, stderr } of await everyProgram(cwd)) {
      expect(code).toBe(1);
      expect(stderr).toContain('LOG_LEVEL must be fatal, error,');
    }
  });
});

describe('the fault of the file .env', () => {
  it.each([
    ['a colon for the sign of equality', 'JWT_SECRET: hunter2', NO_PAIR],
    ['a value on a line of its own', 'hunter2', NO_PAIR],
    ['a name that is missing', '=hunter2', NO_PAIR],
    [
      'a quote that is not closed',
      'JWT_SECRET="hunter2',
      'its value begins with a quote that is not closed on the same line',
    ],
  ])('is the line with %s, which is not shown', async (_, line, reason) => {
    const cwd = await folderWith('SEED=none', line, 'DATA_DIR=./of-the-file');
    expect(faultIn(cwd)).toEqual(new ConfigError(`.env, line 2 is not understood: ${reason}`));
  });

  it('is told in words where it cannot be read', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, '.env'));
    expect(faultIn(cwd)).toEqual(new ConfigError('.env exists but cannot be read (EISDIR)'));
  });
});
