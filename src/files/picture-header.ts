import { ByteReader } from './byte-reader.ts';
import { isHeic, readHeicSize } from './heic-header.ts';
import type { PictureHeader } from './photo.ts';
import type { Size } from './picture-size.ts';

const PNG_SIGNATURE = '\u0089PNG\r\n\u001a\n';

/** Returns null for anything but a JPEG, PNG, WebP or HEIC file. Reads no pixels, and never throws. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const reader = new ByteReader(bytes);
  if (reader.word(0, 3) === '\u00ff\u00d8\u00ff')
    return { mediaType: 'image/jpeg', size: readJpegSize(reader) };
  if (reader.word(0, 8) === PNG_SIGNATURE) return { mediaType: 'image/png', size: readPngSize(reader) };
  if (reader.word(0, 4) === 'RIFF' && reader.word(8, 4) === 'WEBP')
    return { mediaType: 'image/webp', size: readWebpSize(reader) };
  if (isHeic(reader)) return { mediaType: 'image/heic', size: readHeicSize(reader) };
  return null;
}

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
const EXIF = 'Exif\0\0';

/** ITU-T T.81, annex B. A length counts its own two bytes. */
function readJpegSize(reader: ByteReader): Size | null {
  let stored: Size | null = null;
  let orientation: number | null = null;
  let at = 2;
  while (reader.u8(at) === MARKER) {
    const marker = reader.u8(at + 1);
    // Fill bytes may come before a marker.
    if (marker === MARKER) {
      at += 1;
      continue;
    }
    const length = reader.u16(at + 2);
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE || length < 2) break;
    const end = at + 2 + length;
    if (isFrame(marker)) stored = sizeOf(reader.u16(at + 7), reader.u16(at + 5));
    if (marker === APP1 && reader.word(at + 4, EXIF.length) === EXIF)
      orientation ??= readOrientation(reader, at + 4 + EXIF.length, Math.min(end, reader.length));
    at = end;
  }
  return stored && turned(stored, orientation);
}

/** Start of frame, of any process. C4, C8 and CC in the same range are other segments. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const ORIENTATION = 0x0112;
const SHORT = 3;

/** Reads the first directory of a TIFF header: https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E */
function readOrientation(reader: ByteReader, start: number, end: number): number | null {
  const order = reader.word(start, 2);
  const little = order === 'II';
  if ((!little && order !== 'MM') || reader.u16(start + 2, little) !== 42) return null;
  const directory = start + reader.u32(start + 4, little);
  const count = reader.u16(directory, little);
  for (let entry = directory + 2; entry + 12 <= Math.min(end, directory + 2 + count * 12); entry += 12) {
    if (reader.u16(entry, little) !== ORIENTATION || reader.u16(entry + 2, little) !== SHORT) continue;
    const value = reader.u16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** Orientations 5 to 8 swap the sides. */
function turned({ width, height }: Size, orientation: number | null): Size {
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPngSize(reader: ByteReader): Size | null {
  return reader.word(12, 4) === 'IHDR' ? sizeOf(reader.u32(16), reader.u32(20)) : null;
}

/** RFC 9649, sections 2.5 to 2.7. */
function readWebpSize(reader: ByteReader): Size | null {
  switch (reader.word(12, 4)) {
    case 'VP8 ': {
      const isKeyFrame = reader.word(23, 3) === '\u009d\u0001\u002a';
      return isKeyFrame ? sizeOf(reader.u16(26, true) & 0x3fff, reader.u16(28, true) & 0x3fff) : null;
    }
    case 'VP8L': {
      if (reader.u8(20) !== 0x2f || reader.length < 25) return null;
      const bits = reader.u32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return reader.length < 30
        ? null
        : { width: reader.u24Little(24) + 1, height: reader.u24Little(27) + 1 };
    default:
      return null;
  }
}

function sizeOf(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
