import type { Hashing } from '../domain/ports.ts';
import { hashOf } from '../domain/sha256.ts';
import type { OriginalReason, PhotoOutcome } from './photo.ts';
import { readPictureHeader } from './picture-header.ts';

/** Keeps the file unchanged, without a preview. */
export async function keepOriginal(
  device: Hashing,
  bytes: ArrayBuffer,
  why: OriginalReason,
): Promise<PhotoOutcome> {
  const header = readPictureHeader(new Uint8Array(bytes));
  if (!header) return { outcome: 'refused', why: bytes.byteLength === 0 ? 'empty' : 'not_picture' };
  const file = { bytes, sha256: await hashOf(device, bytes), mediaType: header.mediaType };
  return { outcome: 'original', why, photo: { file, thumb: null, takenAt: null, place: null } };
}
