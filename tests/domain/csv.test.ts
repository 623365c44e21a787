import { describe, expect, test } from 'vitest';
import { CSV_BOM, type CsvCell, csvLine, fromCsvCell } from '../../src/domain/csv.ts';

describe('a cell of an export', () => {
  // @spec D1.4
  test.each<[string, CsvCell, string]>([
    ['plain text stays as it is', 'Ann Lee', 'Ann Lee'],
    ['nothing is an empty cell', null, ''],
    ['blanks at the ends stay', ' Ann ', ' Ann '],
    ['a comma', 'Lee, Ann', '"Lee, Ann"'],
    ['a quote is doubled', 'the "Annex"', '"the ""Annex"""'],
    ['a lone quote', '"', '""""'],
    ['a line break of each kind', 'a\nb\r\nc\rd', '"a\nb\r\nc\rd"'],
    ['accents', 'Zoë Ångström, Łódź', '"Zoë Ångström, Łódź"'],
    ['emoji', '👩🏽‍🔧 Ann', '👩🏽‍🔧 Ann'],
    ['a semicolon and a tab inside need nothing', 'a;b\tc', 'a;b\tc'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with quotes and commas', '=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a plus', '+1-555-123-4567', "'+1-555-123-4567"],
    ['a minus', '-2+3', "'-2+3"],
    ['an at', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula behind a tab', '\t=1+1', "'\t=1+1"],
    ['a formula behind a line break', '\n=1+1', '"\'\n=1+1"'],
    ['a formula in full width', '＝1＋1', "'＝1＋1"],
    ['text with a guard of its own gets another', "'=1+1", "''=1+1"],
    ['an apostrophe is none', "'t Hooft", "'t Hooft"],
    ['a sign further in does no harm', 'a=b', 'a=b'],
    ['an amount has its cents', 12500, '12500.00'],
    ['an amount with cents', 0.1, '0.10'],
    ['a negative amount is a number, no formula', -12.5, '-12.50'],
    ['a rate keeps all its decimals', 7.0625, '7.0625'],
    ['a large amount is not parted', 999_999_999_999.99, '999999999999.99'],
    ['a small one has no exponent', 0.0000001, '0.0000001'],
  ])('%s', (_, cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  });

  test.each(['=1', "'=1", "''=1", "'t Hooft", "'", '+1-555', "'+1", '\t=1'])(
    '%j is read back unchanged',
    (text) => {
      const written = csvLine([text]).slice(0, -2);
      expect(fromCsvCell(written)).toBe(text);
    },
  );
});

test('a line separates cells by commas and ends as RFC 4180 says', () => {
  expect(csvLine(['a', null, 3])).toBe('a,,3.00\r\n');
});

test('the byte order mark is that of UTF-8', () => {
  expect([...new TextEncoder().encode(CSV_BOM)]).toEqual([0xef, 0xbb, 0xbf]);
});
