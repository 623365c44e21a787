import { createdFields, type FieldChange, valuesOf } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { blankFields, specOf } from '../domain/resource-specs.ts';
import { dependenciesOf, type References, withServerReferences } from './dependencies.ts';
import type { Lane, LaneDraft } from './lane.ts';
import { watchOver } from './match-create.ts';
import { addToMergeBases, mergeLater, rebaseLater } from './merge/merge.ts';
import {
  type ConfirmedChange,
  type MirrorRecord,
  newLocalRecord,
  type ServerRow,
  sameInMeaning,
  serverCopyOf,
  withServerCopy,
} from './mirror-record.ts';
import { generatedFields, type Mutation, takenIn, UNSENT } from './mutation.ts';

type ServerLane = Lane & { readonly record: MirrorRecord & { readonly server: Fields } };

export type Proof =
  | {
      readonly row: ServerRow | null;
      /** False if others may have changed the row. */
      readonly isFresh: boolean;
      /** Another lane that has the row on this device. */
      readonly other?: Lane | undefined;
    }
  /** A person says that the create is this lane's record. */
  | { readonly sameAs: ServerLane };

/**
 * Takes a mutation out of the outbox because a server has it. Every confirmation goes through here.
 */
export function confirm(draft: LaneDraft, mutation: Mutation, proof: Proof): void {
  if ('sameAs' in proof) confirmSameAs(draft, mutation, proof.sameAs);
  else if (mutation.kind === 'delete') return confirmDeletion(draft, mutation);
  else if (proof.row === null) return confirmUnseen(draft, mutation);
  else confirmWith(draft, mutation, { ...proof, row: proof.row });
  if (mutation.kind === 'create') sendChangedSince(draft, mutation);
}

function confirmDeletion(draft: LaneDraft, deletion: Mutation): void {
  const record = draft.record ?? newLocalRecord(draft.localId, { seq: deletion.seq, now: draft.env.now });
  draft.finish(deletion, 'confirmed');
  draft.note({ note: 'deleted', serverId: record.serverId });
  draft.setRecord({ ...record, server: null });
}

function confirmUnseen(draft: LaneDraft, mutation: Mutation): void {
  const sent = sentIn(draft, mutation);
  const { record } = draft;
  draft.finish(mutation, 'confirmed');
  if (record) draft.setRecord({ ...record, confirmed: confirmedAs(mutation, true) });
  addToMergeBases(draft, mutation, sent);
}

function confirmWith(
  draft: LaneDraft,
  mutation: Mutation,
  {
    row,
    isFresh,
    other,
  }: { readonly row: ServerRow; readonly isFresh: boolean; readonly other?: Lane | undefined },
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
  // A pulled copy may be newer than the answer, and a feed would not send it again.
  const server = absorbed?.server ?? answer;
  const answered = withServerCopy(resource, known, row, server);
  const updated = absorbed?.version === undefined ? answered : { ...answered, version: absorbed.version };
  const isOwn = isFresh && absorbed === undefined;
  const made = mutation.kind === 'create' && !isOwn ? rowAsMade(draft, mutation, server) : null;
  rebaseLater(draft, mutation, { ...updated, later, server: { ...server, ...made } });
  draft.finish(mutation, 'confirmed', isOwn ? overruled(mutation, before, answer) : {});
  draft.setRecord({
    ...updated,
    serverId: row.id,
    firstSeenGen: known.firstSeenGen || row.generation,
    position: row.position,
    confirmed: confirmedAs(mutation, made === null || sameInMeaning(resource, server, made)),
  });
  mergeLater(draft, mutation, { later, before: made ?? known.server, theirs: server });
}

function confirmSameAs(draft: LaneDraft, create: Mutation, other: ServerLane): void {
  const row = other.record;
  draft.finish(create, 'same');
  const later = draft.open;
  draft.absorb(other);
  // Somebody may have changed the row since, so waiting changes are merged in their turn.
  const mergeBase = { ...row.server, ...rowAsMade(draft, create, row.server) };
  rebaseLater(draft, create, { ...row, later, server: mergeBase });
  for (const waiting of later) draft.change(waiting, { mergeBase });
  draft.setRecord({ ...row, localId: draft.localId });
}

function confirmedAs({ id, kind }: Mutation, isLast: boolean): ConfirmedChange {
  return { id, kind: kind === 'create' ? kind : 'update', isLast };
}

