import { sha256Hex } from '../domain/sha256.ts';
import type { MediaType, OriginalReason, PhotoOutcome, StoredBytes } from './photo.ts';
import { readPictureHeader } from './picture-header.ts';

export function storedBytes(bytes: ArrayBuffer, mediaType: MediaType): StoredBytes {
  return { bytes, sha256: sha256Hex(bytes), mediaType };
}

/** Keeps the file unchanged, without a preview. */
export function keepOriginal(bytes: ArrayBuffer, why: OriginalReason): PhotoOutcome {
  const header = readPictureHeader(new Uint8Array(bytes));
  if (!header) return { outcome: 'refused', why: bytes.byteLength === 0 ? 'empty' : 'not_picture' };
  const file = storedBytes(bytes, header.mediaType);
  return { outcome: 'original', why, photo: { file, thumb: null, takenAt: null, place: null } };
}
