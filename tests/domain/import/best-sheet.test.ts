import { expect, test } from 'vitest';
import { bestSheet } from '../../../src/domain/import/header.ts';

const sheet = (...lines: string[]) => ({
  name: '',
  lines: lines.map((line, at) => ({ row: at + 1, cells: line.split('|') })),
});
const SUM = sheet('Customer|Jobs', 'Acme|3');
const NOTE = sheet('Our customers as of May');
const TABLE = sheet('Name|Phone|City', 'Ann Lee|512-555-0101|Waco');

test.each([
  ['is a table of customers after a note', [NOTE, TABLE], 1],
  ['has more of a customer than a sum', [SUM, TABLE], 1],
  ['is the first of several', [TABLE, sheet('Name|Phone|City|State', 'Bo Ek|512-555-0102|Waco|TX')], 0],
  ['has rows', [sheet('Name|Phone|City'), SUM], 1],
  ['has a column by which customers are known', [sheet('Phone|City', '1|Waco'), SUM], 1],
  ['is the first if none is a table', [NOTE, NOTE], 0],
])('the best sheet %s', (_, sheets, expected) => {
  expect(bestSheet(sheets)).toBe(expected);
});
