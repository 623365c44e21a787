import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CsvError, readCsv } from '../../src/features/customers/import/read-csv.ts';

const clock = {
  now: () => 0,
  setTimer: (run: () => void) => {
    setImmediate(run);
    return () => {};
  },
};

const read = (text: string | Uint8Array<ArrayBuffer>, name = 'clients.csv') =>
  readCsv(new File([text], name), clock);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('a CSV file', () => {
  test.each([
    ['commas', 'Name,Phone\r\nAnn Lee,12\r\n'],
    ['semicolons', 'Name;Phone\r\nAnn Lee;12\r\n'],
    ['tabs', 'Name\tPhone\nAnn Lee\t12\n'],
    ['bars', 'Name|Phone\rAnn Lee|12'],
    ['what Excel says of it', 'sep=;\r\nName;Phone\r\nAnn Lee;12\r\n'],
    ['quotes', '"Name","Phone"\n"Ann Lee","12"'],
    ['a mark', '\uFEFFName,Phone\nAnn Lee,12'],
  ])('is read with %s', async (_, text) => {
    const { header, lines } = await read(text);
    expect([header, lines.map(({ cells }) => cells)]).toEqual([['Name', 'Phone'], [['Ann Lee', '12']]]);
  });

  it('is counted as a spreadsheet counts, blank lines included', async () => {
    const { lines } = await read('Name,Phone\n\nAnn Lee,1\n,\n"Bo\nLee",2\n');
    expect(lines.map(({ row }) => row)).toEqual([3, 5]);
  });

  it('of one column is one', async () => {
    expect((await read('Name\nAnn Lee\nBo Ek\n')).lines).toHaveLength(2);
  });

  it('is read whole, wherever it is divided into pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'é') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }), async (some) => {
        // Far more than a piece.
        const rows = Array.from({ length: 400 }, (_, n) => [
          `row ${n} ${'x'.repeat(150)}`,
          ...(some[n % some.length] ?? []),
        ]);
        const text = [['Name', 'A', 'B'], ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n');
        expect((await read(text)).lines.map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a file that cannot be imported is told apart', () => {
  test.each([
    ['nothing in it', '', 'clients.csv is empty.'],
    ['blank lines', ' \n\n', 'clients.csv is empty.'],
    ['a header alone', 'First Name,Last Name\n', 'has a line of column names and no rows below it.'],
    ['no header', 'Ann,Lee,ann@example.com\nBo,Ek,bo@example.com', 'must name the columns'],
    [
      'a quotation mark that is not closed',
      'Name,City\nAnn,"Boise\nBo,Reno\n',
      'A quotation mark in row 2 of clients.csv is not closed.',
    ],
    ['too many rows', `Name\n${'Ann Lee\n'.repeat(20_001)}`, 'more than 20,000 rows'],
  ])('%s', async (_, text, words) => {
    await expect(read(text)).rejects.toThrow(words);
    await expect(read(text)).rejects.toBeInstanceOf(CsvError);
  });

  it('a workbook, and what is no text', async () => {
    await expect(read(Uint8Array.from([0x50, 0x4b, 3, 4, 9]), 'clients.xlsx')).rejects.toThrow(
      'Save it as CSV in Excel',
    );
    await expect(read(Uint8Array.from([1, 0, 2]))).rejects.toThrow('clients.csv is not a CSV file.');
  });

  it('a file that is too large, before it is read', async () => {
    const large = new File([], 'clients.csv');
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 });
    await expect(readCsv(large, clock)).rejects.toThrow('larger than 20 MB');
  });

  it('a file that is gone', async () => {
    const gone = new File(['Name\nAnn'], 'clients.csv');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await expect(readCsv(gone, clock)).rejects.toThrow('could not be read');
  });
});

it('20,000 rows are read', async () => {
  expect((await read(`Name\n${'Ann Lee\n'.repeat(20_000)}`)).lines).toHaveLength(20_000);
});
