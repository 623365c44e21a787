import { choiceLabels } from '../../words/common.ts';
import { reportWords as words } from '../../words/papers.ts';
import { type Attachment, PHOTO_LABELS } from '../attachment.ts';
import { labelKey } from '../day/text-blocks.ts';
import type { PaperPictures } from './paper-content.ts';
import { isoMomentText } from './paper-texts.ts';

export interface ReportPhoto
  extends Pick<Attachment, 'sha256' | 'room' | 'label' | 'caption' | 'taken_at' | 'taken_by'> {
  /** This device has its bytes. */
  readonly isHere: boolean;
}

/**
 * The photos of some rooms: room by room, in the order of their first photos, and in each by time.
 * @param rooms null for all; '' is no room
 */
export function photosByRoom(photos: readonly ReportPhoto[], rooms: readonly string[] | null): ReportPhoto[] {
  const wanted = rooms?.map(labelKey);
  const byTime = photos
    .filter(({ room }) => wanted?.includes(labelKey(room)) ?? true)
    .sort((one, other) => takenAt(one) - takenAt(other));
  const order = [...new Set(byTime.map(({ room }) => labelKey(room)))];
  return order.flatMap((room) => byTime.filter((photo) => labelKey(photo.room) === room));
}

/** Photos without a time come last. */
function takenAt(photo: ReportPhoto): number {
  const at = Date.parse(timeOf(photo));
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at;
}

function timeOf({ taken_at }: ReportPhoto): string {
  return taken_at ?? '';
}

/** @param photos from `photosByRoom` */
export function photoParts(photos: readonly ReportPhoto[], perPage: 2 | 6): PaperPictures[] {
  const parts = new Map<string, PaperPictures>();
  for (const photo of photos) {
    const key = labelKey(photo.room);
    const heading = photo.room.trim() || words.noRoom;
    const known = parts.get(key) ?? { part: 'pictures', heading, perPage, pictures: [] };
    const picture = { sha256: photo.sha256, lines: linesOf(photo) };
    parts.set(key, { ...known, pictures: [...known.pictures, picture] });
  }
  return [...parts.values()];
}

/** 'Before · Mar 5, 2026, 5:39 AM -0600 · Ann Lee', then the caption. */
function linesOf(photo: ReportPhoto): string[] {
  const label = PHOTO_LABELS.find((one) => one === photo.label && one !== 'other');
  const about = [label ? choiceLabels[label] : '', isoMomentText(timeOf(photo)), photo.taken_by.trim()];
  return [about.filter(Boolean).join(' · '), photo.caption.trim()].filter(Boolean);
}
