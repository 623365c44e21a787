import type { Fields, RecordKey } from '../domain/resource-spec.ts';
import { backoff } from '../domain/waits.ts';
import { confirm } from './confirm.ts';
import { dependenciesOf } from './dependencies.ts';
import { seenChange } from './history.ts';
import type { LaneDraft } from './lane.ts';
import type {
  HalfConfirmedEvent,
  HistoryNote,
  OrphanedEvent,
  ProbedEvent,
  RecordReadEvent,
  RowGoneEvent,
  RowReadEvent,
} from './lane-event.ts';
import { askAbout, keepMergeBases, mergeWithCopy } from './merge/merge.ts';
import {
  folded,
  isVersionStale,
  type MirrorRecord,
  newServerRecord,
  type ServerRow,
  sameInMeaning,
  serverCopyOf,
  withServerCopy,
} from './mirror-record.ts';
import {
  appRefusal,
  isUnderWay,
  MUTATION_SCHEMA,
  type Mutation,
  NOT_PROBED,
  UNKNOWN_GENERATION,
  UNSENT,
} from './mutation.ts';
import {
  CLEAN_CHECKS,
  recheckLater,
  renumbered,
  SECOND_CHECK_MS,
  settleMs,
  UNSTABLE_MAX,
} from './retry-policy.ts';

/** Merges a listed row into the first change if that change is queued or in conflict. Later changes follow in turn. */
export function rowRead(draft: LaneDraft, { row }: RowReadEvent): void {
  const { record, resource } = draft;
  const theirs = serverCopyOf(resource, row.wire, record?.server ?? null);
  const [head] = draft.open;
  const conflict = head?.state === 'parked' ? head.refusal?.conflict : undefined;
  if (head?.kind === 'update' && (head.state === 'queued' || conflict)) {
    const before = conflict?.before ?? head.mergeBase ?? record?.server ?? null;
    const fields = mergeWithCopy(draft, head, { before, theirs, ...(record && { replaces: record.server }) });
    if (fields === null) {
      // The person decides.
    } else if (head.state !== 'parked') draft.change(head, { fields, mergeBase: null });
    else if (Object.keys(fields).length > 0) draft.move(head, 'agreed', { fields, refusal: null });
    else confirm(draft, head, { row: null, isFresh: false });
  } else if (record) keepMergeBases(draft, { server: record.server, theirs });
  draft.setRecord(
    record ? withServerCopy(resource, record, row, theirs) : newServerRecord(draft, row, theirs),
  );
}

interface FirstRow {
  readonly known: MirrorRecord | undefined;
  readonly row: ServerRow;
  readonly copy: Fields;
}

/** Avoids the cost of an event. `now` is device time in ms. */
export function rowWithoutChanges(
  key: RecordKey,
  { known, row, copy }: FirstRow,
  now: number,
): { readonly record: MirrorRecord; readonly history: readonly HistoryNote[] } {
  const record = known ? withServerCopy(key.resource, known, row, copy) : newServerRecord(key, row, copy);
  const seen = { ...key, was: known?.server ?? null, is: copy, wire: row.wire };
  return { record: folded(record, [], now), history: seenChange(seen, now) };
}

/**
 * Merges a change with the record, which was read before sending. The server's values show whether a request with a
 * lost answer succeeded. After a newer copy or another change, does nothing: the record is read again.
 */
export function recordRead(draft: LaneDraft, { seen, row, startGeneration }: RecordReadEvent): void {
  const { record, resource } = draft;
  const now = draft.find(seen.id);
  if (!record || record.serverGen !== startGeneration) return;
  if (now?.state !== seen.state || now.attemptId !== seen.attemptId) return;
  const theirs = serverCopyOf(resource, row.wire, record.server);
  const read = withServerCopy(resource, record, row, theirs);
  const before = seen.mergeBase ?? record.server;
  draft.setRecord(read);
  if (isVersionStale(seen, read) || undoesOthersWork(seen, theirs)) {
    keepMergeBases(draft, { server: record.server, theirs });
    return askAbout(draft, seen, { fields: [], before, theirs });
  }
  const fields = mergeWithCopy(draft, seen, { before, theirs, replaces: record.server });
  if (fields === null) return;
  const current = draft.change(seen, { fields, readFirst: false, mergeBase: null });
  if (current?.kind === 'update' && Object.keys(fields).length === 0)
    confirm(draft, current, { row, isFresh: true });
}

/** Returns true if an undo would delete a record that somebody else has changed. */
function undoesOthersWork({ resource, kind, mergeBase }: Mutation, theirs: Fields): boolean {
  return kind === 'delete' && mergeBase ? !sameInMeaning(resource, theirs, mergeBase) : false;
}

/**
 * Handles a record that the server no longer has. Confirms a deletion, queued or parked. Parks any other change, or
 * gives a parked one the new reason. Does nothing while a change is under way: its answer says more.
 */
