import { describe, expect, test } from 'vitest';
import { parseAmount, toCents } from '../../src/domain/money.ts';
import { canonicalJson, documentHash } from '../../src/domain/papers/document-hash.ts';
import { writeLineItem } from '../../src/domain/papers/line-items.ts';
import type { PaperContent, PaperPart } from '../../src/domain/papers/paper-content.ts';
import { estimatePaper } from '../../src/domain/papers/papers.ts';
import { readSignedBasis } from '../../src/domain/papers/signed-basis.ts';
import { drawPaper } from '../../src/files/pdf/draw-paper.ts';
import type { PdfWork } from '../../src/files/pdf/make-pdf.ts';
import { item } from '../domain/papers/items.ts';
import { estimate, partsOf, SOURCE } from '../domain/papers/source.ts';
import { CAN_READ_PDF, PIXEL, pagesOf, tools } from './read-pdf.ts';

const AT = Date.UTC(2026, 10, 23, 12);

function work(content: PaperContent, given: Partial<PdfWork> = {}): PdfWork {
  return { content, logo: SOURCE.settings.companyLogo, at: AT, ...given };
}

async function linesOf(content: PaperContent, given: Partial<PdfWork> = {}): Promise<string[][]> {
  return pagesOf((await drawPaper(work(content, given), tools())).bytes);
}

function withItems(count: number): PaperContent {
  const items = Array.from({ length: count }, (_, n) =>
    writeLineItem(
      item({
        name: `Item number ${n + 1}`,
        quantity: n + 1,
        price: 1_003 + n,
        amount: (n + 1) * (1_003 + n),
      }),
    ),
  );
  const description = `Kitchen flooded.\n--- Items ---\n${items.join('\n')}`;
  const cents = Array.from({ length: count }, (_, n) => (n + 1) * (1_003 + n)).reduce((a, b) => a + b, 0);
  const sums = { subtotal: cents / 100, tax_rate: 8.25, total_amount: Math.round(cents * 1.0825) / 100 };
  return estimatePaper(SOURCE, {
    estimate: estimate({ title: 'Burst pipe', description, ...sums }),
    agreement: { text: 'I accept.' },
  });
}

function withParts(...parts: PaperPart[]): PaperContent {
  return { ...withItems(1), parts, consent: null };
}

const amountsIn = (text: string): number[] =>
  Array.from(text.matchAll(/-?\$[\d,]+\.\d\d/g), ([amount]) => toCents(parseAmount(amount)));

