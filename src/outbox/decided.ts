import { followingFields } from '../domain/day/following-fields.ts';
import { uuidv7 } from '../domain/ids.ts';
import { specOf } from '../domain/resource-specs.ts';
import { basesOf, createdFields, rebased, valuesOf } from './changes.ts';
import { madeWith, rebaseLater } from './confirm.ts';
import { dependenciesOf } from './dependencies.ts';
import { fold } from './fold.ts';
import { givenUp, ownFields, theirsIn, theirsOver } from './given-up.ts';
import { isUnderWay, type Lane } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { DecidedEvent, Side } from './lane-event.ts';
import { settledTexts } from './merge-waiting.ts';
import { isForeignRow } from './mirror-record.ts';
import {
  type FieldChange,
  type FieldChanges,
  type Mutation,
  type MutationChange,
  NOT_PROBED,
} from './mutation.ts';
import { cancelAll } from './saved.ts';

/** A person decided about a parked change. Nothing comes of it where it is parked no longer, or cannot be done. */
export function decided(draft: LaneDraft, { mutationId, decision }: DecidedEvent): void {
  const parked = draft.find(mutationId);
  if (parked?.state !== 'parked') return;
  switch (decision.what) {
    case 'retry':
      return sendAgain(draft, parked);
    case 'discard':
      return discard(draft, parked);
    case 'takeTheirs':
      return takeTheirs(draft, parked);
    case 'choose':
      return choose(draft, parked, decision.choices);
    case 'recreate':
      return recreate(draft, parked);
    case 'keepOne':
      return keepOne(draft, parked, decision.other);
    case 'recheck': {
      if (parked.kind !== 'create' || parked.refusal?.reason !== 'mayExistTwice') return;
      // A pull that began before now counts for nothing.
      draft.move(parked, 'reopened', { nextAt: draft.env.now, probe: NOT_PROBED, refusal: null });
      return;
    }
  }
}

/** Back into the queue under a new id, as if it were new; in the journal, what a conflict was decided against. */
function sendAgain(
  draft: LaneDraft,
  parked: Mutation,
  change: Omit<MutationChange, 'id' | 'state'> = {},
): void {
  const { record } = draft;
  const server = parked.refusal?.reason === 'conflict' ? record?.server : null;
  if (server) draft.journal(parked, 'decided', theirsIn(parked));
  noteCandidates(draft, parked);
  const bases = server ? basesOf(server, parked, specOf(parked.resource).texts) : {};
  const texts = server ? settledTexts(parked, server, 'mine') : {};
  queueAgain(draft, parked, { fields: { ...rebased(parked.fields, bases), ...texts }, ...change });
}

function queueAgain(draft: LaneDraft, parked: Mutation, change: Omit<MutationChange, 'id' | 'state'>): void {
  const { env, record } = draft;
  draft.move(parked, 'retried', {
    acceptedAt: env.now,
    ...change,
    id: uuidv7(env.now, env.random),
    attemptId: null,
    attempts: 0,
    sentWithKey: false,
    expectedVersion: (change.kind ?? parked.kind) === 'delete' ? (record?.version ?? null) : null,
    setbacks: null,
    nextAt: 0,
    undo: null,
    probe: null,
    refusal: null,
  });
}

/**
 * Drops a parked change. The record shows the server's copy again; a record that was never on a server, or is there no
 * longer, goes with it.
 */
function discard(draft: LaneDraft, parked: Mutation): void {
  draft.finish(parked, 'cancelled', theirsOver(parked));
  noteCandidates(draft, parked);
  const isGone = parked.kind === 'create' || parked.refusal?.reason === 'deletedOnServer';
  // What is on its way tells itself what has become of the record.
  if (isGone && !draft.open.some(isUnderWay)) return cancelAll(draft);
  const bases = Object.fromEntries(Object.entries(parked.fields).map(([field, { base }]) => [field, base]));
  for (const later of draft.open) {
    const readFirst = later.readFirst || parked.readFirst;
    draft.change(later, { fields: rebased(later.fields, bases, specOf(later.resource).texts), readFirst });
  }
}

/**
 * Settles a conflict for the server's side: what both changed is dropped, with the fields that only make sense
 * together with it, and noted in the journal; what only the person changed is sent.
 */
function takeTheirs(draft: LaneDraft, parked: Mutation): void {
  const texts = settledTexts(parked, draft.record?.server ?? {}, 'theirs');
  const own = ownFields(parked);
  const stays = { ...own, ...picked(texts, (field) => addsToTheirs(texts[field])) };
  const fields = withoutFollowing(draft, stays, givenUp(parked));
  if (Object.keys(fields).length === 0) return discard(draft, parked);
  const lost = picked(parked.fields, (field) => !(field in own));
  draft.journal({ ...parked, fields: lost }, 'cancelled', theirsOver(parked));
  const deps = dependenciesOf(parked.resource, { kind: parked.kind, fields }, null);
  queueAgain(draft, parked, { fields, deps });
}

