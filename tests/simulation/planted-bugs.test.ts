import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANTED_BUGS } from './planted-bugs.ts';

test.each(PLANTED_BUGS)('the bug "$name" can still be planted', ({ changes }) => {
  for (const { file, find } of changes) {
    expect(readFileSync(file, 'utf8').split(find), `${file}: ${find}`).toHaveLength(2);
  }
});
