import { PHOTO_LABELS } from '../domain/attachment.ts';
import type { Photo } from '../records/use-photos.ts';
import { choiceLabel } from '../ui/fields/choice-chip.tsx';
import { formatMoment } from '../ui/text/format-date.ts';
import { photoNames } from '../words/photo-screens.ts';

/** Says nothing about a photo, so it is not shown. */
export const PLAIN_LABEL = 'other';

/** 'Before, Kitchen: crack in the sink' */
export function photoName({ label, room, caption }: Pick<Photo, 'label' | 'room' | 'caption'>): string {
  const photo = label === PLAIN_LABEL ? photoNames.photo : choiceLabel(label, PHOTO_LABELS);
  const placed = room === '' ? photo : photoNames.inRoom({ photo, room });
  return caption === '' ? placed : photoNames.withCaption({ photo: placed, caption });
}

/** '8:42 AM · Ann Lee', or what of it is known. */
export function takenWords({ takenAt, takenBy }: Pick<Photo, 'takenAt' | 'takenBy'>, now: number): string {
  const at = Date.parse(takenAt);
  const when = Number.isNaN(at) ? '' : formatMoment(at, now);
  return when === '' || takenBy === '' ? when + takenBy : photoNames.taken({ when, who: takenBy });
}
