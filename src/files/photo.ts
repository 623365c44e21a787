/** Photos of the device: prepared by `photo-preparer.ts` in a worker, before anything is stored. */

import type { Size } from './picture-size.ts';

/** `usual` and `large` limit the long side; `original` sends the file as it is. */
export type PhotoSize = 'usual' | 'large' | 'original';

/** `facts` only reads the file, without a copy or a preview. */
export type PhotoWork = PhotoSize | 'facts';

export const LONG_SIDES: Readonly<Record<Exclude<PhotoSize, 'original'>, number>> = {
  usual: 2048,
  large: 3072,
};

/** The server's limit too. */
export const MAX_PHOTO_BYTES = 25 * 1024 * 1024;

/** For file inputs. Without HEIC in it, iOS converts to JPEG: https://github.com/GetJobber/atlantis/pull/778 */
export const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp';

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic';

export interface StoredBytes {
  readonly bytes: ArrayBuffer;
  /** 64 hex digits, lower case. */
  readonly sha256: string;
  /** By the first bytes, never by the name. */
  readonly mediaType: MediaType;
}

export interface PhotoPlace {
  /** In degrees, positive in the north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** In meters. */
  readonly accuracy: number | null;
}

export interface PhotoFacts {
  /** '2026-11-23T09:05:00-06:00'. Null if the photo does not say. */
  readonly takenAt: string | null;
  readonly place: PhotoPlace | null;
}

export interface PreparedPhoto extends PhotoFacts {
  /** The bytes to keep and send. */
  readonly file: StoredBytes;
  /** A JPEG with a long side of at most 320 pixels. Null if this device cannot show the photo. */
  readonly thumb: StoredBytes | null;
}

/**
 * - `asked`: the size is `original`, or only facts were asked for
 * - `small`: a smaller copy would not be smaller
 * - `no_preview`: this device cannot show the format, or the photo is damaged
 * - `no_tools`: this browser cannot draw or turn photos, or stopped while it did
 * - `check_failed`: the smaller copy has another shape, or one color
 */
export type OriginalReason = 'asked' | 'small' | 'no_preview' | 'no_tools' | 'check_failed';

export type RefusalReason = 'empty' | 'not_picture' | 'unreadable' | 'too_large';

export type PhotoOutcome =
  | { readonly outcome: 'prepared'; readonly photo: PreparedPhoto }
  | { readonly outcome: 'original'; readonly why: OriginalReason; readonly photo: PreparedPhoto }
  | { readonly outcome: 'refused'; readonly why: RefusalReason };

export interface PictureHeader {
  readonly mediaType: MediaType;
  /** As shown, so after turning. Null if the header does not say. */
  readonly size: Size | null;
}
