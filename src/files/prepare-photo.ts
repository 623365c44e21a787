import { sha256Hex } from '../domain/sha256.ts';
import { drawPhoto } from './draw-photo.ts';
import type { MediaType, PhotoOutcome, PhotoWork, StoredBytes } from './photo.ts';
import { readPhotoFacts } from './photo-facts.ts';
import { readPictureHeader } from './picture-header.ts';

/** Runs in the worker. */
export async function preparePhoto(bytes: ArrayBuffer, size: PhotoWork): Promise<PhotoOutcome> {
  if (bytes.byteLength === 0) return { outcome: 'refused', why: 'empty' };
  const header = readPictureHeader(new Uint8Array(bytes));
  if (!header) return { outcome: 'refused', why: 'not_picture' };
  const source = new Blob([bytes], { type: header.mediaType });
  const { copy, why, thumb } = await drawPhoto(source, header.size, size);
  const file = copy ? storedBytes(copy, 'image/jpeg') : storedBytes(bytes, header.mediaType);
  const photo = {
    file,
    thumb: thumb && storedBytes(thumb, 'image/jpeg'),
    ...(await readPhotoFacts(bytes)),
  };
  return copy ? { outcome: 'prepared', photo } : { outcome: 'original', why, photo };
}

function storedBytes(bytes: ArrayBuffer, mediaType: MediaType): StoredBytes {
  return { bytes, sha256: sha256Hex(bytes), mediaType };
}
