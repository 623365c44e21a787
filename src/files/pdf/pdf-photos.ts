/** A picture in a format that a PDF takes as it is. */
export interface PdfPhoto {
  readonly bytes: Uint8Array;
  readonly type: 'JPEG' | 'PNG';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** On the long side, in pixels: about 200 per inch for two photos a page. */
const LONG_SIDE = 1200;
const QUALITY = 0.75;

/** Returns null if this device cannot show the picture. */
export function smallPhoto(bytes: ArrayBuffer): Promise<PdfPhoto | null> {
  return redrawn(bytes, LONG_SIDE, QUALITY);
}

/** Reads a logo or a signature, which is small already. Draws it on white, because a PNG may be transparent. */
export function readPhoto(bytes: ArrayBuffer): Promise<PdfPhoto | null> {
  return redrawn(bytes, Number.POSITIVE_INFINITY, 0.95);
}

/** Decoding and encoding again also leaves out everything but the pixels, such as a photo's place. */
async function redrawn(bytes: ArrayBuffer, longSide: number, quality: number): Promise<PdfPhoto | null> {
  const picture = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (!picture) return null;
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('pictures cannot be drawn');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), type: 'JPEG', width, height };
}
