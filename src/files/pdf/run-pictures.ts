import type { PdfPhoto } from './pdf-photos.ts';

/** A run of text that the PDF's font lacks. */
export interface DrawnRun {
  readonly text: string;
  /** In points. */
  readonly size: number;
  readonly isBold: boolean;
}

/** Draws runs of text with the fonts of the device. */
export interface RunDrawing {
  /** In points. */
  readonly widthOf: (run: DrawnRun) => number;
  /** Its baseline is at `RUN_BASELINE` of the height. */
  readonly draw: (run: DrawnRun) => Promise<PdfPhoto>;
  /** False if the device would draw a box. */
  readonly canDraw: (character: string) => boolean;
}

/** Relative to the letter size, with room for marks above and below. */
export const RUN_HEIGHT = 1.5;
export const RUN_BASELINE = 1.1 / RUN_HEIGHT;

/** About 290 pixels per inch. */
const PIXELS_PER_POINT = 4;

export class RunPictures implements RunDrawing {
  readonly #measure = contextOf(1, 1);

  widthOf({ text, size, isBold }: DrawnRun): number {
    // Measured at the size that is drawn, because browsers round the widths of small letters.
    this.#measure.font = fontOf(size * PIXELS_PER_POINT, isBold);
    return this.#measure.measureText(text).width / PIXELS_PER_POINT;
  }

  async draw(run: DrawnRun): Promise<PdfPhoto> {
    const width = Math.max(1, Math.ceil(this.widthOf(run) * PIXELS_PER_POINT));
    const height = Math.ceil(run.size * RUN_HEIGHT * PIXELS_PER_POINT);
    const context = contextOf(width, height);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000000';
    context.font = fontOf(run.size * PIXELS_PER_POINT, run.isBold);
    context.fillText(run.text, 0, height * RUN_BASELINE);
    const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return { bytes: new Uint8Array(await blob.arrayBuffer()), type: 'JPEG', width, height };
  }

  canDraw(character: string): boolean {
    const drawing = inkOf(character);
    return !BOXES.some((box) => isSameBox(drawing, inkOf(box)));
  }
}

/** No font has these characters, so a browser draws its box for a missing character. */
const BOXES = ['\u0378', '\u{e0fff}', '\uffff'];
const BOX_PIXELS = 48;

interface Ink {
  readonly pixels: Uint8ClampedArray;
  /** The inked part's left, top, right and bottom. */
  readonly edges: readonly number[];
}

function inkOf(character: string): Ink {
  const context = contextOf(BOX_PIXELS, BOX_PIXELS);
  context.font = fontOf(BOX_PIXELS / 2, false);
  context.fillText(character, 4, BOX_PIXELS * 0.7);
  const { data } = context.getImageData(0, 0, BOX_PIXELS, BOX_PIXELS);
  const pixels = data.filter((_, at) => at % 4 === 3);
  const inked = Array.from(pixels.keys()).filter((at) => Number(pixels[at]) > 0);
  const across = inked.map((at) => at % BOX_PIXELS);
  const down = inked.map((at) => Math.floor(at / BOX_PIXELS));
  return { pixels, edges: [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)] };
}

/** Some browsers write the character's number into the box, so only the frames are equal. */
function isSameBox(one: Ink, box: Ink): boolean {
  if (box.pixels.every((value) => value === 0)) return false;
  if (one.pixels.every((value, at) => value === box.pixels[at])) return true;
  return one.edges.every((edge, at) => edge === box.edges[at]) && isFramed(one);
}

function isFramed({ pixels, edges }: Ink): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = edges;
  const isInked = (x: number, y: number): boolean => Number(pixels[y * BOX_PIXELS + x]) > 0;
  const rows = Array.from({ length: right - left + 1 }, (_, n) => left + n);
  const columns = Array.from({ length: bottom - top + 1 }, (_, n) => top + n);
  return (
    rows.every((x) => isInked(x, top) && isInked(x, bottom)) &&
    columns.every((y) => isInked(left, y) && isInked(right, y))
  );
}

function fontOf(size: number, isBold: boolean): string {
  return `${isBold ? 500 : 400} ${size}px sans-serif`;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('texts cannot be drawn');
  return context;
}
