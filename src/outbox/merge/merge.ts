import { type FieldChanges, sameFields } from '../../domain/field-changes.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Lane, LaneDraft } from '../lane.ts';
import { type MirrorRecord, sameInMeaning } from '../mirror-record.ts';
import { appRefusal, type Mutation } from '../mutation.ts';
import { mergeChange, rebased } from './merge-fields.ts';

/*
 * The entry of merging: merges waiting changes with newer server copies.
 *
 * A change's merge base is the server copy that it was based on. It is stored only once a newer copy has come. In this
 * example, copy 1 has phone 11 and city A:
 *
 *   a person changes the phone to 22 while another change is being sent
 *   copy 2 arrives with city B      the waiting change stores mergeBase = copy 1
 *   its turn comes                  merged: base copy 1, mine 22, theirs copy 2; mergeBase = null
 */

interface Copies {
  readonly before: Fields | null;
  readonly theirs: Fields;
}

/**
 * Merges a change with the server's copy. On a conflict, the change waits for a person.
 * @param replaces the copy that `theirs` replaces: the base of other waiting changes
 * @returns the fields still to be sent; null after a conflict
 */
export function mergeWithCopy(
  draft: LaneDraft,
  change: Mutation,
  { before, theirs, replaces }: Copies & { readonly replaces?: Fields | null },
): FieldChanges | null {
  const { fields, conflicts, joined } = mergeChange(draft.env.references, change, { before, theirs });
  // This comes before parking, which may merge later changes and their bases into this one.
  if (replaces !== undefined) keepMergeBases(draft, { server: replaces, theirs }, { change, fields });
  if (conflicts.length > 0) {
    askAbout(draft, change, { fields: conflicts, before, theirs });
    return null;
  }
  if (Object.keys(joined).length > 0) {
    const had = Object.fromEntries(Object.entries(theirs).filter(([field]) => field in joined));
    draft.journal({ ...change, fields: joined }, 'joined', had);
  }
  return fields;
}

/** Parks a change as a conflict. A change that is already parked keeps its time. */
export function askAbout(
  draft: LaneDraft,
  change: Mutation,
  { fields, before, theirs }: Copies & { readonly fields: readonly string[] },
): void {
  const { at = draft.env.now } = change.refusal ?? {};
  const refusal = appRefusal('conflict', at, { conflict: { fields, before, theirs } });
  if (change.state === 'parked') draft.change(change, { refusal });
  else draft.move(change, 'conflicted', { refusal, mergeBase: null });
}

/**
 * Stores the merge bases of waiting updates when `theirs` replaces the copy `server`.
 * @param merged the change already merged with `theirs`, and its fields still to be sent. Its other fields came from
 * this device, so nobody else changed them.
 */
export function keepMergeBases(
  draft: LaneDraft,
  { server, theirs }: { readonly server: Fields | null; readonly theirs: Fields },
  merged?: { readonly change: Mutation; readonly fields: FieldChanges },
): void {
  const hasArrived = (field: string): boolean =>
    merged !== undefined && field in merged.change.fields && !(field in merged.fields);
  const settled = Object.fromEntries(Object.entries(theirs).filter(([field]) => hasArrived(field)));
  for (const waiting of draft.open) {
    const before = waiting.mergeBase ?? server;
    if (waiting.kind !== 'update' || waiting.id === merged?.change.id || !before) continue;
    const mergeBase = merged && isUnaware(waiting, merged.change) ? before : { ...before, ...settled };
    if (waiting.mergeBase || !sameFields(mergeBase, theirs)) draft.change(waiting, { mergeBase });
  }
}

/** Returns true if a change was made on another device, without the earlier one that waits on this device. */
function isUnaware(next: Mutation, earlier: Mutation): boolean {
  return next.inFile === 'loaded' && earlier.inFile !== 'loaded';
}

/**
 * Returns the bases that a change takes over when an earlier one leaves. A change from a file takes over only those
 * that it was based on, so that a person is asked about the others.
 */
export function basesFrom(earlier: Mutation, next: Mutation, bases: Fields): Fields {
  if (next.inFile !== 'loaded') return bases;
  const { sameValue } = specOf(next.resource);
  const seen = ([field]: readonly [string, unknown]): boolean =>
    sameValue(field, next.fields[field]?.base, earlier.fields[field]?.value);
  return Object.fromEntries(Object.entries(bases).filter(seen));
}

