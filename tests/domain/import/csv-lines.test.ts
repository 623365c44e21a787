import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvLine, fromCsvCell } from '../../../src/domain/csv.ts';
import { readCsvText } from '../../../src/domain/import/csv-lines.ts';
import { drawAll } from '../../../src/domain/steps.ts';

const read = (text: string) => drawAll(readCsvText(text));
const cellsOf = (text: string) => read(text).lines.map(({ cells }) => cells);

const HEADER = 'Name,Email,Address\n';

describe('a broken quotation mark swallows no row', () => {
  test.each<[string, string, (readonly string[])[], number[]]>([
    [
      'of inches',
      'Al,a@b.co,24" main\nBo,b@b.co,x\n',
      [
        ['Al', 'a@b.co', '24" main'],
        ['Bo', 'b@b.co', 'x'],
      ],
      [],
    ],
    [
      'that begins a cell and is closed too early',
      'Al,a@b.co,"24" main\nBo,b@b.co,x\n',
      [
        ['Al', 'a@b.co', '"24" main'],
        ['Bo', 'b@b.co', 'x'],
      ],
      [2],
    ],
    [
      'that is never closed',
      'Al,a@b.co,"24 main\nBo,b@b.co,x\n',
      [
        ['Al', 'a@b.co', '"24 main'],
        ['Bo', 'b@b.co', 'x'],
      ],
      [2],
    ],
    [
      'that a later one seems to close',
      'Al,a@b.co,"24 main\nBo,b@b.co,5"\n',
      [
        ['Al', 'a@b.co', '"24 main'],
        ['Bo', 'b@b.co', '5"'],
      ],
      [2],
    ],
    [
      'in the middle of a row',
      '"Al,a@b.co,1 Elm\nBo,b@b.co,2 Elm\n',
      [
        ['"Al', 'a@b.co', '1 Elm'],
        ['Bo', 'b@b.co', '2 Elm'],
      ],
      [2],
    ],
    ['that was not doubled', '"Al "Bud" Ek",a@b.co,x\n', [['Al "Bud" Ek', 'a@b.co', 'x']], [2]],
    [
      'that was not doubled, with a comma',
      '"Ek, Al "Bud"",a@b.co,x\n',
      [['Ek, Al "Bud"', 'a@b.co', 'x']],
      [2],
    ],
    ['before the rest of a cell', '"Ek, Al" Jr,a@b.co,x\n', [['"Ek, Al" Jr', 'a@b.co', 'x']], [2]],
    [
      'in the last row, after a cell of two lines',
      'Al,a@b.co,"1 Elm\nrear"\nBo,b@b.co,"2\n',
      [
        ['Al', 'a@b.co', '1 Elm\nrear'],
        ['Bo', 'b@b.co', '"2'],
      ],
      [3],
    ],
  ])('%s', (_, text, rows, told) => {
    expect(cellsOf(HEADER + text).slice(1)).toEqual(rows);
    expect(Object.values(read(HEADER + text).mended).flat()).toEqual(told);
  });
});

describe('a quotation mark that seems to close later swallows no customer', () => {
  test.each([
    ['of two columns', 'Name,Email\n"Ann Lee,a@x.com\nBob Ray,b@x.com\nCy Po",c@x.com\n', 4],
    [
      'one without a phone number',
      'Name,Phone,City\n"Ann Lee,312-555-0101,Chi\nBob Ray,,Chi\nCy Po",312-555-0103,Chi\n',
      4,
    ],
    [
      'behind a mark of inches',
      'Name,Phone,City,ZIP,Notes\nAnn Lee,312-555-0101,Chi,60601,"12 pipe\nBob Ray,,Chi,60602,x\nCy Po,312-555-0103,Chi,60603,6"\n',
      4,
    ],
    [
      'known by ZIP codes alone',
      'Name,City,ZIP,Notes\nAnn Lee,Chi,60601,"12 pipe\nBob Ray,Chi,60602,x\nCy Po,Chi,60603,6"\n',
      4,
    ],
    [
      'even if a line between has a comma too many',
      'Name,Phone,Notes\nAl,312-555-0101,"12 pipe\nBo,,x\nCy,,y, z\nDi,312-555-0104,6"\n',
      5,
    ],
  ])('%s', (_, text, lines) => {
    expect(cellsOf(text)).toHaveLength(lines);
    expect(read(text).mended.split.length).toBeGreaterThan(0);
  });

  it('a note with a sentence in it stays one cell', () => {
    expect(cellsOf('Name,Notes\nAl,"met him\nBo, b@b.co"\n').at(-1)).toEqual(['Al', 'met him\nBo, b@b.co']);
  });
});

