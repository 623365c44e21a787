import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withSeam } from './bundle.ts';
import { PLANTED_BUGS, planted } from './planted-bugs.ts';

test('each bug has a unique name', () => {
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
});

test.each(PLANTED_BUGS)('the bug $name can be planted', async ({ name, seams }) => {
  for (const seam of seams) {
    const code = readFileSync(seam.module, 'utf8');
    expect(withSeam(code, seam, name)).toContain(`original_${seam.export}`);
    const module = (await import(resolve(seam.module))) as Readonly<Record<string, unknown>>;
    const original = module[seam.export];
    const instead = planted(name, seam.module, seam.export, original);
    expect(typeof instead, `${seam.module}: ${seam.export}`).toBe(typeof original);
    expect(instead).not.toBe(original);
  }
});