/** Adds values that the server accepted without showing its copy. */
export function addToMergeBases(draft: LaneDraft, confirmed: Mutation, sent: Fields): void {
  for (const { mergeBase, ...waiting } of draft.open)
    if (mergeBase && !isUnaware(waiting as Mutation, confirmed))
      draft.change(waiting, { mergeBase: { ...mergeBase, ...sent } });
}

/** Returns the merge base of an update that a deletion replaces. The undo restores it. */
export function mergeBaseOf(
  { kind }: Mutation,
  by: { readonly kind: Mutation['kind']; readonly record: Lane['record'] },
): Fields | null {
  return (kind === 'update' && by.kind === 'delete' && by.record?.server) || null;
}

interface Later {
  /** Without the changes of an absorbed record. */
  readonly later: readonly Mutation[];
}

export function rebaseLater(
  draft: LaneDraft,
  confirmed: Mutation,
  { later, server, version }: Later & Pick<MirrorRecord, 'server' | 'version'>,
): void {
  const bases = Object.fromEntries(
    Object.keys(confirmed.fields).map((field) => [field, server?.[field] ?? null] as const),
  );
  for (const next of later) {
    const expectedVersion = next.kind === 'delete' ? (version ?? null) : null;
    draft.change(next, {
      fields: rebased(next.fields, basesFrom(confirmed, next, bases), specOf(draft.resource).texts),
      expectedVersion,
    });
  }
}

/**
 * Merges later changes with the answer to a confirmed one, which may show others' changes: the next one now, the rest
 * in their turn. Values that this device sent, or that the server computes from them, are not others' changes. A
 * total that somebody typed meanwhile cannot be told from a computed one.
 */
export function mergeLater(
  draft: LaneDraft,
  confirmed: Mutation,
  { later, before, theirs }: Later & Copies,
): void {
  const settled = settledBy(confirmed);
  const ids = new Set(later.map(({ id }) => id));
  for (const [place, next] of draft.open.entries()) {
    if (!ids.has(next.id)) continue;
    // A row read meanwhile may be newer than this answer.
    if (confirmed.readFirst && next.kind === 'update') draft.change(next, { readFirst: true });
    const base = next.mergeBase ?? before;
    // The undo of a create compares the record with this answer before it deletes.
    if (!base && next.kind === 'delete' && next.readFirst) draft.change(next, { mergeBase: theirs });
    if (!base) continue;
    const isNext = place === 0 && next.state === 'queued';
    const isOurs = (field: string): boolean => settled.has(field) && !isUnaware(next, confirmed);
    const taken = Object.entries(theirs).filter(([field]) => isOurs(field) || !(field in base));
    const left = { ...base, ...Object.fromEntries(taken) };
    if (next.kind === 'update') {
      mergeNext(draft, next, { isNext, before: left, theirs });
    } else if (next.mergeBase && confirmed.kind === 'update') {
      draft.change(next, { mergeBase: left });
    } else if (isNext && confirmed.kind === 'create' && !sameInMeaning(draft.resource, theirs, base)) {
      askAbout(draft, next, { fields: [], before: base, theirs });
    }
  }
}

function settledBy({ resource, kind, fields }: Mutation): ReadonlySet<string> {
  if (kind !== 'update') return new Set();
  const { computedGroups = [] } = specOf(resource);
  const groups = computedGroups.filter((group) => group.some((field) => field in fields));
  return new Set([...Object.keys(fields), ...groups.flat()]);
}

function mergeNext(
  draft: LaneDraft,
  next: Mutation,
  { isNext, before, theirs }: { readonly isNext: boolean; readonly before: Fields; readonly theirs: Fields },
): void {
  const sides = { before, theirs };
  const conflicts = isNext ? mergeChange(draft.env.references, next, sides).conflicts : [];
  if (conflicts.length > 0) return askAbout(draft, next, { fields: conflicts, ...sides });
  draft.change(next, { mergeBase: isNext || sameFields(before, theirs) ? null : before });
}