/** Returns the values sent. They fill in for fields that the answer leaves out. */
function sentIn({ env, resource }: LaneDraft, { fields }: Mutation): Fields {
  return valuesOf(withServerReferences(env.references, resource, fields));
}

/** Returns the values that a create sends. The server chooses the others. */
function createdValues(
  references: References,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): Fields {
  const values = valuesOf(withServerReferences(references, resource, fields));
  const wire = specOf(resource).encode(values, 'create');
  const sent = Object.entries(values).filter(([field]) => wire[field] !== undefined && wire[field] !== null);
  return Object.fromEntries(sent);
}

/** Returns the values that the create sent, or those of an attempt before an edit where the row still has them. */
function rowAsMade({ env: { references } }: LaneDraft, create: Mutation, server: Fields): Fields {
  const { resource, firstSentFields } = create;
  const made = createdValues(references, create);
  if (!firstSentFields) return made;
  const earlier = createdValues(references, { resource, fields: createdFields(firstSentFields) });
  const { sameValue } = specOf(resource);
  const still = Object.entries(earlier).filter(([field, value]) => sameValue(field, server[field], value));
  return { ...made, ...Object.fromEntries(still) };
}

/** Queues an update with the edits that a person made after a create's first attempt: the row may lack them. */
function sendChangedSince(draft: LaneDraft, create: Mutation): void {
  const { record, open, env } = draft;
  if (!create.firstSentFields || !record?.server || open.some(({ kind }) => kind === 'delete')) return;
  const fields = changedSince(draft, create, {
    firstSentFields: create.firstSentFields,
    server: record.server,
  });
  for (const field of open.flatMap((one) => Object.keys(one.fields))) delete fields[field];
  if (Object.keys(fields).length === 0) return;
  const { seq: _, firstSentFields: __, generated: ___, ...rest } = create;
  draft.append({
    ...rest,
    ...UNSENT,
    id: uuidv7(env.now, env.random),
    kind: 'update',
    idempotencyKey: null,
    fields,
    deps: dependenciesOf(draft.resource, { kind: 'update', fields }, record),
    readFirst: true,
    undo: null,
    watched: false,
    tookIn: takenIn({}, create),
  });
}

/**
 * Returns edited fields whose first sent value is still in the row. If the row has none of the edits, adds edited
 * fields that others changed.
 */
function changedSince(
  { env: { references }, resource }: LaneDraft,
  { fields }: Mutation,
  { firstSentFields, server }: { readonly firstSentFields: Fields; readonly server: Fields },
): Record<string, FieldChange> {
  const wanted = withServerReferences(references, resource, fields);
  const sent = withServerReferences(references, resource, createdFields(firstSentFields));
  const { sameValue } = specOf(resource);
  const edited = Object.entries(fields).flatMap(([field, { value }]) => {
    const base = sent[field]?.value ?? null;
    const isThere = sameValue(field, server[field], wanted[field]?.value);
    const isAsSent = sameValue(field, server[field], base);
    return sameValue(field, base, wanted[field]?.value) ? [] : [{ field, base, value, isThere, isAsSent }];
  });
  const hasAnEdit = edited.some(({ isThere }) => isThere);
  const toSend = edited.filter(({ isThere, isAsSent }) => isAsSent || !(isThere || hasAnEdit));
  return Object.fromEntries(toSend.map(({ field, base, value }) => [field, { base, value }]));
}

type Change = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'generated' | 'firstSentFields'>;

/**
 * Returns server values that replaced typed ones. Leaves out generated, computed and blank values, and values of an
 * earlier attempt, because the row may come from that attempt.
 * @param sent the whole record as sent, with references by server id
 */
export function overruled(change: Change, sent: Fields, server: Fields): Fields {
  const { resource, kind, fields, firstSentFields = {} } = change;
  const spec = specOf(resource);
  const untyped = [
    ...generatedFields(change),
    ...(spec.workedOut?.(sent) ?? []),
    ...(kind === 'create' ? blankFields(resource, sent) : []),
  ];
  const others = Object.keys(fields).filter(
    (field) =>
      !untyped.includes(field) &&
      !spec.sameValue(field, server[field], sent[field]) &&
      !(field in firstSentFields && spec.sameValue(field, server[field], firstSentFields[field])),
  );
  return Object.fromEntries(others.map((field) => [field, server[field] ?? null]));
}
