import { expect, it } from 'vitest';
import { inFileName } from '../../src/crud/file-name.ts';

it.each([
  ['EST/7: "old"?', 'EST-7- -old-'],
  [' WO\t-\n 1 ', 'WO - 1'],
  ['Zoë’s kitchen', 'Zoë’s kitchen'],
  ['', ''],
])('%j becomes %j in a name', (text, name) => {
  expect(inFileName(text)).toBe(name);
});

it('a long text is cut, but no character in two', () => {
  expect(inFileName('x'.repeat(150))).toHaveLength(100);
  expect(inFileName(`${'x'.repeat(99)}🏠`)).toBe('x'.repeat(99));
});
