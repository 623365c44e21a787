import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { DraftRow } from '../../records/drafts/offered-drafts.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { begunWords } from '../../words/form.ts';
import { titleOf } from '../readable.ts';

/** 'You were adding a work order at 8:42.' */
export function draftWords({ resource, localId, initial, startedAt }: DraftRow, now: number): string {
  const { noun } = resourceSpecs[resource].label;
  const isToday = new Date(startedAt).toDateString() === new Date(now).toDateString();
  const when = { day: isToday ? 'today' : 'earlier', moment: formatMoment(startedAt, now) };
  return localId === null
    ? begunWords.adding({ kind: resource, noun, ...when })
    : begunWords.editing({ noun, title: titleOf(resource, initial), ...when });
}
