import type { ReportPhoto } from '../../../domain/papers/report-photos.ts';

/** A photo from the phone's gallery that is in a report only. Its bytes are read when the report is made. */
export interface GalleryPhoto {
  readonly file: File;
  readonly sha256: string;
  readonly room: string;
  readonly caption: string;
}

/** The time of a file may be that of its copy, which an adjuster would read as when the photo was taken. */
export function reportedGallery({ sha256, room, caption }: GalleryPhoto): ReportPhoto {
  return { sha256, room: room.trim(), label: 'other', caption, taken_at: '', taken_by: '', isHere: true };
}
