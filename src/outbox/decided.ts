import { attachmentsIn, isDocument } from '../domain/attachment.ts';
import { followingFields } from '../domain/day/job.ts';
import { createdFields, type FieldChange, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import { isForeignRow, uuidv7 } from '../domain/ids.ts';
import { specOf } from '../domain/resource-specs.ts';
import { confirm } from './confirm.ts';
import { dependenciesOf } from './dependencies.ts';
import type { Lane, LaneDraft } from './lane.ts';
import type { DecidedEvent, Side } from './lane-event.ts';
import { basesOf, givenUp, ownFields, settledTexts, theirsIn, theirsOver } from './merge/conflict.ts';
import { basesFrom } from './merge/merge.ts';
import { rebased } from './merge/merge-fields.ts';
import { fold } from './mirror-record.ts';
import { isUnderWay, type Mutation, type MutationChange, NOT_PROBED, takenIn } from './mutation.ts';
import { sendLoaded } from './rescued.ts';
import { cancelAll } from './saved.ts';

/** Does nothing if the change is no longer parked or the decision is impossible. */
export function decided(draft: LaneDraft, { mutationId, decision }: DecidedEvent): void {
  const parked = draft.find(mutationId);
  if (parked?.state !== 'parked') return;
  switch (decision.what) {
    case 'retry':
      return parked.refusal?.reason === 'fromFile' ? sendLoaded(draft, parked) : sendAgain(draft, parked);
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
      // Pulls that began before this moment prove nothing.
      draft.move(parked, 'reopened', { nextAt: draft.env.now, probe: NOT_PROBED, refusal: null });
      return;
    }
  }
}

/** Queues the change again under a new id. The journal keeps the server's values that a person overrode. */
function sendAgain(
  draft: LaneDraft,
  parked: Mutation,
  change: Omit<MutationChange, 'id' | 'state'> = {},
): void {
  const { record } = draft;
  const server = parked.refusal?.reason === 'conflict' ? record?.server : null;
  if (server) draft.journal(parked, 'decided', theirsIn(parked));
  noteCandidates(draft, parked);
  const bases = server ? basesOf(server, parked) : {};
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
    ...agreedTo(parked),
    tookIn: takenIn({ tookIn: change.tookIn ?? [] }, parked),
  });
}

/** The person has read how many attachments the server has, and agrees to those. */
function agreedTo({ refusal }: Mutation): Pick<MutationChange, 'attachments' | 'attachmentSet'> {
  const found = attachmentsIn(refusal?.body);
  return found === undefined ? {} : { attachments: found.count, attachmentSet: found.hash };
}

/**
 * Drops a parked change, and the record too if the server does not have it. A signed document stays: it leaves by a
 * deletion, once a person has said that it is saved elsewhere.
 */
function discard(draft: LaneDraft, parked: Mutation): void {
  const isGone = parked.kind === 'create' || parked.refusal?.reason === 'deletedOnServer';
  if (isGone && isDocument({ ...draft.record?.server, ...valuesOf(parked.fields) })) return;
  draft.finish(parked, 'cancelled', theirsOver(parked));
  noteCandidates(draft, parked);
  // The answer to a change under way will show whether the record exists. Until then, the record is kept.
  if (isGone && !draft.open.some(isUnderWay)) return cancelAll(draft);
  const bases = Object.fromEntries(Object.entries(parked.fields).map(([field, { base }]) => [field, base]));
  for (const later of draft.open) {
    const readFirst = later.readFirst || parked.readFirst;
    const fields = rebased(later.fields, basesFrom(parked, later, bases), specOf(later.resource).texts);
    draft.change(later, { fields, readFirst });
  }
}

/** Gives up the fields that both sides changed, and the fields grouped with them. Sends the rest. */
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

function addsToTheirs(text: FieldChange | undefined): boolean {
  return text !== undefined && text.value !== text.base;
}

/** If one field of a group is given up, the whole group is. */
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
  // In a text, only the facts and lines that both sides changed are given up.
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
  const bases = basesOf(server, { ...parked, fields });
  const deps = dependenciesOf(parked.resource, { kind: 'update', fields }, null);
  queueAgain(draft, parked, { fields: rebased(fields, bases), deps });
}

/** Recomputes values that follow from the fields given up, and drops those that then equal their base. */
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
 * Recreates a record that the server no longer has. The local id stays, so references on this device stay valid.
 * Other waiting changes become part of the create; a deletion is dropped.
 */
function recreate(draft: LaneDraft, parked: Mutation): void {
  const { record, resource, env } = draft;
  const { view } = fold(
    record?.server ?? null,
    draft.open.filter(({ kind }) => kind !== 'delete'),
  );
  if (!record || !view || draft.open.some(isUnderWay)) return;
  const others = draft.open.filter(({ id }) => id !== parked.id);
  for (const later of others) draft.finish(later, 'replaced');
  const change = { kind: 'create', fields: createdFields(view) } as const;
  sendAgain(draft, parked, {
    ...change,
    // The old key belongs to the deleted row.
    idempotencyKey: uuidv7(env.now, env.random),
    deps: dependenciesOf(resource, change, record),
    tookIn: others.reduce<readonly string[]>((ids, later) => takenIn({ tookIn: ids }, later), []),
  });
  const { serverId, version: _, ...local } = record;
  draft.setRecord({ ...local, server: null });
  if (serverId !== undefined) draft.note({ note: 'madeAgain', serverId });
  // If 'not found' was wrong, only this brings back the old row.
  draft.note({ note: 'readWhole', besideFeed: true });
}

/** Confirms a create with another lane's row. Does nothing if this device created that lane's record too. */
function keepOne(draft: LaneDraft, parked: Mutation, other: Lane): void {
  const { record } = other;
  if (parked.kind !== 'create' || !draft.record) return;
  if (!record?.server || !record.view || !isForeignRow(record)) return;
  confirm(draft, parked, { sameAs: { ...other, record: { ...record, server: record.server } } });
}

/** Requests the whole list: pulls skipped rows that may be this record, and a feed does not send them again. */
function noteCandidates(draft: LaneDraft, { refusal }: Mutation): void {
  if (refusal?.reason === 'mayExistTwice') draft.note({ note: 'readWhole', besideFeed: false });
}
