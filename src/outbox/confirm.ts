import { timeOfUuid } from '../domain/ids.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { createdFields, rebased, valuesOf } from './changes.ts';
import { watchOver } from './duplicate-watch.ts';
import type { Lane } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import { conflictOver, mergeWaiting } from './merge-waiting.ts';
import { type ConfirmedChange, type MirrorRecord, newLocalRecord } from './mirror-record.ts';
import type { Mutation } from './mutation.ts';
import { overruled } from './overruled.ts';
import { type References, withServerReferences } from './references.ts';
import { type ServerRow, sameFields, sameInMeaning, serverCopyOf, withServerCopy } from './server-copy.ts';

/** What shows that a server has a change. */
export interface Proof {
  /** The server's row, null where nothing brought one. */
  readonly row: ServerRow | null;
  /** Whether the row came in the answer to an attempt, or was read, perhaps long after it was made. */
  readonly by: 'answer' | 'read';
  /** The lane that has the row on this device, if that is another one. */
  readonly other?: Lane | undefined;
}

/**
 * A mutation leaves the outbox because a server has it: the server's copy and id are stored, the mutation goes to the
 * journal, and later changes of the record get the server's values as their bases.
 */
export function confirm(draft: LaneDraft, mutation: Mutation, proof: Proof): void {
  if (mutation.kind === 'delete') confirmDeletion(draft, mutation);
  else if (proof.row === null) confirmUnseen(draft, mutation);
  else confirmWith(draft, mutation, { ...proof, row: proof.row });
}

function confirmDeletion(draft: LaneDraft, deletion: Mutation): void {
  const record = draft.record ?? newLocalRecord(draft.localId, { seq: deletion.seq, now: draft.env.now });
  draft.finish(deletion, 'confirmed');
  draft.note({ note: 'deleted', serverId: record.serverId });
  draft.setRecord({ ...record, server: null });
}

/** The server has what was asked for, and showed nothing of the record. */
function confirmUnseen(draft: LaneDraft, mutation: Mutation): void {
  const sent = sentIn(draft, mutation);
  const { record } = draft;
  draft.finish(mutation, 'confirmed');
  if (record) draft.setRecord({ ...record, confirmed: confirmedAs(mutation, true) });
  for (const { mergeBase, ...next } of draft.open) {
    if (mergeBase) draft.change(next, { mergeBase: { ...mergeBase, ...sent } });
  }
}

function confirmWith(
  draft: LaneDraft,
  mutation: Mutation,
  { row, by, other }: Proof & { readonly row: ServerRow },
): void {
  const { resource } = draft;
  const known = draft.record ?? newLocalRecord(draft.localId, { seq: mutation.seq, now: draft.env.now });
  const later = draft.open.filter(({ seq }) => seq !== mutation.seq);
  const before = { ...known.server, ...sentIn(draft, mutation) };
  const absorbed = known.serverId === row.id ? undefined : other?.record;
  if (absorbed && other) draft.absorb(other);
  const answer = serverCopyOf(resource, row.wire, before);
  if (mutation.kind === 'create' && !mutation.sentWithKey)
    draft.note({
      note: 'watch',
      watch: watchOver(draft.env, mutation, { serverId: row.id, copy: answer }),
    });
  // Where the row has been read meanwhile, others may have changed it since it was made: no feed tells that twice.
  const server = absorbed?.server ?? answer;
  const answered = withServerCopy(draft.resource, known, row, server);
  const updated = absorbed?.version === undefined ? answered : { ...answered, version: absorbed.version };
  const wasRead = by === 'read' || absorbed !== undefined;
  const made = mutation.kind === 'create' ? madeBefore(draft, mutation, { server, wasRead }) : null;
  rebaseLater(draft, mutation, { ...updated, later, server: { ...server, ...made } });
  // What others may have made of the row since is not what the server made of it.
  const isAnswer = !wasRead && made === null;
  draft.finish(mutation, 'confirmed', isAnswer ? overruled(mutation, before, answer) : {});
  draft.setRecord({
    ...updated,
    serverId: row.id,
    firstSeenGen: known.firstSeenGen || row.generation,
    position: row.position,
    confirmed: confirmedAs(mutation, made === null || sameInMeaning(draft.resource, server, made)),
  });
  mergeLater(draft, mutation, { later, before: made ?? known.server, theirs: server });
}

function confirmedAs({ id, kind }: Mutation, isLast: boolean): ConfirmedChange {
  return { id, kind: kind === 'create' ? kind : 'update', isLast };
}

