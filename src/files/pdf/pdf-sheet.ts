import { jsPDF } from 'jspdf';
import { brokenLines, type TextRun, type Typeface } from '../../domain/papers/line-breaking.ts';
import {
  type Cursor,
  firstLines,
  type PageArea,
  placeLines,
  placeTogether,
} from '../../domain/papers/page-flow.ts';
import type { Rectangle } from '../../domain/papers/picture-pages.ts';
import type { PdfPhoto } from './pdf-photos.ts';
import { type DrawnRun, RUN_BASELINE, RUN_HEIGHT, type RunDrawing } from './run-pictures.ts';

/** US Letter. In points, like all lengths here. */
const PAGE = { width: 612, height: 792 };
export const MARGIN = 54;
export const WIDTH = PAGE.width - 2 * MARGIN;
/** Above the page numbers. */
export const AREA: PageArea = { top: MARGIN, bottom: PAGE.height - MARGIN - 14 };
const LINE_HEIGHT = 1.35;

/** The font's baseline below the top of a line, relative to the letter size. */
const BASELINE = 0.98;
/** The width of the outline of bold letters, relative to their size. */
const OUTLINE = 0.028;

export interface Style {
  readonly size: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
}

export const TEXT: Style = { size: 10 };
export const LABEL: Style = { size: 8.5, isBold: true, color: '#444444' };
export const SMALL: Style = { size: 8, color: '#444444' };

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

interface PlacedLine {
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
}

interface PlacedRun extends DrawnRun {
  readonly page: number;
  readonly left: number;
  readonly baseline: number;
}

/**
 * The pages of a PDF, and the place where the next block goes. Uses only text, line, rect, addImage, fonts and metadata
 * of jsPDF: other parts had security holes.
 */
export class Sheet {
  readonly doc: jsPDF;
  readonly #runs: RunDrawing;
  /** Runs to draw as pictures at the end, because drawing a picture is asynchronous and the layout is not. */
  readonly #drawn: PlacedRun[] = [];
  #cursor: Cursor = { page: 0, top: AREA.top };

  constructor(font: Uint8Array, runs: RunDrawing) {
    this.#runs = runs;
    this.doc = new jsPDF({ unit: 'pt', format: 'letter', compress: true, putOnlyUsedFonts: true });
    this.doc.setLineHeightFactor(LINE_HEIGHT);
    this.doc.addFileToVFS('Roboto.ttf', binaryText(font));
    this.doc.addFont('Roboto.ttf', 'Roboto', 'normal');
    this.doc.setFont('Roboto', 'normal');
  }

