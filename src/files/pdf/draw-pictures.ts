import type { TextRun } from '../../domain/papers/line-breaking.ts';
import type { PaperPicture, PaperPictures } from '../../domain/papers/paper-content.ts';
import { fittedPicture, pictureCells, type Rectangle } from '../../domain/papers/picture-pages.ts';
import { documentWords as words } from '../../words/papers.ts';
import type { PdfPhoto } from './pdf-photos.ts';
import { AREA, MARGIN, type Sheet, SMALL, type Style, TEXT, WIDTH } from './pdf-sheet.ts';
import { drawHeading } from './pdf-table.ts';

const GAP = 12;
const CAPTION: Style = { ...TEXT, size: 8.5 };
const HEADING = 30;

/** Draws one or two pictures in a row. A row stays on one page, and the heading stays with the first row. */
export async function drawPictures(
  sheet: Sheet,
  { heading, perPage, pictures }: PaperPictures,
  photoOf: (sha256: string) => Promise<PdfPhoto | null>,
): Promise<void> {
  const area = { left: MARGIN, top: 0, width: WIDTH, height: AREA.bottom - AREA.top - HEADING };
  const cells = pictureCells(perPage, area, GAP);
  const first = cells.filter(({ top }) => top === cells[0]?.top);
  const height = first[0]?.height ?? 0;
  drawHeading(sheet, heading, [height]);
  for (let at = 0; at < pictures.length; at += first.length) {
    const row = pictures.slice(at, at + first.length);
    const top = sheet.place(height);
    for (const [n, picture] of row.entries()) {
      const cell = { ...(first[n] ?? area), top, height };
      drawPicture(sheet, await photoOf(picture.sha256), cell, captionOf(sheet, picture, cell.width));
    }
    sheet.skip(GAP);
  }
}

function captionOf(sheet: Sheet, { lines }: PaperPicture, width: number): TextRun[][] {
  return lines.flatMap((line) => sheet.linesOf(line, width, CAPTION));
}

function drawPicture(sheet: Sheet, photo: PdfPhoto | null, cell: Rectangle, caption: TextRun[][]): void {
  const below = sheet.heightOf(caption.length, CAPTION) + 4;
  const frame = { ...cell, height: Math.max(20, cell.height - below) };
  const { left, width } = cell;
  const placed = photo ? fittedPicture(photo, frame) : frame;
  if (photo) sheet.picture(photo, { ...placed, left, top: cell.top });
  else {
    sheet.frame(frame);
    const lines = sheet.linesOf(words.pictureNotHere, width - 20, SMALL);
    sheet.drawLines(
      lines,
      { left: left + 10, top: cell.top + frame.height / 2, width: width - 20 },
      { ...SMALL, align: 'center' },
    );
  }
  sheet.drawLines(caption, { left, top: cell.top + placed.height + 3, width }, CAPTION);
}