describe('a quoted cell', () => {
  it('may have several lines, even with as many commas as columns', () => {
    expect(cellsOf('A,B,C\n1,2,"x\ny,z,w"\n')).toEqual([
      ['A', 'B', 'C'],
      ['1', '2', 'x\ny,z,w'],
    ]);
  });

  it('may have spaces around it', () => {
    expect(cellsOf('A, "b, c" ,d\n')).toEqual([['A', 'b, c', 'd']]);
  });
});

describe('a line that is quoted as a whole is split again', () => {
  test.each([
    ['one', 'Name,Phone,City\n"Ann Lee,312-555-0101,Chi"\nBo,1,Reno\n'],
    ['all but the first', 'Name,Phone,City\n"Ann Lee,312-555-0101,Chi"\n"Bo,1,Reno"\n'],
    ['all', '"Name,Phone,City"\n"Ann Lee,312-555-0101,Chi"\n"Bo,1,Reno"\n'],
    ['all, with quoted cells', '"Name,""Phone"",City"\r\n"""Ann Lee"",312-555-0101,Chi"\r\n"Bo,1,Reno"\r\n'],
  ])('%s', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['Name', 'Phone', 'City'],
      ['Ann Lee', '312-555-0101', 'Chi'],
      ['Bo', '1', 'Reno'],
    ]);
    expect(read(text).lines.map(({ row }) => row)).toEqual([1, 2, 3]);
    expect(read(text).mended.reread).toContain(2);
  });

  it('keeps its row number, with blank lines counted', () => {
    expect(read('"A,B"\n\n"1,2"\n').lines).toEqual([
      { row: 1, cells: ['A', 'B'] },
      { row: 3, cells: ['1', '2'] },
    ]);
  });

  it('but a name with a comma is not split', () => {
    expect(cellsOf('Name,Email\n"Doe, Jane"\nBo,b@b.co\n')[1]).toEqual(['Doe, Jane']);
    expect(cellsOf('"Name"\n"Doe, Jane"\n"Ray, Bo"\n')[1]).toEqual(['Doe, Jane']);
  });
});

describe('the delimiter', () => {
  test.each([
    ['is not the comma of an address', 'Name;Address\nAl;1 Elm, rear\nBo;2 Elm, rear\n', 2],
    ['is not the comma of a title', 'Customers, all\n\nName\tEmail\tCity\nAl\ta@b.co\tElko\n', 3],
    ['is missing if there is only one column', 'Name\nAnn Lee\nBo Ek\n', 1],
  ])('%s', (_, text, columns) => {
    expect(cellsOf(text).at(-1)).toHaveLength(columns);
  });
});

it('a line of invisible characters is blank, as old programs end a file', () => {
  expect(cellsOf('Name,Phone\nAnn,1\n\u200b,\u00a0\n\u001a')).toHaveLength(2);
});

it('rows are numbered as in a spreadsheet, with blank lines counted', () => {
  expect(read('Name,Phone\n\nAnn Lee,1\n,\r\n"Bo\nLee",2\r,\u00A0\rC,3').lines.map(({ row }) => row)).toEqual(
    [1, 3, 5, 7],
  );
});

describe('any text', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', '\r', ' ', 'é', '=', "'", '-'),
  });
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 20 }),
    );
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

  it('our own table is read back whole, with any line ends', () => {
    fc.assert(
      fc.property(table, lineEnd, (rows, end) => {
        // Each row gets a mark, because blank rows are left out. The header shows how many columns there are.
        const header = (rows[0] ?? []).map((_, at) => `Column${at}`);
        const marked = rows.map((cells, at) => [`row ${at}`, ...cells]);
        const text = [['Row', ...header], ...marked]
          .map((cells) => csvLine(cells).slice(0, -2) + end)
          .join('');
        expect(
          cellsOf(text)
            .slice(1)
            .map((cells) => cells.map(fromCsvCell)),
        ).toEqual(marked);
        expect(read(text).mended).toEqual({ quote: [], split: [], reread: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('a broken text loses no character and repeats no row', () => {
    const piece = fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', ' ', 'x');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        let n = 0;
        const text = HEADER + pieces.map((one) => (one === 'x' ? `<${++n}>` : one)).join('');
        const { lines } = read(text);
        expect(
          lines
            .flatMap(({ cells }) => cells)
            .join('')
            .match(/<\d+>/g) ?? [],
        ).toEqual(text.match(/<\d+>/g) ?? []);
        expect(new Set(lines.map(({ row }) => row)).size).toBe(lines.length);
      }),
      { numRuns: 1000 },
    );
  });
});
