import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import type { DraftRow } from '../../records/drafts/offered-drafts.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { begunWords } from '../../words/form.ts';
import { readable, titleOf } from '../readable.ts';

/** What a form goes on with. */
export interface ResumedDraft {
  readonly draft: DraftRow;
  /** What changes are counted from. */
  readonly initial: Fields;
  readonly fields: Fields;
}

/** A new record's defaults. */
export function blank(
  { clock, random }: Pick<RecordServices, 'clock' | 'random'>,
  resource: ResourceName,
): Fields {
  return specOf(resource).blank({ now: clock.now(), random: random() });
}

/** Names of the fields that a person changed, with those that only make sense together with them. */
function touched({ resource, initial, fields }: DraftRow): ReadonlySet<string> {
  const changed = Object.keys(fields).filter((field) => fields[field] !== initial[field]);
  const groups = specOf(resource).mergeGroups.filter((group) =>
    group.some((field) => changed.includes(field)),
  );
  return new Set([...changed, ...groups.flat()]);
}

/**
 * The draft of an edit over the record as it is now: what the person changed stands as they left it and counts from what
 * they saw then; everything else is as the record has it now.
 */
export function resumeEdit(draft: DraftRow, view: Fields): ResumedDraft {
  const now = readable(draft.resource, view);
  const own = touched(draft);
  const over = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(now).map(([field, value]) => [field, own.has(field) ? (fields[field] ?? null) : value]),
    );
  return { draft, initial: over(draft.initial), fields: over(draft.fields) };
}

/** Fields that the person changed and somebody else as well, to something else, since they began. */
export function changedMeanwhile({ resource, initial, fields }: DraftRow, view: Fields): readonly string[] {
  const now = readable(resource, view);
  return Object.keys(now).filter(
    (field) =>
      fields[field] !== initial[field] && now[field] !== initial[field] && now[field] !== fields[field],
  );
}

/** The draft of an edit of a record that is there no longer: everything in it makes a new one. */
export function resumeAsNew(services: RecordServices, draft: DraftRow): ResumedDraft {
  return { draft, initial: blank(services, draft.resource), fields: draft.fields };
}

/** 'You were adding a work order at 8:42.' */
export function draftWords({ resource, localId, initial, startedAt }: DraftRow, now: number): string {
  const { noun } = resourceSpecs[resource].label;
  const isToday = new Date(startedAt).toDateString() === new Date(now).toDateString();
  const when = { day: isToday ? 'today' : 'earlier', moment: formatMoment(startedAt, now) };
  return localId === null
    ? begunWords.adding({ kind: resource, noun, ...when })
    : begunWords.editing({ noun, title: titleOf(resource, initial), ...when });
}
