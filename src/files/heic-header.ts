import type { ByteReader } from './byte-reader.ts';
import type { Size } from './picture-size.ts';

/** Brands of pictures that are coded with HEVC: https://nokiatech.github.io/heif/technical.html */
const BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Also in AVIF files. These name their coding only among the compatible brands. */
const COMMON_BRANDS: readonly string[] = ['mif1', 'msf1', 'mif2'];

export function isHeic(reader: ByteReader): boolean {
  if (reader.word(4, 4) !== 'ftyp') return false;
  const brand = reader.word(8, 4);
  if (BRANDS.includes(brand)) return true;
  if (!COMMON_BRANDS.includes(brand)) return false;
  const end = Math.min(reader.u32(0), reader.length);
  for (let at = 16; at + 4 <= end; at += 4) if (BRANDS.includes(reader.word(at, 4))) return true;
  return false;
}

/**
 * Takes the largest of all pictures in the file, because the others are its tiles and thumbnails, which are turned as it
 * is.
 */
export function readHeicSize(reader: ByteReader): Size | null {
  let largest: Size | null = null;
  let isTurned = false;
  for (const { type, start, end } of propertiesOf(reader)) {
    if (type === 'irot' && start < end) isTurned ||= reader.u8(start) % 2 === 1;
    if (type !== 'ispe' || start + 12 > end) continue;
    const size = { width: reader.u32(start + 4), height: reader.u32(start + 8) };
    if (size.width * size.height > (largest ? largest.width * largest.height : 0)) largest = size;
  }
  return largest && isTurned ? { width: largest.height, height: largest.width } : largest;
}

interface Box {
  readonly type: string;
  /** Where the content starts. */
  readonly start: number;
  readonly end: number;
}

function* propertiesOf(reader: ByteReader): Generator<Box> {
  // Version and flags come first.
  for (const meta of boxesIn(reader, { start: 0, end: reader.length }, 'meta'))
    for (const properties of boxesIn(reader, { start: meta.start + 4, end: meta.end }, 'iprp'))
      for (const container of boxesIn(reader, properties, 'ipco')) yield* boxesIn(reader, container);
}

/** ISO/IEC 14496-12, section 4.2. A size of 1 announces 64 bits, and 0 means up to the end. */
function* boxesIn(reader: ByteReader, within: Pick<Box, 'start' | 'end'>, wanted?: string): Generator<Box> {
  let at = within.start;
  while (at + 8 <= within.end) {
    const short = reader.u32(at);
    const header = short === 1 ? 16 : 8;
    const long = short === 1 ? reader.u32(at + 8) * 2 ** 32 + reader.u32(at + 12) : short;
    const size = long === 0 ? within.end - at : long;
    if (size < header) return;
    const type = reader.word(at + 4, 4);
    const box = { type, start: at + header, end: Math.min(at + size, within.end) };
    if (wanted === undefined || type === wanted) yield box;
    at += size;
  }
}
