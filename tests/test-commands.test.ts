import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type StepResult, stepResult } from '../scripts/test/step-result.mjs';
import { temporaryFolder } from './support/test/temporary-folder.ts';

/** A folder with these files, inside the project: its tests find their libraries there. */
async function projectWith(files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir('node_modules/.cache', { recursive: true });
  const folder = await mkdtemp(resolve('node_modules/.cache/test-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Runs a command there, and returns the report that it wrote. */
async function reportOf(folder: string, name: string, ...args: readonly string[]): Promise<unknown> {
  const report = join(folder, 'report.json');
  spawnSync(resolve('node_modules/.bin', name), args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], TEST_REPORT: report },
  });
  return JSON.parse(await readFile(report, 'utf8'));
}

describe('the report of a run', () => {
  it('names what failed and what passed at the second try, in Vitest', async () => {
    const folder = await projectWith({
      'vitest.config.mjs': `export default { test: { include: ['*.test.mjs'], retry: 1 } };`,
      'some.test.mjs': `
        import { describe, expect, it } from 'vitest';
        let tries = 0;
        describe('a suite', () => {
          it('passes', () => {});
          it('fails', () => expect(1).toBe(2));
          it('passes late', () => expect(++tries).toBe(2));
          it.skip('sleeps', () => {});
        });`,
      'broken.test.mjs': `import './no-such-file.mjs';`,
      'hook.test.mjs': `
        import { beforeAll, describe, it } from 'vitest';
        describe('prepared', () => {
          beforeAll(() => { throw new Error('No.'); });
          it('is never reached', () => {});
        });`,
    });
    const reporter = resolve('scripts/test/vitest-reporter.mjs');
    const report = await reportOf(folder, 'vitest', 'run', `--reporter=${reporter}`);
    expect(report).toEqual({
      passed: 2,
      failed: expect.arrayContaining([
        'broken.test.mjs',
        'hook.test.mjs › prepared',
        'some.test.mjs › a suite > fails',
      ]) as string[],
      flaky: [{ name: 'some.test.mjs › a suite > passes late', trace: null }],
      skipped: expect.any(Number) as number,
    });
  });

  it('does the same in Playwright, with the trace of the try that failed', async () => {
    const folder = await projectWith({
      'playwright.config.mjs': `export default { testDir: '.', testMatch: '*.spec.mjs', outputDir: 'out', retries: 1 };`,
      'some.spec.mjs': `
        import { expect, test } from '@playwright/test';
        test('passes', () => {});
        test('fails', () => expect(1).toBe(2));
        test('passes late', async ({}, testInfo) => {
          await testInfo.attach('trace', { path: new URL('try-' + testInfo.retry, import.meta.url).pathname });
          expect(testInfo.retry).toBe(1);
        });
        test.skip('sleeps', () => {});`,
      'try-0': 'failed',
      'try-1': 'passed',
    });
    const reporter = resolve('scripts/test/playwright-reporter.mjs');
    const report = await reportOf(folder, 'playwright', 'test', `--reporter=${reporter}`);
    expect(report).toMatchObject({ passed: 2, failed: ['some.spec.mjs › fails'], skipped: 1 });
    const [late, ...others] = (report as StepResult).flaky;
    expect(others).toEqual([]);
    expect(late?.name).toBe('some.spec.mjs › passes late');
    expect(await readFile(join(folder, late?.trace ?? ''), 'utf8')).toBe('failed');
  });

  it('names an error outside of any test', async () => {
    const folder = await projectWith({
      'playwright.config.mjs': `export default { testDir: '.', testMatch: '*.spec.mjs', outputDir: 'out' };`,
      'some.spec.mjs': `import './no-such-file.mjs';`,
    });
    const reporter = resolve('scripts/test/playwright-reporter.mjs');
    const report = await reportOf(folder, 'playwright', 'test', `--reporter=${reporter}`);
    expect(report).toMatchObject({
      passed: 0,
      failed: expect.arrayContaining([expect.stringContaining('no-such-file.mjs')]) as string[],
    });
  });
});

