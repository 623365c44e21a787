import { CHART_COLORS, chartShape } from '../../domain/papers/chart-shape.ts';
import { canonicalJson, documentHash } from '../../domain/papers/document-hash.ts';
import { missingCharacters } from '../../domain/papers/line-breaking.ts';
import type {
  PaperChart,
  PaperContent,
  PaperFact,
  PaperPart,
  PaperSum,
  PaperText,
  Party,
} from '../../domain/papers/paper-content.ts';
import { fittedPicture } from '../../domain/papers/picture-pages.ts';
import { documentWords as words } from '../../words/papers.ts';
import { drawConsent, heightOfConsent } from './draw-consent.ts';
import { drawPictures } from './draw-pictures.ts';
import type { MadePdf, PdfWork } from './make-pdf.ts';
import type { PdfPhoto } from './pdf-photos.ts';
import { LABEL, MARGIN, Sheet, type Style, TEXT, WIDTH } from './pdf-sheet.ts';
import { drawHeading, drawTable } from './pdf-table.ts';
import type { RunDrawing } from './run-pictures.ts';

/** Needs a browser, so tests bring their own. */
export interface PdfTools {
  /** A TrueType file. */
  readonly font: Uint8Array;
  readonly runs: RunDrawing;
  readonly readPhoto: (bytes: ArrayBuffer) => Promise<PdfPhoto | null>;
  readonly photoOf: (sha256: string) => Promise<PdfPhoto | null>;
}

const TITLE: Style = { size: 17, isBold: true };
const COMPANY: Style = { size: 12, isBold: true };
const TOTAL: Style = { size: 12, isBold: true };
const FACT: Style = { ...TEXT, color: '#444444' };
/** Of a fact. */
const NAME_WIDTH = 130;
const LOGO = { width: 170, height: 68 };
/** Columns of the head and of the parties below it. */
const HALVES = [
  { left: MARGIN, width: WIDTH * 0.52 },
  { left: MARGIN + WIDTH * 0.55, width: WIDTH * 0.45 },
] as const;

/** Draws a document as the screen shows it. Its canonical JSON is in the metadata, so that its hash can be checked. */
export async function drawPaper({ content, logo, signed, at }: PdfWork, tools: PdfTools): Promise<MadePdf> {
  const sheet = new Sheet(tools.font, tools.runs);
  const { doc } = sheet;
  const { title, company, parts, consent } = content;
  doc.setProperties({ title, author: company.name, creator: 'Restoration CRM' });
  doc.setCreationDate(new Date(at));
  doc.setFileId(documentHash(content).slice(0, 32).toUpperCase());
  doc.addMetadata(canonicalJson(content));
  await drawHead(sheet, content, logo === '' ? null : await tools.readPhoto(bytesOf(logo)));
  const below = consent ? heightOfConsent(sheet, consent) : 0;
  for (const [n, part] of parts.entries())
    await drawPart(sheet, part, tools, n === parts.length - 1 ? below : 0);
  if (consent) await drawConsent(sheet, consent, { signed, readPhoto: tools.readPhoto });
  if (signed) {
    sheet.nextPage();
    for (const part of signed.audit) await drawPart(sheet, part, tools);
  }
  await sheet.finish(title, (page, count) => words.page({ page, count }));
  const texts = textsOf({ content, audit: signed?.audit ?? [] });
  const lacked = missingCharacters(texts, (codePoint) => sheet.hasGlyph(codePoint));
  return { bytes: doc.output('arraybuffer'), missing: lacked.filter((one) => !tools.runs.canDraw(one)) };
}

