import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { XLSX_END, XLSX_FILES, XLSX_SHEET, xlsxHead, xlsxRow } from '../../src/domain/xlsx.ts';
import { FileError, readFile } from '../../src/features/customers/import/read-file.ts';
import { fixtureFile, importClock } from '../support/import/read-fixture.ts';
import { WorkbookWorker } from '../support/import/workbook-worker.ts';

beforeEach(() => vi.stubGlobal('Worker', WorkbookWorker));
afterEach(() => vi.unstubAllGlobals());

const read = (text: string | Uint8Array<ArrayBuffer>, name = 'clients.csv') =>
  readFile(new File([text], name), importClock);

const cellsOf = async (text: string) => (await read(text)).sheets[0]?.lines.map(({ cells }) => cells);

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
    expect(await cellsOf(text)).toEqual([
      ['Name', 'Phone'],
      ['Ann Lee', '12'],
    ]);
  });

  it('is read without the guards of an export', async () => {
    expect(await cellsOf("Name,Phone\n '=1+1,'+1-555-555-0101\n''=x,'Round\n")).toEqual([
      ['Name', 'Phone'],
      ['=1+1', '+1-555-555-0101'],
      ["'=x", "'Round"],
    ]);
  });

  it('of 20,000 rows is read', async () => {
    expect(await cellsOf(`Name\n${'Ann Lee\n'.repeat(20_000)}`)).toHaveLength(20_001);
  });
});

describe('the encoding', () => {
  it('is asked for where the letters alone decided, with a line that shows it', async () => {
    const { encoding, isSure, encodings } = await readFile(fixtureFile('30-macroman.csv'), importClock);
    expect([encoding, isSure]).toEqual(['macintosh', false]);
    expect(encodings.map((one) => one.sample.startsWith('René,Peña'))).toEqual([false, false, true]);
  });

  it('is the one that a person chose', async () => {
    const chosen = await readFile(fixtureFile('12b-win1252.csv'), importClock, 'macintosh');
    expect([chosen.encoding, chosen.isSure, chosen.sheets[0]?.lines[1]?.cells[0]]).toEqual([
      'macintosh',
      true,
      'RenÈ',
    ]);
  });
});

describe('a workbook', () => {
  it('is read with all sheets that hold something, its dates and its long numbers', async () => {
    const { sheets, encoding } = await readFile(fixtureFile('50-workbook.xlsx'), importClock);
    expect(encoding).toBeNull();
    expect(sheets.map(({ name, lines }) => [name, lines.map(({ row }) => row)])).toEqual([
      ['About', [1]],
      ['Customers', [2, 4, 5, 7, 8]],
    ]);
    expect(sheets[1]?.lines.slice(2).map(({ cells }) => cells.slice(3))).toEqual([
      ['5555550101', 'MA', '2134', '2026-11-28', 'Doe & Co'],
      ['15555550102', 'TX', '78701', '2026-11-28 12:00', 'TRUE'],
      ['(555) 555-0103', '', '02134', '', ''],
    ]);
  });
});

it('a workbook without the addresses of its cells is read in their order', async () => {
  const cells = ['Name', "'=x", '5555550101', ''];
  const rows = [xlsxHead(['Name', 'Company', 'Phone', 'City']), xlsxRow(cells, 2), xlsxRow(['Bo'], 5)];
  // The third row keeps its address, and so does a cell of the second one.
  const sheet = `${rows.join('').replace(/ r="(?:[ABD]\d|[12])"/g, '')}${XLSX_END}`;
  const parts = Object.entries({ ...XLSX_FILES, [XLSX_SHEET]: sheet });
  const bytes = zipSync(Object.fromEntries(parts.map(([name, text]) => [name, strToU8(text)])));
  const { sheets } = await read(new Uint8Array(bytes), 'a.xlsx');
  expect(sheets[0]?.lines).toEqual([
    { row: 1, cells: ['Name', 'Company', 'Phone', 'City'] },
    { row: 2, cells },
    { row: 5, cells: ['Bo', '', '', ''] },
  ]);
});

it('a workbook says so where the part of the app that reads it is not there', async () => {
  vi.stubGlobal(
    'Worker',
    class extends WorkbookWorker {
      override postMessage(): void {
        this.dispatchEvent(Object.assign(new Event('error'), { message: 'not found' }));
      }
    },
  );
  await expect(readFile(fixtureFile('50-workbook.xlsx'), importClock)).rejects.toThrow('could not be loaded');
});

describe('a file that cannot be imported is told apart', () => {
  const zip = new Uint8Array(zipSync({ 'mimetype.txt': new Uint8Array(4) }));

  test.each([
    ['nothing in it', 'a.csv', '', 'a.csv is empty.'],
    ['blank lines', 'a.csv', ' \n\n,,\n', 'a.csv is empty.'],
    ['too many rows', 'a.csv', `Name\n${'Ann Lee\n'.repeat(20_100)}`, 'more than 20,000 rows'],
    [
      'no text',
      'a.csv',
      Uint8Array.from([1, 0, 2, 7, 0, 0, 0, 9]),
      'neither a CSV file nor an .xlsx workbook',
    ],
    ['a web page', 'a.xls', '\n<table><tr><td>Name</td></tr></table>', 'a.xls is a web page'],
    ['a PDF', 'a.csv', '%PDF-1.7\nName,Email', 'neither a CSV file nor an .xlsx workbook'],
    ['address cards', 'a.csv', 'BEGIN:VCARD\nFN:Ann Lee', 'neither a CSV file nor an .xlsx workbook'],
    ['another archive', 'a.ods', zip, 'a.ods is not a workbook that can be read.'],
  ])('%s', async (_, name, content, words) => {
    await expect(read(content, name)).rejects.toThrow(words);
    await expect(read(content, name)).rejects.toBeInstanceOf(FileError);
  });

  it.each([
    ['refused if its customers are in a sheet with too many rows', 20_100, 9, /more than 20,000 rows/],
    ['read if only another sheet has too many rows', 9, 20_100, /^read$/],
  ])('a workbook is %s', async (_, customers, others, outcome) => {
    const line = (row: number, ...cells: readonly string[]) => ({ row, cells });
    const lines = (head: readonly string[], count: number) =>
      [head, ...Array.from({ length: count }, () => ['Ann', 'Lee', 'ann@example.com'])].map((cells, n) =>
        line(n + 1, ...cells),
      );
    const sheets = [
      { name: 'Customers', lines: lines(['First name', 'Last name', 'Email'], customers) },
      { name: 'Log', lines: lines(['Step', 'Result', 'Note'], others) },
    ];
    vi.stubGlobal(
      'Worker',
      class extends WorkbookWorker {
        override postMessage(): void {
          this.dispatchEvent(Object.assign(new Event('message'), { data: { sheets } }));
        }
      },
    );
    const reading = readFile(fixtureFile('50-workbook.xlsx'), importClock);
    const ended = reading.then((read) => read.sheets === sheets && 'read', String);
    expect(await ended).toMatch(outcome);
  });

  it('an old workbook, which one with a password looks like', async () => {
    await expect(readFile(fixtureFile('51-old-excel.xls'), importClock)).rejects.toThrow(
      'is an old Excel file, or a workbook with a password.',
    );
  });

  it('a file that is too large, before it is read', async () => {
    const large = new File([], 'clients.csv');
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 });
    await expect(readFile(large, importClock)).rejects.toThrow('larger than 20 MB');
  });

  it('a file that is gone', async () => {
    const gone = new File(['Name\nAnn'], 'clients.csv');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await expect(readFile(gone, importClock)).rejects.toThrow('could not be read');
  });
});