/** The values that the server has taken with a mutation, for those that its answer leaves out. */
function sentIn({ env, resource }: LaneDraft, { fields }: Mutation): Fields {
  return valuesOf(withServerReferences(env.references, resource, fields));
}

/** What a row was made with that a create has made: nothing where nothing was sent, and the server put what it liked. */
export function madeWith(
  references: References,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): Fields {
  const values = valuesOf(withServerReferences(references, resource, fields));
  const wire = specOf(resource).encode(values, 'create');
  const sent = Object.entries(values).filter(([field]) => wire[field] !== undefined && wire[field] !== null);
  return Object.fromEntries(sent);
}

/**
 * What a create's row was made with, where it may have been there long enough for others to change it; the answer to a
 * first attempt is all that the server made of it. Where an attempt was given up and the create changed since, the row
 * may be of either.
 */
function madeBefore(
  { env: { references } }: LaneDraft,
  create: Mutation,
  { server, wasRead }: { readonly server: Fields; readonly wasRead: boolean },
): Fields | null {
  const { resource, sentWithKey, firstSentFields, state, attemptId, firstSentAt } = create;
  const isFirst =
    !firstSentFields && state === 'sending' && attemptId !== null && timeOfUuid(attemptId) === firstSentAt;
  if (!wasRead && (!sentWithKey || isFirst)) return null;
  const made = madeWith(references, create);
  if (!firstSentFields) return made;
  const earlier = madeWith(references, { resource, fields: createdFields(firstSentFields) });
  const { sameValue } = specOf(resource);
  const still = Object.entries(earlier).filter(([field, value]) => sameValue(field, server[field], value));
  return { ...made, ...Object.fromEntries(still) };
}

interface Later {
  /** Changes of the record behind the confirmed one, from before it took in another's: these know the server's row. */
  readonly later: readonly Mutation[];
}

/**
 * Later changes of a record take what the server made of a confirmed one as what they replace.
 */
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
      fields: rebased(next.fields, bases, specOf(draft.resource).texts),
      expectedVersion,
    });
  }
}

interface Sides extends Later {
  readonly before: Fields | null;
  readonly theirs: Fields;
}

/**
 * The answer to a change may bring what somebody else has changed since. Later changes of the record are merged with
 * that before they go, the next one now: not with what was confirmed, nor with what a server works out anew together
 * with it. A total that somebody else typed at that moment cannot be told from one that the server worked out. Where a newer
 * row was left to the answer, they are read first.
 */
function mergeLater(draft: LaneDraft, confirmed: Mutation, { later, before, theirs }: Sides): void {
  const { kind, fields, readFirst } = confirmed;
  const { computedGroups = [] } = specOf(draft.resource);
  const groups = computedGroups.filter((group) => group.some((field) => field in fields));
  const settled = new Set(kind === 'update' ? [...Object.keys(fields), ...groups.flat()] : []);
  const ids = new Set(later.map(({ id }) => id));
  for (const [place, next] of draft.open.entries()) {
    if (!ids.has(next.id)) continue;
    if (readFirst && next.kind === 'update') draft.change(next, { readFirst });
    const over = next.mergeBase ?? before;
    // The undo of the create: what is read before it goes is compared with this answer.
    if (!over && next.kind === 'delete' && next.readFirst) draft.change(next, { mergeBase: theirs });
    if (!over) continue;
    const isNext = place === 0 && next.state === 'queued';
    if (next.kind === 'update') {
      const taken = Object.entries(theirs).filter(([field]) => settled.has(field) || !(field in over));
      const known = { ...over, ...Object.fromEntries(taken) };
      mergeNext(draft, next, { isNext, before: known, theirs });
    } else if (isNext && kind === 'create' && !sameInMeaning(draft.resource, theirs, over)) {
      draft.move(next, 'conflicted', { refusal: conflictOver([], { before: over, theirs }, draft.env.now) });
    }
  }
}

function mergeNext(
  draft: LaneDraft,
  next: Mutation,
  { isNext, ...sides }: { readonly isNext: boolean; readonly before: Fields; readonly theirs: Fields },
): void {
  const { references, now } = draft.env;
  const conflicts = isNext ? mergeWaiting(references, next, sides).conflicts : [];
  if (conflicts.length > 0) {
    draft.move(next, 'conflicted', { refusal: conflictOver(conflicts, sides, now), mergeBase: null });
  } else {
    const isSettled = isNext || sameFields(sides.before, sides.theirs);
    draft.change(next, { mergeBase: isSettled ? null : sides.before });
  }
}
