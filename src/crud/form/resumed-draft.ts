import type { Fields, RecordKind } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { FoundDraft } from '../../records/drafts/offered-drafts.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { begunWords } from '../../words/form.ts';
import { readable, titleOf } from '../readable.ts';

export interface ResumedDraft {
  readonly draft: FoundDraft['draft'];
  /** Changes are computed against these fields. */
  readonly initial: Fields;
  readonly fields: Fields;
}

export function blank(
  { clock, random }: Pick<RecordServices, 'clock' | 'random'>,
  resource: RecordKind,
): Fields {
  return specOf(resource).blank({ now: clock.now(), random: random() });
}

/** Returns the changed fields, and the fields that are merged together with them. */
function touched({ resource, initial, fields }: FoundDraft['draft']): ReadonlySet<string> {
  const changed = Object.keys(fields).filter((field) => fields[field] !== initial[field]);
  const groups = specOf(resource).mergeGroups.filter((group) =>
    group.some((field) => changed.includes(field)),
  );
  return new Set([...changed, ...groups.flat()]);
}

/** Keeps the draft's values and the initial values of changed fields. All other fields get their current values. */
export function resumeEdit(draft: FoundDraft['draft'], view: Fields): ResumedDraft {
  const now = readable(draft.resource, view);
  const own = touched(draft);
  const over = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(now).map(([field, value]) => [field, own.has(field) ? (fields[field] ?? null) : value]),
    );
  return { draft, initial: over(draft.initial), fields: over(draft.fields) };
}

export function changedMeanwhile(
  { resource, initial, fields }: FoundDraft['draft'],
  view: Fields,
): readonly string[] {
  const now = readable(resource, view);
  return Object.keys(now).filter(
    (field) =>
      fields[field] !== initial[field] && now[field] !== initial[field] && now[field] !== fields[field],
  );
}

/** Turns a deleted record's draft into a new record. */
export function resumeAsNew(services: RecordServices, draft: FoundDraft['draft']): ResumedDraft {
  return { draft, initial: blank(services, draft.resource), fields: draft.fields };
}

/**
 * Returns text such as 'You were adding a work order at 8:42.'
 * @param begun what was begun with a stored record, if not its form
 */
export function draftWords(
  { resource, localId, initial, startedAt }: FoundDraft['draft'],
  now: number,
  begun: (typeof begunWords)['editing'] = begunWords.editing,
): string {
  const { noun } = specOf(resource).label;
  const isToday = new Date(startedAt).toDateString() === new Date(now).toDateString();
  const when = { day: isToday ? 'today' : 'earlier', moment: formatMoment(startedAt, now) };
  return localId === null
    ? begunWords.adding({ kind: resource, noun, ...when })
    : begun({ noun, title: titleOf(resource, initial), ...when });
}
