import { originalPhotoWords, photoRoomWords, refusedPhotoWords } from '../words/photos.ts';
import type { PhotoOutcome } from './photo.ts';
import type { PhotoRoom } from './photo-room.ts';

/** Returns null if there is nothing to tell. */
export function photoNotice(file: string, outcome: PhotoOutcome): string | null {
  switch (outcome.outcome) {
    case 'prepared':
      return null;
    case 'original':
      return outcome.why === 'asked' || outcome.why === 'small'
        ? null
        : originalPhotoWords[outcome.why]({ file });
    case 'refused':
      return refusedPhotoWords[outcome.why]({ file });
  }
}

export function roomNotice(room: PhotoRoom): string | null {
  return room === 'enough' ? null : photoRoomWords[room];
}