export function rowGone(draft: LaneDraft, { seen }: RowGoneEvent): void {
  if (seen) return goneForChange(draft, seen);
  const { record, open } = draft;
  const [head] = open;
  if (!record || open.some(isUnderWay)) return;
  if (!head) draft.setRecord({ ...record, server: null });
  else if (head.kind === 'delete') confirm(draft, head, { row: null, isFresh: false });
  else if (head.state === 'queued')
    draft.move(head, 'refused', { refusal: appRefusal('deletedOnServer', draft.env.now, { status: 410 }) });
  else draft.change(head, { refusal: appRefusal('deletedOnServer', draft.env.now, { status: 410 }) });
  if (head?.kind !== 'delete') draft.note({ note: 'gone', record });
}

function goneForChange(draft: LaneDraft, seen: Mutation): void {
  if (seen.kind !== 'delete')
    return draft.park(seen, appRefusal('deletedOnServer', draft.env.now, { status: 404 }));
  const current = draft.change(seen, {});
  if (current) confirm(draft, current, { row: null, isFresh: false });
}

/** Applies what a search for a create found. A listed row may also prove to be one. */
export function probed(draft: LaneDraft, { mutationId, found }: ProbedEvent): void {
  const create = draft.find(mutationId);
  if (!create) return;
  const { now } = draft.env;
  switch (found.what) {
    case 'one':
      confirm(draft, create, { row: found.row, isFresh: false, other: found.other });
      if (found.readWhole) draft.note({ note: 'readWhole', besideFeed: true });
      return;
    case 'several': {
      const { candidates } = found;
      draft.move(create, 'foundSeveral', { refusal: appRefusal('mayExistTwice', now, { candidates }) });
      draft.note({ note: 'readWhole', besideFeed: true });
      return;
    }
    case 'nothing':
      return noteCleanCheck(draft, create, found.startedAt);
    case 'unstable':
      return postpone(draft, create);
    case 'wrongClock':
      draft.change(create, { nextAt: now + settleMs(true), probe: NOT_PROBED });
      return;
  }
}

/** The server may have carried out an orphaned attempt. */
export function orphaned(draft: LaneDraft, { seen }: OrphanedEvent): void {
  const { now } = draft.env;
  const isPlainCreate = seen.kind === 'create' && !seen.sentWithKey;
  draft.move(seen, 'orphaned', isPlainCreate ? recheckLater(seen, now) : { nextAt: now });
}

/**
 * Puts the create back before the record's later changes: with its key it is sent again, otherwise its row is looked for.
 * Until then, those changes were parked as if the record had been deleted.
 */
export function halfConfirmed(draft: LaneDraft, { create, key, at }: HalfConfirmedEvent): void {
  const { record, resource, localId, env } = draft;
  const later = draft.open;
  if (record?.server !== null || record.serverId !== undefined) return;
  if (later.some(({ kind, seq }) => kind === 'create' || seq <= create.seq)) return;
  const { fields } = create;
  const back = {
    ...create,
    ...UNSENT,
    ...(key === null ? { state: 'unknown', probe: NOT_PROBED } : { sentWithKey: true }),
    owner: env.account,
    schema: MUTATION_SCHEMA,
    resource,
    localId,
    kind: 'create',
    idempotencyKey: key ?? localId,
    expectedVersion: null,
    acceptedAt: at,
    deps: dependenciesOf(resource, { kind: 'create', fields }, record),
    attempts: 1,
    firstSentAt: at,
    nextAt: env.now,
    claimGeneration: UNKNOWN_GENERATION,
    watched: false,
  };
  draft.restore(back as Mutation);
  for (const change of later) if (wasNotFound(change)) draft.move(change, 'retried', { refusal: null });
}

/** Returns true for a change that the app parked without asking the server. */
function wasNotFound({ refusal }: Mutation): boolean {
  return refusal?.reason === 'deletedOnServer' && refusal.status === 0;
}

/** Counts a pull without the create. Two, at least 30 s apart, prove it absent, and it is sent again. */
function noteCleanCheck(draft: LaneDraft, create: Mutation, startedAt: number): void {
  const { now, random } = draft.env;
  const cleanChecks = { ...NOT_PROBED, ...create.probe }.cleanChecks + 1;
  const probe = { cleanChecks, lastCheckAt: startedAt };
  if (cleanChecks < CLEAN_CHECKS) {
    draft.change(create, { probe, nextAt: startedAt + SECOND_CHECK_MS });
    return;
  }
  const nextAt = now + backoff(create.attempts - 1, random);
  const queued = draft.move(create, 'provenAbsent', { probe, nextAt });
  if (!queued?.refusal) return;
  // The refusal was not about our own row. Try another number, or show the refusal to a person.
  const again = renumbered(draft.env, queued, queued.refusal);
  if (again) draft.move(queued, 'notApplied', again);
  else draft.move(queued, 'refused');
}

/** Waits half a minute. After ten unstable pulls, a person decides. */
function postpone(draft: LaneDraft, create: Mutation): void {
  const { now } = draft.env;
  const unstable = (create.probe?.unstable ?? 0) + 1;
  const probe = { ...NOT_PROBED, ...create.probe, unstable };
  if (unstable < UNSTABLE_MAX) {
    draft.change(create, { probe, nextAt: now + SECOND_CHECK_MS });
    return;
  }
  draft.move(create, 'foundSeveral', { probe, refusal: appRefusal('mayExistTwice', now) });
  draft.note({ note: 'readWhole', besideFeed: true });
}
