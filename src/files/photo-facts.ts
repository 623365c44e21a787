import { parse } from 'exifr/dist/lite.esm.mjs';
import type { PhotoFacts, PhotoPlace } from './photo.ts';

/** EXIF 3.0, tables 7 and 15. */
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const POSITIONING_ERROR = 0x001f;
const POSITION = [0x0001, 0x0002, 0x0003, 0x0004];

const OPTIONS = {
  ifd0: false,
  exif: [DATE_TIME_ORIGINAL, OFFSET_TIME_ORIGINAL],
  gps: [...POSITION, POSITIONING_ERROR],
  translateKeys: false,
  translateValues: false,
  reviveValues: false,
  mergeOutput: false,
} as const;

/** Reads when and where a JPEG or HEIC was taken. Re-encoding drops both. */
export async function readPhotoFacts(bytes: ArrayBuffer): Promise<PhotoFacts> {
  try {
    const { exif = {}, gps = {} } = (await parse(bytes, OPTIONS)) ?? {};
    return {
      takenAt: exifTime(exif[DATE_TIME_ORIGINAL], exif[OFFSET_TIME_ORIGINAL]),
      place: exifPlace(gps['latitude'], gps['longitude'], gps[POSITIONING_ERROR]),
    };
  } catch {
    // Damaged EXIF, or a format that the library does not know.
    return { takenAt: null, place: null };
  }
}

const TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/;
const OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Takes the offset of this device where the photo has none: phones write it, most cameras do not. */
export function exifTime(time: unknown, offset: unknown): string | null {
  const found = TIME.exec(String(time));
  if (!found) return null;
  const [year = 0, month = 0, ...rest] = found.slice(1).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toISOString().slice(0, 19);
  // A camera whose clock was never set writes zeros.
  if (wall !== `${found.slice(1, 4).join('-')}T${found.slice(4).join(':')}`) return null;
  if (typeof offset === 'string' && OFFSET.test(offset)) return wall + offset;
  return wall + offsetText(-new Date(year, month - 1, day, hour, minute, second).getTimezoneOffset());
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

export function exifPlace(latitude: unknown, longitude: unknown, error: unknown): PhotoPlace | null {
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;
  // Phones without a fix write zeros.
  if (latitude === 0 && longitude === 0) return null;
  return { latitude, longitude, accuracy: isWithin(error, 1e6) && error > 0 ? error : null };
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
