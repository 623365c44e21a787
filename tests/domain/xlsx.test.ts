import { expect, test } from 'vitest';
import { XLSX_FILES, xlsxHead, xlsxRow } from '../../src/domain/xlsx.ts';

const text = (cell: string): string => /<t [^>]*>(.*?)<\/t>/s.exec(xlsxRow([cell], 2))?.[1] ?? '';

test.each([
  ['what XML would read', `<b> & "c"'>`, `&lt;b&gt; &amp; "c"'&gt;`],
  ['a zero before a number', '02134', '02134'],
  ['a formula, which stays text', '=1+1', '=1+1'],
  ['blanks and line breaks', ' a\r\n b ', ' a&#13;\n b '],
  ['an escape of Excel’s', '_x0041_', '_x005F_x0041_'],
  ['a character that XML cannot hold', 'a\u0000\u000bb\uffff', 'ab'],
  ['half a pair', '\ud83da\udc4d👍', 'a👍'],
])('a cell of text holds %s', (_, cell, written) => {
  expect(text(cell)).toBe(written);
});

test('a row has text as text, numbers as numbers, and no cell for a blank value', () => {
  expect(xlsxRow(['a', null, 12.5, ''], 3)).toBe(
    '<row r="3"><c r="A3" s="1" t="inlineStr"><is><t xml:space="preserve">a</t></is></c><c r="C3" s="3"><v>12.5</v></c></row>',
  );
});

test('columns after Z have two letters', () => {
  const row = xlsxRow(
    Array.from({ length: 703 }, (_, n) => n),
    2,
  );
  const names = [...row.matchAll(/r="([A-Z]+)2"/g)].map(([, name]) => name);
  expect([names[0], names[25], names[26], names[51], names[52], names[701], names[702]]).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ]);
});

test('the head has each column’s name and its width', () => {
  expect(xlsxHead(['Name', 'ZIP & more'])).toMatch(/<col min="1" max="2" .*>Name<.*>ZIP &amp; more</);
});

test('every part that the workbook names exists', () => {
  const named = [...(XLSX_FILES['[Content_Types].xml'] ?? '').matchAll(/PartName="\/(.*?)"/g)].map(
    ([, path]) => path,
  );
  expect(named).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/styles.xml']);
});
