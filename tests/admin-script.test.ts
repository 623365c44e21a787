import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/test/temporary-folder.ts';

/** The repository as it was fetched, as far as npm's scripts for the operator go. */
async function fetched(): Promise<string> {
  const folder = await temporaryFolder();
  await cp('package.json', join(folder, 'package.json'));
  await cp('scripts/admin.mjs', join(folder, 'scripts', 'admin.mjs'));
  return folder;
}

function npm(folder: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe("the operator's scripts", () => {
  it('before a build say what to do', async () => {
    const folder = await fetched();
    expect(npm(folder, 'admin')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The server is not built yet: run "npm ci" and "npm run build" here first. (build/server/admin.js is missing.)\n',
    });
    await mkdir(join(folder, 'node_modules'));
    expect(npm(folder, 'backup').stderr).toMatch(
      /^The server is not built yet: run "npm run build" here first\./,
    );
  });

  it.each(['admin', 'backup', 'restore'])('after one hand their words on: %s', async (script) => {
    const folder = await fetched();
    await mkdir(join(folder, 'build', 'server'), { recursive: true });
    await writeFile(
      join(folder, 'build', 'server', 'admin.js'),
      'console.log(process.argv.slice(2).join(" "))',
    );
    const { status, stdout } = npm(folder, script, '--', '--to', 'here');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${script === 'admin' ? '' : `${script} `}--to here\n`,
    });
  });
});