it('a run without the part that was asked for names its own parts', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', 'postgres'], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^This run has no part 'postgres'\. Its parts: (?!.*postgres).*checks/);
});

describe('a step of the tests', () => {
  async function failedOf(ok: boolean, report: object | string | null): Promise<readonly string[]> {
    const file = join(await temporaryFolder(), 'report.json');
    if (report !== null) await writeFile(file, typeof report === 'string' ? report : JSON.stringify(report));
    return stepResult({ name: 'unit', seconds: 1, ok, report: file }).failed;
  }

  it.each([
    ['passes with tests that passed', true, { passed: 1, failed: [] }, []],
    ['fails by the names of its tests', false, { passed: 1, failed: ['a › b'] }, ['a › b']],
    ['fails if it ran no test', true, { passed: 0, failed: [] }, ['unit: ran no test']],
    ['fails if its command fails', false, { passed: 9, failed: [] }, ['unit: the command failed']],
    ['fails without a report', true, null, [expect.stringContaining('No report: ')]],
    ['fails with half a report', true, '{"passed": 1', [expect.stringContaining('No report: ')]],
  ])('%s', async (_, ok, report, failed) => {
    expect(await failedOf(ok, report)).toEqual(failed);
  });

  it('without a report counts only if it fails, under its own name', () => {
    const check = { name: 'size', seconds: 1 };
    expect(stepResult({ ...check, ok: true })).toMatchObject({ passed: 0, failed: [] });
    expect(stepResult({ ...check, ok: false })).toMatchObject({ passed: 0, failed: ['size'] });
  });
});

describe('the verdict on both commands', () => {
  const flaky = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `shaky ${n}`, trace: `traces/${n}.zip` }));
  const good = { passed: 10, failed: [], flaky: [] };

  async function verdict(fast: object | null, rest: object | null, codes: readonly [number, number]) {
    const folder = await temporaryFolder();
    const words = [];
    for (const [n, summary] of [fast, rest].entries()) {
      const file = join(folder, `${n}.json`);
      if (summary) await writeFile(file, JSON.stringify(summary));
      words.push(file, String(codes[n]));
    }
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test/verdict.mjs', ...words], {
      encoding: 'utf8',
    });
    return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) };
  }

  it.each<[string, object | null, object | null, [number, number], number, string]>([
    ['adds both up', good, { ...good, passed: 5 }, [0, 0], 0, '15 passed, 0 failed'],
    ['fails with a failed test', { ...good, failed: ['a'] }, good, [1, 0], 1, '20 passed, 1 failed'],
    [
      'accepts two flaky tests',
      { ...good, flaky: flaky(1) },
      { ...good, flaky: flaky(1) },
      [0, 0],
      0,
      '20 passed, 0 failed',
    ],
    [
      'refuses three',
      { ...good, flaky: flaky(1) },
      { ...good, flaky: flaky(2) },
      [0, 0],
      1,
      '20 passed, 1 failed',
    ],
    ['fails if one left no summary', good, null, [0, 0], 1, '10 passed, 1 failed'],
    ['fails if one ran no test', good, { ...good, passed: 0 }, [0, 0], 1, '10 passed, 1 failed'],
    ['fails if one ended badly all the same', good, good, [0, 137], 1, '20 passed, 1 failed'],
  ])('%s', async (_, fast, rest, codes, status, last) => {
    expect(await verdict(fast, rest, codes)).toMatchObject({ status, last });
  });

  it('names what failed and what was flaky, with its trace', async () => {
    const { stdout } = await verdict({ ...good, failed: ['a › b'] }, { ...good, flaky: flaky(1) }, [1, 0]);
    expect(stdout).toContain('a › b');
    expect(stdout).toContain('shaky 0 (traces/0.zip)');
  });
});
