import { drawsFaithfully } from './draws-faithfully.ts';
import { LONG_SIDES, type OriginalReason, type PhotoWork } from './photo.ts';
import { readPictureHeader } from './picture-header.ts';
import { fitWithin, isOneColor, isSameShape, type Size } from './picture-size.ts';

const QUALITY = 0.82;
const THUMB_SIDE = 320;
const THUMB_QUALITY = 0.75;
/** Decoded, a pixel takes 4 bytes. Phones end a page that takes much more than this. */
const MOST_PIXELS = 70_000_000;

/** `copy` is null if the original is kept. `thumb` is null if there is no preview. */
export interface Drawing {
  readonly copy: ArrayBuffer | null;
  readonly why: OriginalReason;
  readonly thumb: ArrayBuffer | null;
}

/**
 * Draws the copy from the file, and the thumbnail from the copy. So a thumbnail that shows something proves that the
 * copy does: canvases above a browser's limit stay blank without an error.
 *
 * @param shown the size in the header
 */
export async function drawPhoto(source: Blob, shown: Size | null, size: PhotoWork): Promise<Drawing> {
  if (size === 'facts') return nothing('asked');
  if (!(await drawsFaithfully())) return nothing('no_tools');
  if (!shown || shown.width * shown.height > MOST_PIXELS) return nothing('no_preview');
  if (size === 'original') return drawThumb(source, shown, 'asked').catch(() => nothing('no_preview'));
  const fit = fitWithin(shown, LONG_SIDES[size]);
  const bitmap = await decode(source, shown, fit);
  if (!bitmap) return nothing('no_preview');
  if (!isSameShape(bitmap, shown)) return nothing('check_failed');
  try {
    const copy = await draw(bitmap, fit).convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    const bytes = await copy.arrayBuffer();
    const { thumb } = await drawThumb(copy, fit, 'check_failed');
    if (!thumb || !hasSize(bytes, fit)) return nothing('check_failed');
    // Most other devices cannot show HEIC, so its copy is taken at any size.
    const isSmaller = bytes.byteLength < source.size || source.type === 'image/heic';
    return { copy: isSmaller ? bytes : null, why: 'small', thumb };
  } catch {
    return nothing('check_failed');
  }
}

function nothing(why: OriginalReason): Drawing {
  return { copy: null, why, thumb: null };
}

async function drawThumb(source: Blob, shown: Size, why: OriginalReason): Promise<Drawing> {
  const fit = fitWithin(shown, THUMB_SIDE);
  const bitmap = await decode(source, shown, fit);
  if (!bitmap || !isSameShape(bitmap, shown)) return nothing('no_preview');
  const canvas = draw(bitmap, fit);
  const { data } = contextOf(canvas).getImageData(0, 0, fit.width, fit.height);
  if (isOneColor(data)) return nothing(why);
  const thumb = await canvas.convertToBlob({ type: 'image/jpeg', quality: THUMB_QUALITY });
  return { copy: null, why, thumb: await thumb.arrayBuffer() };
}

/** Returns null if the browser cannot read the file. */
function decode(source: Blob, shown: Size, { width, height }: Size): Promise<ImageBitmap | null> {
  // The browser derives the other side, so that a file with another shape than its header says can be found.
  const side = shown.width >= shown.height ? { resizeWidth: width } : { resizeHeight: height };
  return createImageBitmap(source, {
    ...(width < shown.width || height < shown.height ? side : {}),
    resizeQuality: 'high',
    imageOrientation: 'from-image',
  }).catch(() => null);
}

function draw(bitmap: ImageBitmap, { width, height }: Size): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  // JPEG has no transparency, and would turn it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

/** @throws if there is no memory for it */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}

function hasSize(jpeg: ArrayBuffer, { width, height }: Size): boolean {
  const header = readPictureHeader(new Uint8Array(jpeg));
  return header?.mediaType === 'image/jpeg' && header.size?.width === width && header.size.height === height;
}
