const MIB = 1024 * 1024;
const PHOTO_BYTES = 25 * MIB;
const DOCUMENT_BYTES = 50 * MIB;

export interface MediaType {
  readonly name: string;
  readonly ending: string;
  /** The largest file of this type. */
  readonly most: number;
}

const JPEG: MediaType = { name: 'image/jpeg', ending: 'jpg', most: PHOTO_BYTES };
const PNG: MediaType = { name: 'image/png', ending: 'png', most: PHOTO_BYTES };
const WEBP: MediaType = { name: 'image/webp', ending: 'webp', most: PHOTO_BYTES };
const HEIC: MediaType = { name: 'image/heic', ending: 'heic', most: PHOTO_BYTES };
const PDF: MediaType = { name: 'application/pdf', ending: 'pdf', most: DOCUMENT_BYTES };

/** The largest file of any type. */
export const LARGEST_FILE = DOCUMENT_BYTES;
/** The type can be read from so many bytes at the start of a file. Of HEIC, with 44 compatible brands. */
export const HEAD_BYTES = 192;

/** Brands of HEVC pictures, from the box 'ftyp' (ISO/IEC 23008-12). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
/** Also in AVIF files. These name their coding only among the compatible brands. */
const COMMON_BRANDS = ['mif1', 'msf1', 'mif2'];

/** Decides by the first bytes alone. SVG is not accepted, because it can hold scripts. */
export function mediaTypeOf(head: Buffer): MediaType | undefined {
  const text = (from: number, to: number): string => head.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return JPEG;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return PNG;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return WEBP;
  if (text(4, 8) === 'ftyp' && isHeic(head)) return HEIC;
  return text(0, 5) === '%PDF-' ? PDF : undefined;
}

function isHeic(head: Buffer): boolean {
  const brand = (at: number): string => head.toString('latin1', at, at + 4);
  if (HEIC_BRANDS.includes(brand(8))) return true;
  if (!COMMON_BRANDS.includes(brand(8))) return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let at = 16; at + 4 <= end; at += 4) if (HEIC_BRANDS.includes(brand(at))) return true;
  return false;
}

export function endingOf(mediaType: string): string {
  return [JPEG, PNG, WEBP, HEIC, PDF].find(({ name }) => name === mediaType)?.ending ?? 'bin';
}