  /**
   * Makes room for a block, and moves below it. `more` are the heights of what follows and belongs together with it.
   * @returns its top, on the page that is now drawn on
   */
  place(height: number, ...more: readonly number[]): number {
    const [at = this.#cursor] = placeTogether(this.#cursor, [height, ...more], AREA).places;
    this.goTo({ page: at.page, top: at.top + height });
    return at.top;
  }

  fits(height: number): boolean {
    return this.#cursor.top + height <= AREA.bottom;
  }

  goTo(cursor: Cursor): void {
    while (this.doc.getNumberOfPages() <= cursor.page) this.doc.addPage();
    this.doc.setPage(cursor.page + 1);
    this.#cursor = cursor;
  }

  /** Leaves room, except at the top of a page. */
  skip(height: number): void {
    const { page, top } = this.#cursor;
    if (top > AREA.top) this.#cursor = { page, top: top + height };
  }

  nextPage(): void {
    this.goTo({ page: this.#cursor.page + 1, top: AREA.top });
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  /**
   * Draws a text, which may continue on further pages.
   * @param after height of what stays with its last lines
   */
  paragraph(text: string, style: Style, { left, width }: Pick<Place, 'left' | 'width'>, after = 0): void {
    const lines = this.linesOf(text, width, style);
    const { places, next } = placeLines(this.#cursor, lines.length, this.heightOf(1, style), AREA, after);
    for (const [n, at] of places.entries()) {
      this.goTo(at);
      this.drawLines(lines.slice(n, n + 1), { left, top: at.top, width }, style);
    }
    this.goTo(next);
  }

  /** Of the lines that `paragraph` keeps on one page at its begin. */
  heightOfFirst(text: string, style: Style, width: number): number {
    return this.heightOf(firstLines(this.linesOf(text, width, style).length), style);
  }

  linesOf(text: string, width: number, style: Style): TextRun[][] {
    return brokenLines(text.normalize('NFC'), width, this.#typeface(style));
  }

  heightOf(lines: number, { size }: Style): number {
    return lines * size * LINE_HEIGHT;
  }

  hasGlyph(codePoint: number): boolean {
    return codePoint <= 0xffff && this.doc.getFont()['metadata'].characterToGlyph(codePoint) > 0;
  }

  /** Draws lines on the present page. Returns their height. */
  drawLines(lines: readonly (readonly TextRun[])[], { left, top, width }: Place, style: Style): number {
    for (const [n, line] of lines.entries()) {
      const baseline = top + this.heightOf(n, style) + style.size * BASELINE;
      this.#drawLine(line, { left, baseline, width }, style);
    }
    return this.heightOf(lines.length, style);
  }

  #drawLine(line: readonly TextRun[], { left, baseline, width }: PlacedLine, style: Style): void {
    const { size, isBold = false, align = 'left' } = style;
    const widths = line.map((run) => this.#widthOf(run, style));
    const room = width - widths.reduce((sum, one) => sum + one, 0);
    let x = left + (align === 'left' ? 0 : align === 'right' ? room : room / 2);
    for (const [n, run] of line.entries()) {
      if (run.isInFont) {
        this.#write(run.text, { left: x, baseline }, style);
      } else {
        const { pageNumber: page } = this.doc.getCurrentPageInfo();
        this.#drawn.push({ text: run.text, size, isBold, page, left: x, baseline });
      }
      x += widths[n] ?? 0;
    }
  }

  /** Bold letters are outlined: another font would be as large as the code that makes a PDF. */
  #write(text: string, { left, baseline }: Omit<PlacedLine, 'width'>, style: Style): void {
    const { size, isBold = false, color = '#000000' } = style;
    // jsPDF leaves out the rest of such a text without a word.
    if (Array.from(text).some((character) => !this.hasGlyph(Number(character.codePointAt(0)))))
      throw new Error('the font lacks a character of a text');
    this.doc.setFontSize(size);
    this.doc.setTextColor(color);
    if (!isBold) return void this.doc.text(text, left, baseline);
    this.doc.setDrawColor(color);
    this.doc.setLineWidth(size * OUTLINE);
    this.doc.text(text, left, baseline, { renderingMode: 'fillThenStroke' });
  }

  #typeface(style: Style): Typeface {
    return {
      hasGlyph: (codePoint) => this.hasGlyph(codePoint),
      widthOf: (run) => this.#widthOf(run, style),
    };
  }

  #widthOf({ text, isInFont }: TextRun, style: Style): number {
    const { size, isBold = false } = style;
    if (!isInFont) return this.#runs.widthOf({ text, size, isBold });
    this.doc.setFontSize(size);
    return this.doc.getStringUnitWidth(text) * size;
  }

  rule(top: number, color = '#bbbbbb', width = 0.5): void {
    this.lineAt(MARGIN, top, MARGIN + WIDTH, top, color, width);
  }

  lineAt(x1: number, y1: number, x2: number, y2: number, color: string, width: number): void {
    this.doc.setDrawColor(color);
    this.doc.setLineWidth(width);
    this.doc.line(x1, y1, x2, y2);
  }

  dot(x: number, y: number, color: string): void {
    this.doc.setFillColor(color);
    this.doc.rect(x - 1.6, y - 1.6, 3.2, 3.2, 'F');
  }

  frame({ left, top, width, height }: Rectangle): void {
    this.doc.setDrawColor('#888888');
    this.doc.setLineWidth(0.5);
    this.doc.rect(left, top, width, height, 'S');
  }

  picture({ bytes, type }: PdfPhoto, { left, top, width, height }: Rectangle): void {
    this.doc.addImage(bytes, type, left, top, width, height, undefined, 'FAST');
  }

  /** Draws the page numbers, and the runs that the font lacks. */
  async finish(title: string, pageOf: (page: number, count: number) => string): Promise<void> {
    const count = this.doc.getNumberOfPages();
    for (let page = 1; page <= count; page += 1) {
      this.doc.setPage(page);
      const place = { left: MARGIN, top: PAGE.height - MARGIN - SMALL.size, width: WIDTH };
      this.drawLines(this.linesOf(title, WIDTH * 0.7, SMALL).slice(0, 1), place, SMALL);
      this.drawLines([[{ text: pageOf(page, count), isInFont: true }]], place, { ...SMALL, align: 'right' });
    }
    await this.#drawRuns();
  }

  async #drawRuns(): Promise<void> {
    const known = new Map<string, PdfPhoto>();
    for (const run of this.#drawn) {
      const key = `${run.size} ${run.isBold} ${run.text}`;
      const picture = known.get(key) ?? (await this.#runs.draw(run));
      known.set(key, picture);
      const height = run.size * RUN_HEIGHT;
      this.doc.setPage(run.page);
      this.picture(picture, {
        left: run.left,
        top: run.baseline - height * RUN_BASELINE,
        width: this.#runs.widthOf(run),
        height,
      });
    }
  }
}

function binaryText(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
