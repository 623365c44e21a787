import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { DraftRow } from '../../records/drafts.ts';
import { formatMoment } from '../../ui/text/format-time.ts';
import { titleOf } from '../readable.ts';

/** 'You were adding a work order at 8:42.' */
export function draftWords({ resource, localId, initial, startedAt }: DraftRow, now: number): string {
  const { noun } = resourceSpecs[resource].label;
  const what =
    localId === null
      ? `adding ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
      : `editing the ${noun} ${titleOf(resource, initial)}`;
  const sameDay = new Date(startedAt).toDateString() === new Date(now).toDateString();
  return `You were ${what} ${sameDay ? 'at' : 'on'} ${formatMoment(startedAt, now)}.`;
}
