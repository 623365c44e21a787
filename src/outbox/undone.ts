import { isDocument } from '../domain/attachment.ts';
import { valuesOf } from '../domain/field-changes.ts';
import { isOfSigning } from '../domain/papers/signed-texts.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Lane, LaneDraft } from './lane.ts';
import type { Intent, SavedEvent } from './lane-event.ts';
import { mergeBaseOf } from './merge/merge.ts';
import { rebased } from './merge/merge-fields.ts';
import { newLocalRecord } from './mirror-record.ts';
import { type Mutation, neverSent, type SavedChange, type UndoStep } from './mutation.ts';
import { UNDO_MS } from './retry-policy.ts';

type UndoRefusal =
  /** A server may have the save, and it cannot be reversed. */
  | 'sent'
  /** The record is no longer as the save left it. */
  | 'changed'
  /** Somebody else changed the record that the save created. */
  | 'edited'
  /** The server refused the save, and a person decides. */
  | 'refused';

type Undoing =
  /** No server can have seen the save. An `undone` event removes it. */
  | { readonly do: 'takeOut' }
  /** A server may have the save. A new change reverses it. */
  | { readonly do: 'changeBack'; readonly intent: Reversal }
  | { readonly do: 'refuse'; readonly why: UndoRefusal };

type Reversal = Pick<Intent, 'kind' | 'fields' | 'undoes'>;

export function howToUndo(lane: LaneRows, step: UndoStep): Undoing {
  switch (standingOf(lane, step)) {
    case 'unsent':
      return { do: 'takeOut' };
    case 'changed':
      return { do: 'refuse', why: 'changed' };
    case 'sent': {
      if (step.left === null || !step.change) return { do: 'refuse', why: 'sent' };
      const why = changeBackRefusal(lane, step);
      return why === null ? { do: 'changeBack', intent: changedBack(step.change) } : { do: 'refuse', why };
    }
  }
}

type LaneRows = Pick<Lane, 'record' | 'mutations'>;

/** Removes a save from the outbox. Newer server copies stay. */
export function undone(draft: LaneDraft, step: UndoStep): void {
  if (standingOf({ record: draft.record, mutations: draft.open }, step) !== 'unsent') return;
  if (step.left === null) return putBack(draft, step.before);
  const { before, left, mergeBase } = step;
  for (const saved of draft.open.filter(({ id }) => id === left)) {
    if (before) takeBack(draft, { saved, before, mergeBase });
    else draft.finish(saved, 'cancelled');
  }
}

function putBack(draft: LaneDraft, before: Mutation): void {
  draft.restore({ ...before, nextAt: restartedWait(before, draft.env.now) });
  if (!draft.record)
    draft.setRecord(newLocalRecord(draft.localId, { seq: before.seq, now: before.acceptedAt }));
}

/** Restarts the 8 s, so that the restored change can be undone too. */
function restartedWait({ attempts, acceptedAt, nextAt }: Mutation, now: number): number {
  return attempts === 0 && nextAt > acceptedAt ? now + UNDO_MS : nextAt;
}

/** 'unsent': the save is the record's last change, and no server can have seen it. */
type SaveStanding = 'unsent' | 'sent' | 'changed';

export function standingOf({ record, mutations }: LaneRows, { before, left }: UndoStep): SaveStanding {
  if (left === null) {
    const isAsLeft = mutations.length === 0 && (before.kind === 'create' ? !record : Boolean(record?.view));
    return isAsLeft ? 'unsent' : 'changed';
  }
  const saved = mutations.find(({ id }) => id === left);
  if (saved && neverSent(saved)) return saved === mutations.at(-1) ? 'unsent' : 'changed';
  return mutations.some((mutation) => tookIn(mutation, left)) ? 'changed' : 'sent';
}

/** Returns true if a later save turned the mutation with this id into this one. */
function tookIn({ undo }: Mutation, id: string): boolean {
  return Boolean(undo?.before && (undo.before.id === id || tookIn(undo.before, id)));
}

/** Returns null if a sent save can be reversed: it was this device's last change, and nothing else is waiting. */
export function changeBackRefusal({ record, mutations }: LaneRows, step: UndoStep): UndoRefusal | null {
  if (step.left === null || !step.change) return 'sent';
  const [own] = mutations;
  if (mutations.length > 1 || (own && own.id !== step.left)) return 'changed';
  if (own) return own.state === 'parked' ? 'refused' : null;
  if (!record?.view || !record.confirmed) return 'sent';
  if (record.confirmed.id !== step.left) return 'changed';
  return step.change.kind === 'update' || record.confirmed.isLast ? null : 'edited';
}

