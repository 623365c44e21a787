import { expect, it } from 'vitest';
import { linesOf, NO_SETTINGS } from '../../src/domain/settings.ts';

it('no setting is set at first', () => {
  expect(new Set(Object.values(NO_SETTINGS))).toEqual(new Set(['']));
});

it.each([
  ['', []],
  [' \n\n', []],
  ['12 Lake Road', ['12 Lake Road']],
  ['12 Lake Road \n\n  Springfield, IL 62701\r\n', ['12 Lake Road', 'Springfield, IL 62701']],
])('%j is printed as the lines %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
