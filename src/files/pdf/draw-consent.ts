import type { Consent } from '../../domain/papers/paper-content.ts';
import { fittedPicture } from '../../domain/papers/picture-pages.ts';
import { documentWords } from '../../words/papers.ts';
import type { SignedBy } from './make-pdf.ts';
import type { PdfPhoto } from './pdf-photos.ts';
import { MARGIN, type Sheet, SMALL, TEXT, WIDTH } from './pdf-sheet.ts';

const BOX = { width: 300, height: 56 };
const LABEL_HEIGHT = 14;

interface Signed {
  readonly signed: SignedBy | undefined;
  readonly readPhoto: (bytes: ArrayBuffer) => Promise<PdfPhoto | null>;
}

const ABOVE = 18;

/** The end of the document is kept above it: signatures on a page by themselves would say nothing of what was signed. */
export function heightOfConsent(sheet: Sheet, consent: Consent): number {
  const [sentence, ...boxes] = heightsOf(sheet, consent);
  return boxes.reduce((sum, height) => sum + height, ABOVE + sentence);
}

function heightsOf(sheet: Sheet, { sentence, signatures }: Consent): [sentence: number, ...boxes: number[]] {
  const lines = sheet.linesOf(sentence, WIDTH, TEXT).length;
  return [sheet.heightOf(lines, TEXT), ...signatures.map(() => BOX.height + LABEL_HEIGHT)];
}

/** Draws the sentence and its signatures on one page. */
export async function drawConsent(
  sheet: Sheet,
  consent: Consent,
  { signed, readPhoto }: Signed,
): Promise<void> {
  sheet.skip(ABOVE);
  const top = sheet.place(...heightsOf(sheet, consent));
  const lines = sheet.linesOf(consent.sentence, WIDTH, TEXT);
  sheet.drawLines(lines, { left: MARGIN, top, width: WIDTH }, TEXT);
  for (const [n, label] of consent.signatures.entries()) {
    const bytes = signed?.signatures[n];
    const picture = bytes ? await readPhoto(bytes) : null;
    if (bytes && !picture) throw new Error('a signature could not be drawn');
    drawSignature(sheet, label, signed ? (picture ?? 'missing') : 'onPaper');
  }
}

/** @param signature `onPaper`: it is to be signed with a pen, so it needs a date; `missing`: the person could not sign */
function drawSignature(sheet: Sheet, label: string, signature: PdfPhoto | 'onPaper' | 'missing'): void {
  const top = sheet.place(BOX.height + LABEL_HEIGHT);
  const line = top + BOX.height;
  const box = { left: MARGIN, top: top + 4, width: BOX.width, height: BOX.height - 6 };
  if (typeof signature === 'object') sheet.picture(signature, fittedPicture(signature, box));
  if (signature === 'missing') {
    const lines = sheet.linesOf(documentWords.unsigned, BOX.width, TEXT);
    sheet.drawLines(lines, { ...box, top: line - sheet.heightOf(lines.length, TEXT) }, TEXT);
  }
  sheet.lineAt(MARGIN, line, MARGIN + BOX.width, line, '#000000', 0.6);
  sheet.drawLines(
    sheet.linesOf(label, BOX.width, SMALL),
    { left: MARGIN, top: line + 2, width: BOX.width },
    SMALL,
  );
  if (signature !== 'onPaper') return;
  const left = MARGIN + BOX.width + 24;
  const width = WIDTH - BOX.width - 24;
  sheet.lineAt(left, line, left + width, line, '#000000', 0.6);
  sheet.drawLines(sheet.linesOf(documentWords.signedOn, width, SMALL), { left, top: line + 2, width }, SMALL);
}
