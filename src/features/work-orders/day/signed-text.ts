import type { SignedStamp } from '../../../domain/day/signed-stamp.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';

/** '8:42 AM · Ann Lee', or the time alone where nobody is named. */
export function signedText({ at, who }: Pick<SignedStamp, 'at' | 'who'>, now: number): string {
  return [formatMoment(at, now), who].filter((part) => part !== '').join(' · ');
}
