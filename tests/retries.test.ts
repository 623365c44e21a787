import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A browser test that fails is tried once more. One about loss, doubles, tabs, kills, accounts or drafts is not: what goes
// wrong there once in ten runs is a bug. A new file is not repeated unless it is named here.

const MAY_BE_REPEATED = {
  'tests/e2e': [
    'accessibility-tree',
    'appearance',
    'console',
    'dev',
    'drying-report',
    'first-day',
    'found',
    'import-files',
    'install',
    'installed',
    'keyboard',
    'landing',
    'list-scroll',
    'missing-parts',
    'offline-start',
    'print',
    'reflow',
    'refused-storage',
    'reports',
    'screens',
    'sign-in',
    'start',
    'targets',
    'truth',
    'two-origins',
  ],
  'tests/browsers': ['forms', 'sign-in'],
} as const;

const TEST_FILE = /\.(?:spec|test)\.ts$/;

test.each(Object.entries(MAY_BE_REPEATED))(
  'a test of %s is repeated only in these files',
  (folder, named) => {
    const files = readdirSync(folder).filter((name) => TEST_FILE.test(name));
    const repeated = files.filter((name) => !isRunOnce(readFileSync(`${folder}/${name}`, 'utf8')));
    expect(repeated.map((name) => name.replace(TEST_FILE, ''))).toEqual(named);
  },
);

/** Returns true if the file says so once, or for each of its tests. */
function isRunOnce(text: string): boolean {
  if (/^runOnce\(\);$/m.test(text)) return true;
  const tests = text.match(/^test\(/gm)?.length ?? 0;
  const once = text.match(/^(?:test\(.*|\s*)\bONCE,/gm)?.length ?? 0;
  return tests > 0 && once >= tests;
}
