import { zonedTime } from '../../../domain/day/zoned-time.ts';
import type { ReportPhoto } from '../../../domain/papers/report-photos.ts';

/** A photo of the phone's gallery that is in a report only. Its bytes are read when the report is made. */
export interface GalleryPhoto {
  readonly file: File;
  readonly sha256: string;
  readonly room: string;
  readonly caption: string;
}

export function reportedGallery({ file, sha256, room, caption }: GalleryPhoto): ReportPhoto {
  const taken_at = file.lastModified > 0 ? zonedTime(file.lastModified) : '';
  return { sha256, room: room.trim(), label: 'other', caption, taken_at, taken_by: '', isHere: true };
}