function bytesOf(dataUrl: string): ArrayBuffer {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.normalize('NFC')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** @param after height of the signatures, which stay with the end of the last part */
async function drawPart(sheet: Sheet, part: PaperPart, tools: PdfTools, after = 0): Promise<void> {
  switch (part.part) {
    case 'parties':
      return drawParties(sheet, part.parties, after);
    case 'facts':
      drawHeading(sheet, part.heading, [factRows(sheet, part.facts, WIDTH)[0]?.height ?? 0]);
      return drawFacts(sheet, part.facts, { left: MARGIN, width: WIDTH });
    case 'text':
      return drawText(sheet, part, after);
    case 'table':
      return drawTable(sheet, part, after);
    case 'sums':
      return drawSums(sheet, part.sums, after);
    case 'pictures':
      return drawPictures(sheet, part, tools.photoOf);
    case 'chart':
      return drawChart(sheet, part);
    default:
      return part satisfies never;
  }
}

function drawText(sheet: Sheet, { heading, paragraphs }: PaperText, after: number): void {
  const [first = ''] = paragraphs;
  const last = paragraphs.length - 1;
  const isShort = last === 0 && sheet.linesOf(first, WIDTH, TEXT).length < 4;
  drawHeading(sheet, heading, [sheet.heightOfFirst(first, TEXT, WIDTH), isShort ? after : 0]);
  for (const [n, text] of paragraphs.entries()) {
    if (n > 0) sheet.skip(4);
    sheet.paragraph(text, TEXT, { left: MARGIN, width: WIDTH }, n === last ? after : 0);
  }
}

async function drawHead(
  sheet: Sheet,
  { title, company, facts }: PaperContent,
  logo: PdfPhoto | null,
): Promise<void> {
  const [left, right] = HALVES;
  const { cursor } = sheet;
  // The hash of the document names it.
  if (company.logo !== '' && !logo) throw new Error('the logo could not be drawn');
  if (logo && company.logo !== '') {
    const cell = { left: MARGIN, top: sheet.place(LOGO.height + 6), ...LOGO };
    const fitted = fittedPicture(logo, cell);
    sheet.picture(logo, { ...fitted, left: MARGIN, top: cell.top });
  }
  if (company.name !== '') sheet.paragraph(company.name, COMPANY, left);
  for (const line of company.lines) sheet.paragraph(line, TEXT, left);
  const below = sheet.cursor;
  sheet.goTo(cursor);
  sheet.paragraph(title, TITLE, right);
  sheet.skip(3);
  drawFacts(sheet, facts, right, 78);
  const lower = isAbove(below, sheet.cursor) ? sheet.cursor : below;
  sheet.goTo(lower);
  sheet.skip(8);
  sheet.rule(sheet.place(1), '#000000', 0.75);
}

function isAbove(one: Sheet['cursor'], other: Sheet['cursor']): boolean {
  return one.page < other.page || (one.page === other.page && one.top < other.top);
}

function drawFacts(
  sheet: Sheet,
  facts: readonly PaperFact[],
  { left, width }: { readonly left: number; readonly width: number },
  nameWidth = NAME_WIDTH,
): void {
  for (const { names, values, height } of factRows(sheet, facts, width, nameWidth)) {
    const top = sheet.place(height);
    sheet.drawLines(names, { left, top, width: nameWidth }, FACT);
    sheet.drawLines(values, { left: left + nameWidth, top, width: width - nameWidth }, TEXT);
  }
}

function factRows(sheet: Sheet, facts: readonly PaperFact[], width: number, nameWidth = NAME_WIDTH) {
  return facts.map(([name, value]) => {
    const names = sheet.linesOf(name, nameWidth - 6, FACT);
    const values = sheet.linesOf(value, width - nameWidth, TEXT);
    return { names, values, height: sheet.heightOf(Math.max(names.length, values.length), TEXT) + 2 };
  });
}

function drawParties(sheet: Sheet, parties: readonly Party[], after: number): void {
  sheet.skip(14);
  const columns = parties.map(({ role, lines }, n) => {
    const half = HALVES[n];
    if (!half) throw new Error('there is no column for a third party');
    const { left, width } = half;
    return {
      left,
      width,
      role: sheet.linesOf(role, width, LABEL),
      lines: lines.flatMap((line) => sheet.linesOf(line, width, TEXT)),
    };
  });
  const heights = columns.map(
    ({ role, lines }) => sheet.heightOf(role.length, LABEL) + sheet.heightOf(lines.length, TEXT) + 2,
  );
  const top = sheet.place(Math.max(0, ...heights), after);
  for (const { left, width, role, lines } of columns) {
    const below = top + sheet.drawLines(role, { left, top, width }, LABEL) + 2;
    sheet.drawLines(lines, { left, top: below, width }, TEXT);
  }
}

const SUMS_WIDTH = 240;

/** Draws all sums on one page. */
function drawSums(sheet: Sheet, sums: readonly PaperSum[], after: number): void {
  sheet.skip(14);
  const left = MARGIN + WIDTH - SUMS_WIDTH;
  const rows = sums.map(({ name, text, isTotal }) => {
    const style = isTotal ? TOTAL : TEXT;
    const lines = sheet.linesOf(name, SUMS_WIDTH - 100, style);
    return { lines, text, style, isTotal, height: sheet.heightOf(lines.length, style) + 6 };
  });
  const top = sheet.place(
    rows.reduce((sum, { height }) => sum + height, 0),
    after,
  );
  let at = top;
  for (const { lines, text, style, isTotal, height } of rows) {
    if (isTotal) sheet.lineAt(left, at, left + SUMS_WIDTH, at, '#000000', 0.75);
    const place = { left, top: at + 3, width: SUMS_WIDTH };
    sheet.drawLines(lines, place, isTotal ? style : FACT);
    sheet.drawLines(sheet.linesOf(text, SUMS_WIDTH, style), place, { ...style, align: 'right' });
    at += height;
  }
}

const CHART = { width: WIDTH / 2.6, height: 62 };
/** Points of the page for each unit of the chart. */
const SCALE = 2.6;
const CHART_TEXT: Style = { size: 7, color: '#444444' };

function drawChart(sheet: Sheet, chart: PaperChart): void {
  const shape = chartShape(chart, CHART.width, CHART.height);
  drawHeading(sheet, chart.heading, [CHART.height * SCALE + 24]);
  const top = sheet.place(CHART.height * SCALE + 10) + 6;
  const x = (unit: number): number => MARGIN + unit * SCALE;
  const y = (unit: number): number => top + unit * SCALE;
  for (const tick of shape.ticks) {
    sheet.lineAt(x(12), y(tick.y), x(CHART.width), y(tick.y), '#dddddd', 0.4);
    const place = { left: MARGIN, top: y(tick.y) - 5, width: 26 };
    sheet.drawLines(sheet.linesOf(tick.text, 26, CHART_TEXT), place, { ...CHART_TEXT, align: 'right' });
  }
  for (const label of shape.labels) {
    const place = { left: x(label.x) - 30, top: y(CHART.height) - 8, width: 60 };
    sheet.drawLines(sheet.linesOf(label.text, 60, CHART_TEXT), place, { ...CHART_TEXT, align: 'center' });
  }
  for (const [n, { name, stretches }] of shape.lines.entries()) {
    const color = CHART_COLORS[n % CHART_COLORS.length] ?? CHART_COLORS[0];
    for (const points of stretches) {
      for (const [at, point] of points.entries()) {
        const before = points[at - 1] ?? point;
        sheet.lineAt(x(before.x), y(before.y), x(point.x), y(point.y), color, 1.2);
        sheet.dot(x(point.x), y(point.y), color);
      }
    }
    sheet.paragraph(name, { ...TEXT, size: 8.5, color }, { left: MARGIN + 32, width: WIDTH - 32 });
  }
}