export function changedBack({ kind, fields }: SavedChange): Reversal {
  if (kind === 'create') return { kind: 'delete', fields: {}, undoes: true };
  const back = Object.entries(fields).map(([field, { base, value }]) => [
    field,
    { base: value, value: base },
  ]);
  return { kind, fields: Object.fromEntries(back), undoes: true };
}

/** Returns how to undo a save in this record; null if it changed nothing here. `after` is the lane as stored. */
export function undoStepOf(
  before: Lane,
  after: Lane,
  { id: saveId, intent }: Pick<SavedEvent, 'id' | 'intent'>,
): UndoStep | null {
  const written = after.mutations.filter((mutation) => !before.mutations.includes(mutation));
  const gone = before.mutations.filter(
    ({ seq }) => !after.mutations.some((mutation) => mutation.seq === seq),
  );
  const [saved] = written;
  const [taken] = gone;
  const { resource, localId } = after;
  if (written.length + gone.length !== 1) return null;
  if (taken) return { resource, localId, before: taken, left: null };
  if (saved?.id !== saveId) return null;
  const earlier = before.mutations.find(({ seq }) => seq === saved.seq) ?? null;
  const mergeBase = earlier && mergeBaseOf(earlier, { kind: saved.kind, record: before.record });
  const { kind, fields } = intent;
  const step = { resource, localId, before: earlier, left: saved.id, mergeBase };
  return kind === 'delete' ? step : { ...step, change: { kind, fields } };
}

/** Returns steps that undo the last save or, once a server may have it, the whole mutation. */
export function undoStepsOf(mutation: Mutation): readonly UndoStep[] | null {
  const { undo, resource, localId, id, kind, fields } = mutation;
  if (isDocument(valuesOf(fields))) return null;
  const own = { resource, localId, left: id };
  if (neverSent(mutation)) {
    if (!undo) return null;
    const { along, before, mergeBase } = undo;
    if (kind === 'delete') return [{ ...own, before, mergeBase }, ...along];
    const change = changeSince(before, { kind, fields });
    return isOfSigning(change.fields) ? null : [{ ...own, before, mergeBase, change }, ...along];
  }
  if (mutation.state === 'parked' || kind === 'delete' || isOfSigning(fields)) return null;
  return [{ ...own, before: null, mergeBase: null, change: { kind, fields } }];
}

function changeSince(before: Mutation | null, { kind, fields }: SavedChange): SavedChange {
  if (!before) return { kind, fields };
  const changed = Object.entries(fields).flatMap(([field, { base, value }]) => {
    const earlier = before.fields[field];
    return earlier?.value === value
      ? []
      : [[field, { base: earlier ? earlier.value : base, value }] as const];
  });
  return { kind: 'update', fields: Object.fromEntries(changed) };
}

interface TakenBack {
  readonly saved: Mutation;
  readonly before: Mutation;
  readonly mergeBase: Fields | null;
}

function takeBack(draft: LaneDraft, { saved, before, mergeBase }: TakenBack): void {
  const { seq: _, state, ...content } = before;
  const change = {
    ...content,
    undo: before.undo ?? null,
    tookIn: before.tookIn ?? [],
    fields: withBasesOf(before, saved.fields),
    nextAt: restartedWait(before, draft.env.now),
    readFirst: before.readFirst || (saved.readFirst && saved.kind === before.kind),
    mergeBase: saved.mergeBase ?? before.mergeBase ?? mergeBase,
  };
  const lost = Object.entries(saved.fields).filter(
    ([field, { value }]) => before.fields[field]?.value !== value,
  );
  draft.journal({ ...saved, fields: Object.fromEntries(lost) }, 'cancelled');
  if (state === 'parked') draft.move(saved, 'refused', change);
  else draft.change(saved, change);
}

/** Returns the earlier changes on newer bases. A text keeps its old base and is merged later. */
function withBasesOf({ fields, resource }: Mutation, now: Mutation['fields']): Mutation['fields'] {
  const { texts } = specOf(resource);
  const bases = Object.entries(now).filter(([field]) => !texts.includes(field));
  return rebased(fields, Object.fromEntries(bases.map(([field, { base }]) => [field, base])));
}

/** Undo steps kept for one record. */
const UNDO_MAX = 10;

export function withFewerUndos(mutation: Mutation, kept = UNDO_MAX - 1): Mutation {
  const { undo } = mutation;
  if (!undo) return mutation;
  if (kept === 0) return { ...mutation, undo: null };
  return { ...mutation, undo: { ...undo, before: undo.before && withFewerUndos(undo.before, kept - 1) } };
}