describe.skipIf(!CAN_READ_PDF)('a PDF', () => {
  test('says every amount of its document, equal in cents', async () => {
    const content = withItems(12);
    const cells = partsOf(content, 'table').flatMap(({ rows }) =>
      rows.flatMap((row) => (row.row === 'cells' ? row.cells : [])),
    );
    const sums = partsOf(content, 'sums').flatMap((part) => part.sums);
    const read = amountsIn((await linesOf(content)).flat().join('\n'));
    expect(read).toEqual([...amountsIn(cells.join('\n')), ...sums.map(({ cents }) => cents)]);
    expect(read).toHaveLength(12 * 2 + 3);
  });

  test('breaks 60 items over pages that repeat the head, each row whole and once', async () => {
    const pages = await linesOf(withItems(60));
    expect(pages.length).toBeGreaterThan(1);
    const heads = pages.filter((page) => page.includes('Quantity | Item | Price | Amount'));
    const rows = pages.map((page) => page.filter((line) => /Item number \d+ /.test(line)).length);
    expect(heads).toHaveLength(rows.filter((count) => count > 0).length);
    const names = pages.flat().flatMap((line) => /Item number (\d+) /.exec(line)?.[1] ?? []);
    expect(names.map(Number)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(pages.map((page) => page.at(-1))).toEqual(
      pages.map((_, n) => `Estimate | Page ${n + 1} of ${pages.length}`),
    );
  });

  test.each([
    'Łucja Żółć-Wiśniewska',
    'Nguyễn Thị Phượng',
    'Жанна Ёлкина',
    'Ελένη Παπαδοπούλου',
    'Zoë Ångström, “Zürich” – €5 ½',
  ])('writes %s with its own font', async (name) => {
    const content = withParts({ part: 'text', heading: name, paragraphs: [name, name.normalize('NFD')] });
    const { bytes, missing } = await drawPaper(work(content), tools());
    expect(missing).toEqual([]);
    expect((await pagesOf(bytes)).flat().filter((line) => line === name)).toHaveLength(3);
  });

  test.each(['\t', '\u202f', '\u3000', '\u2028', '\r', '\u00a0'])(
    'keeps the text after the space %j',
    async (space) => {
      const paragraphs = [`1.${space}Payment is due`, `${space}in 30 days`];
      const text = (await linesOf(withParts({ part: 'text', heading: 'Terms', paragraphs })))
        .flat()
        .join('\n');
      expect(text).toMatch(/1\.[\s|]+Payment is due/);
      expect(text).toContain('in 30 days');
    },
  );

  test('has lines to sign on, or the signatures and their record on a page of its own', async () => {
    const content = withItems(1);
    const [page = []] = await linesOf(content);
    expect(page.join('\n')).toContain('By signing I agree to this document');
    expect(page).toContain('Signature of the customer | Date');
    const audit = [
      { part: 'facts', heading: 'Record of the signature', facts: [['Signed by', 'Łucja']] },
    ] as const;
    const pages = await linesOf(content, { signed: { signatures: [PIXEL.slice().buffer], audit } });
    expect(pages[0]).toContain('Signature of the customer');
    expect(pages).toHaveLength(2);
    expect(pages[1]?.slice(0, 2)).toEqual(['Record of the signature', 'Signed by | Łucja']);
    expect(pages.flat()).not.toContain('Not signed. The last page says why.');
    const without = await linesOf(content, { signed: { signatures: [], audit } });
    expect(without[0]).toContain('Not signed. The last page says why.');
  });

  test('keeps the head of a group with its first row, and breaks a row only if it is longer than a page', async () => {
    const columns = [{ head: 'What', align: 'left', width: 1 }] as const;
    const filler = Array.from({ length: 35 }, (_, n) => ({ row: 'cells', cells: [`Row ${n}`] }) as const);
    const group = [
      { row: 'group', text: 'Added' },
      { row: 'cells', cells: ['Two\nlines'] },
    ] as const;
    for (let less = 0; less < 8; less += 1) {
      const rows = [...filler.slice(less), ...group];
      const pages = await linesOf(withParts({ part: 'table', heading: '', columns, rows, notes: [] }));
      expect(pages.find((page) => page.includes('Added'))).toContain('Two');
    }
    const long = Array.from({ length: 120 }, (_, n) => `Line ${n}`);
    const pages = await linesOf(
      withParts({
        part: 'table',
        heading: '',
        columns,
        rows: [{ row: 'cells', cells: [long.join('\n')] }],
        notes: ['End'],
      }),
    );
    expect(pages.flat().filter((line) => line.startsWith('Line '))).toEqual(long);
    expect(pages.every((page) => page.includes('What'))).toBe(true);
  });

  test('keeps a heading with the first lines below it', async () => {
    const filler = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n}`).join('\n');
    for (let count = 34; count < 46; count += 1) {
      const above = { part: 'text', heading: '', paragraphs: [filler(count)] } as const;
      const text = { part: 'text', heading: 'Agreement', paragraphs: ['First\nsecond\nthird'] } as const;
      const facts = {
        part: 'facts',
        heading: 'Agreement',
        facts: [['Why', 'First\nsecond\nthird']],
      } as const;
      for (const below of [text, facts]) {
        const pages = await linesOf(withParts(above, below));
        const page = pages.find((lines) => lines.includes('Agreement'));
        expect(page?.some((line) => line.endsWith('First'))).toBe(true);
      }
    }
  });

  const ONE_COLUMN = [{ head: 'What', align: 'left', width: 1 }] as const;
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ row: 'cells', cells: [`Row ${n + 1}`] }) as const);
  const linesText = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`).join('\n');
  const TOTAL = {
    part: 'sums',
    sums: [{ name: 'Total', text: '$5.00', cents: 500, isTotal: true }],
  } as const;

  test.each<[string, string, (count: number) => PaperPart[]]>([
    ['the sums', 'Total | $5.00', (count) => [filled(count), TOTAL]],
    ['the last row', 'Last row', (count) => [{ ...filled(count), rows: [...rowsOf(count), LAST_ROW] }]],
    ['the only row', 'Last row', (count) => [text(count), { ...filled(0), rows: [LAST_ROW] }]],
    ['the last note', 'Note', (count) => [{ ...filled(count), notes: ['Note'] }]],
    [
      'a short agreement',
      'I accept.',
      (count) => [filled(count), { ...AGREEMENT, paragraphs: ['I accept.'] }],
    ],
    [
      'the end of a long one',
      'The end',
      (count) => [{ ...text(count), paragraphs: [linesText(count), LONG] }],
    ],
    ['the parties', 'Bill to', (count) => [text(count), { part: 'parties', parties: [PARTY] }]],
  ])('keeps the signatures with %s, however many pages there are', async (_, last, partsOf) => {
    let broken = 0;
    for (let count = 22; count < 44; count += 4) {
      const content = { ...withItems(1), parts: partsOf(count) };
      const pages = await linesOf(content);
      const page = pages.at(-1) ?? [];
      expect(page.join('\n')).toContain('By signing I agree');
      expect(page).toContain(last);
      broken += pages.length - 1;
      const headings = pages.filter((lines) => lines.includes('Agreement'));
      for (const lines of headings) expect(lines.at(-2)).not.toBe('Agreement');
    }
    expect(broken).toBeGreaterThan(1);
  });

  function filled(count: number) {
    return { part: 'table', heading: '', columns: ONE_COLUMN, rows: rowsOf(count), notes: [] } as const;
  }
  function text(count: number) {
    return { part: 'text', heading: 'Terms', paragraphs: [linesText(count)] } as const;
  }
  const LAST_ROW = { row: 'cells', cells: ['Last row'] } as const;
  const AGREEMENT = { part: 'text', heading: 'Agreement' } as const;
  const LONG = `${linesText(5)}\nThe end`;
  const PARTY = { role: 'Bill to', lines: ['Ann'] };

  test('draws facts, charts and photos, and says which photo is not here', async () => {
    const pages = await linesOf(
      withParts(
        {
          part: 'parties',
          parties: [
            { role: 'Bill to', lines: ['Ann'] },
            { role: 'Site', lines: ['1 Main St'] },
          ],
        },
        {
          part: 'chart',
          heading: 'Grains',
          axis: ['Mon', 'Tue'],
          lines: [{ name: 'Chamber A', values: [90, null] }],
        },
        {
          part: 'pictures',
          heading: 'Kitchen',
          perPage: 6,
          pictures: ['here', 'missing', 'here'].map((sha256, n) => ({ sha256, lines: [`Photo ${n}`] })),
        },
        { part: 'pictures', heading: 'Hall', perPage: 2, pictures: [{ sha256: 'here', lines: ['Photo 3'] }] },
      ),
    );
    const text = pages.flat().join('\n');
    for (const words of [
      'Bill to | Site',
      'Grains',
      'Chamber A',
      'Mon',
      '100',
      'Kitchen',
      'Photo 2',
      'Hall',
      'Photo 3',
    ])
      expect(text).toContain(words);
    expect(text.split('This picture is not on this device.')).toHaveLength(2);
  });
});

test('a signature or a logo that cannot be drawn is never left out', async () => {
  const unreadable = tools({ readPhoto: () => Promise.resolve(null) });
  const content = withItems(1);
  await expect(drawPaper(work(content), unreadable)).rejects.toThrow('the logo could not be drawn');
  const company = { ...content.company, logo: '' };
  const signed = { signatures: [PIXEL.slice().buffer], audit: [] };
  const unsigned = drawPaper(work({ ...content, company }, { logo: '', signed }), unreadable);
  await expect(unsigned).rejects.toThrow('a signature could not be drawn');
});

test('characters that neither the font nor the device can draw are named', async () => {
  const content = withParts({ part: 'text', heading: '', paragraphs: ['王小明 in 中央 👍'] });
  expect((await drawPaper(work(content), tools())).missing).toEqual(['中']);
});

test('the canonical JSON of the document is in the file, so that its hash can be checked', async () => {
  const content = withParts({ part: 'text', heading: '<Ł> & "中"', paragraphs: [] });
  const { bytes } = await drawPaper(work(content), tools());
  const text = new TextDecoder().decode(bytes);
  const [, kept = ''] = /<jspdf:metadata>(.*?)<\/jspdf:metadata>/s.exec(text) ?? [];
  const json = kept
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
  expect(json).toBe(canonicalJson(content));
  expect(text).toContain(`<${documentHash(content).slice(0, 32).toUpperCase()}>`);
});

test('the items and the total of an estimate are read back from its file', async () => {
  const content = withItems(3);
  const { bytes } = await drawPaper(work(content), tools());
  const basis = readSignedBasis(bytes, documentHash(content).slice(0, 12));
  const [total] = partsOf(content, 'sums').flatMap(({ sums }) => sums.filter(({ isTotal }) => isTotal));
  expect(basis?.total).toBe(total?.cents);
  expect(basis?.items?.map(({ name, amount }) => [name, amount])).toEqual([
    ['Item number 1', 1003],
    ['Item number 2', 2008],
    ['Item number 3', 3015],
  ]);
});

test('equal documents make equal bytes', async () => {
  const [one, other] = [
    await drawPaper(work(withItems(3)), tools()),
    await drawPaper(work(withItems(3)), tools()),
  ];
  expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
});
