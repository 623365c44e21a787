/**
 * Writes an Excel workbook with one sheet (ECMA-376, SpreadsheetML). Excel never reads its text cells as numbers, dates
 * or formulas.
 */
import type { CsvCell } from './csv.ts';

export function xlsxHead(headers: readonly string[]): string {
  const row = headers.map((text, column) => textCell(text, { row: 1, column, style: HEADER })).join('');
  return `${SHEET_START}<cols><col min="1" max="${headers.length}" width="20" customWidth="1"/></cols><sheetData><row r="1">${row}</row>`;
}

/** @param row from 1; the header is row 1 */
export function xlsxRow(cells: readonly CsvCell[], row: number): string {
  const written = cells.map((cell, column) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'string') return textCell(cell, { row, column, style: TEXT });
    return `<c r="${columnName(column)}${row}" s="${AMOUNT}"><v>${cell}</v></c>`;
  });
  return `<row r="${row}">${written.join('')}</row>`;
}

export const XLSX_END = '</sheetData></worksheet>';

export const XLSX_SHEET = 'xl/worksheets/sheet1.xml';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

/** Indices into `cellXfs`. Format 49 is Excel's 'Text': text typed later stays text. */
const TEXT = 1;
const HEADER = 2;
const AMOUNT = 3;
const STYLES =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00##"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>';

export const XLSX_FILES: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/${XLSX_SHEET}" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`,
};

interface Place {
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly style: number;
}

function textCell(text: string, { row, column, style }: Place): string {
  return `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Returns 'A' for 0, 'Z' for 25, 'AA' for 26. */
export function columnName(column: number): string {
  const before = column >= 26 ? columnName(Math.floor(column / 26) - 1) : '';
  return before + String.fromCharCode(65 + (column % 26));
}

/** Characters that XML 1.0 forbids or discourages, including lone surrogates. */
const IMPOSSIBLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** Excel reads `_x0041_` as 'A'. */
const LOOKS_ESCAPED = /_(?=x[\dA-Fa-f]{4}_)/g;

function escaped(text: string): string {
  return text
    .replace(IMPOSSIBLE, '')
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
