import type { ReportPhoto } from '../../../domain/papers/report-photos.ts';

/** A photo from the phone's gallery that is in a report only. Its bytes are read when the report is made. */
export interface GalleryPhoto {
  readonly file: File;
  readonly sha256: string;
  /** As the camera wrote it into the photo; '' if it did not. */
  readonly takenAt: string;
  readonly room: string;
  readonly caption: string;
}

/** The time of a file may be that of its copy, which an adjuster would read as when the photo was taken. */
export function reportedGallery({ sha256, takenAt, room, caption }: GalleryPhoto): ReportPhoto {
  const place = { room: room.trim(), label: 'other' } as const;
  return { sha256, ...place, caption, taken_at: takenAt, taken_by: '', isHere: true };
}