/** Tells if a merged text keeps anything of mine. */
function addsToTheirs(text: FieldChange | undefined): boolean {
  return text !== undefined && text.value !== text.base;
}

/** Settles a conflict field by field. What only makes sense together goes the same way. */
function choose(draft: LaneDraft, parked: Mutation, choices: Readonly<Record<string, Side>>): void {
  const { refusal } = parked;
  const server = draft.record?.server;
  if (parked.kind !== 'update' || !refusal?.conflict || !server) return;
  const { conflict } = refusal;
  const over = (fields: readonly string[]): Mutation => ({
    ...parked,
    refusal: { ...refusal, conflict: { ...conflict, fields } },
  });
  const texts = settledTexts(parked, server, choices);
  const given = conflict.fields.filter((field) => choices[field] === 'theirs' && !addsToTheirs(texts[field]));
  const lost = given.length === 0 ? [] : givenUp(over(given));
  // Only the facts and lines that both changed are given up. All else that a text adds to theirs is still sent.
  const kept = picked({ ...parked.fields, ...texts }, (field) => !lost.includes(field));
  const fields = withoutFollowing(draft, kept, lost);
  if (Object.keys(fields).length === 0) return discard(draft, parked);
  if (lost.length > 0)
    draft.journal(
      { ...parked, fields: picked(parked.fields, (field) => lost.includes(field)) },
      'cancelled',
      theirsOver(over(given)),
    );
  const decidedFor = conflict.fields.filter((field) => field in fields);
  const mine = picked(parked.fields, (field) => field in fields);
  if (decidedFor.length > 0)
    draft.journal({ ...parked, fields: mine }, 'decided', theirsIn(over(decidedFor)));
  const bases = basesOf(server, { fields, refusal }, specOf(parked.resource).texts);
  const deps = dependenciesOf(parked.resource, { kind: 'update', fields }, null);
  queueAgain(draft, parked, { fields: rebased(fields, bases), deps });
}

/** Returns the kept fields of a change, without the values that followed from fields given up. */
function withoutFollowing(
  { record, resource }: LaneDraft,
  kept: FieldChanges,
  lost: readonly string[],
): FieldChanges {
  const follows = followingFields(resource, lost, { ...record?.server, ...valuesOf(kept) });
  const settled = Object.entries(kept).flatMap(([field, change]) => {
    const value = follows[field] ?? change.value;
    return value === change.base ? [] : [[field, { ...change, value }] as const];
  });
  return Object.fromEntries(settled);
}

function picked(fields: FieldChanges, isWanted: (field: string) => boolean): FieldChanges {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isWanted(field)));
}

/**
 * Makes a record anew that is gone on the server, with all that the person changed in it since; a deletion that waits
 * behind is void. It keeps its local id, and with it whatever refers to it here. Nothing comes of it where the device has
 * nothing of the record to make it from, or while another change of it is on its way.
 */
function recreate(draft: LaneDraft, parked: Mutation): void {
  const { record, resource, env } = draft;
  const { view } = fold(
    record?.server ?? null,
    draft.open.filter(({ kind }) => kind !== 'delete'),
  );
  if (!record || !view || draft.open.some(isUnderWay)) return;
  for (const later of draft.open) if (later.id !== parked.id) draft.finish(later, 'replaced');
  const change = { kind: 'create', fields: createdFields(view) } as const;
  sendAgain(draft, parked, {
    ...change,
    // The old key belongs to the row that was deleted.
    idempotencyKey: uuidv7(env.now, env.random),
    deps: dependenciesOf(resource, change, record),
  });
  const { serverId, version: _, ...local } = record;
  draft.setRecord({ ...local, server: null });
  if (serverId !== undefined) draft.note({ note: 'madeAgain', serverId });
  // Should 'not found' have been wrong, only that brings the row that the record no longer is.
  draft.note({ note: 'readWhole', besideFeed: true });
}

/**
 * Settles a possible duplicate: it is the row that another lane holds. Nothing comes of it where that is a record
 * made here as well, or was deleted here.
 */
function keepOne(draft: LaneDraft, parked: Mutation, other: Lane): void {
  const { record: row } = other;
  if (parked.kind !== 'create' || !draft.record) return;
  if (!row?.server || !row.view || !isForeignRow(row)) return;
  draft.finish(parked, 'confirmed');
  const later = draft.open;
  draft.absorb(other);
  // Others may have changed the row since it was made: what waits is merged with that when its turn comes.
  const mergeBase = { ...row.server, ...madeWith(draft.env.references, parked) };
  rebaseLater(draft, parked, { ...row, later, server: mergeBase });
  for (const waiting of later) draft.change(waiting, { mergeBase });
  draft.setRecord({ ...row, localId: draft.localId });
}

/** Rows that may have been this record were kept off the device, and no feed tells of them again. */
function noteCandidates(draft: LaneDraft, { refusal }: Mutation): void {
  if (refusal?.reason === 'mayExistTwice') draft.note({ note: 'readWhole', besideFeed: false });
}
