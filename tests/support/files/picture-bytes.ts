/** Headers of pictures, byte by byte. None has pixels. */

type Part = string | readonly number[] | Uint8Array;

export function bytesOf(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (one) => one.charCodeAt(0)) : [...part],
    ),
  );
}

export const u16 = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const little = (bytes: readonly number[]): number[] => bytes.toReversed();

const START_OF_IMAGE = [0xff, 0xd8];
const START_OF_SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0];

export function segment(marker: number, ...content: readonly Part[]): Uint8Array {
  const bytes = bytesOf(...content);
  return bytesOf([0xff, marker], u16(bytes.length + 2), bytes);
}

/** @param marker 0xc0 is baseline, 0xc2 progressive */
export function frame(width: number, height: number, marker = 0xc0): Uint8Array {
  return segment(marker, [8], u16(height), u16(width), [1, 1, 0x11, 0]);
}

/** A TIFF header with one directory, in the order of Motorola ('MM') or Intel ('II'). */
export function orientationTiff(orientation: number, order: 'MM' | 'II' = 'MM'): Uint8Array {
  const ordered = order === 'MM' ? (bytes: readonly number[]) => bytes : little;
  const entry = [ordered(u16(0x0112)), ordered(u16(3)), ordered(u32(1)), ordered(u16(orientation)), [0, 0]];
  return bytesOf(order, ordered(u16(42)), ordered(u32(8)), ordered(u16(1)), ...entry, u32(0));
}

export function exif(tiff: Uint8Array): Uint8Array {
  return segment(0xe1, 'Exif\0\0', tiff);
}

export function jpeg(...segments: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return bytesOf(START_OF_IMAGE, ...segments, START_OF_SCAN);
}

export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = [u32(width), u32(height), [8, 2, 0, 0, 0], u32(0)];
  return bytesOf([0x89], 'PNG\r\n', [0x1a], '\n', u32(13), 'IHDR', ...header);
}

function riff(chunk: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = bytesOf('WEBP', chunk, little(u32(content.length)), content);
  return bytesOf('RIFF', little(u32(body.length)), body);
}

export function lossyWebp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const keyFrame = [[0, 0, 0], [0x9d, 0x01, 0x2a], little(u16(width)), little(u16(height))];
  return riff('VP8 ', bytesOf(...keyFrame));
}

export function losslessWebp(width: number, height: number): Uint8Array<ArrayBuffer> {
  return riff('VP8L', bytesOf([0x2f], little(u32(width - 1 + ((height - 1) << 14)))));
}

export function extendedWebp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const sides = [width, height].map((side) => little(u32(side - 1)).slice(0, 3));
  return riff('VP8X', bytesOf([0, 0, 0, 0], ...sides));
}

export function box(type: string, ...content: readonly Part[]): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(...content);
  return bytesOf(u32(bytes.length + 8), type, bytes);
}

export function brands(major: string, ...compatible: readonly string[]): Uint8Array {
  return box('ftyp', major, u32(0), ...compatible);
}

const VERSION = u32(0);

/** The size of a picture, tile or thumbnail in a HEIC file. */
export function extent(width: number, height: number): Uint8Array {
  return box('ispe', VERSION, u32(width), u32(height));
}

/** @param quarters counterclockwise */
export function rotation(quarters: number): Uint8Array {
  return box('irot', [quarters]);
}

export function heic(...properties: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const items = box('iprp', box('ipco', ...properties));
  return bytesOf(brands('heic', 'mif1', 'heic'), box('meta', VERSION, box('hdlr', VERSION), items));
}
