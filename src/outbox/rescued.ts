/*
 * Changes that leave a device in a file and are loaded on another:
 *
 *   handedOut   on the device that saved them: marks each for good (`inFile`): the other may send it at any time
 *   loaded      on the other device: marks each too, and parks it until a person sends it
 *   sendLoaded  sends it as after a lost answer: with its key, after a search, or after a read
 *
 * The mark stays through refusals, retries and corrections. Later edits do not merge into a marked change.
 */
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane.ts';
import type { FileCopy, HandedOutEvent, LoadedEvent } from './lane-event.ts';
import { type MirrorRecord, newLocalRecord } from './mirror-record.ts';
import {
  appRefusal,
  type Mutation,
  type MutationChange,
  NOT_PROBED,
  UNKNOWN_GENERATION,
  UNPLACED,
  UNSENT,
} from './mutation.ts';
import { settleParked } from './saved.ts';

/** Later edits no longer merge into these changes, because the other device would not send the edits. */
export function handedOut(draft: LaneDraft, { ids, generation }: HandedOutEvent): void {
  for (const change of draft.open)
    if (ids.has(change.id) && !change.inFile)
      draft.change(change, { inFile: 'saved', undo: null, ...guardOf(change, generation) });
}

function guardOf({ kind, state, firstSentAt }: Mutation, generation: number): MutationChange {
  // Its answer decides. If the server did not carry it out, the requeue takes the mark into account.
  if (state === 'sending') return {};
  if (kind !== 'create') return { readFirst: true };
  // An earlier search proves nothing about the other device. Without keys, the check-out begins another one.
  const unproven = state === 'parked' ? {} : { probe: state === 'unknown' ? NOT_PROBED : null };
  return firstSentAt === null ? { ...unproven, sentWithKey: true, claimGeneration: generation } : unproven;
}

/** Does not merge the change with the device's copy, because a person may discard it. */
export function loaded(draft: LaneDraft, { change, copy }: LoadedEvent): void {
  const { env, localId, resource } = draft;
  if (!draft.record) {
    draft.setRecord(
      copy ? recordOf(localId, copy) : newLocalRecord(localId, { seq: UNPLACED, now: env.now }),
    );
    // The feed may have passed the record's deletion, and does not repeat it.
    if (copy) draft.note({ note: 'readWhole', besideFeed: true });
  }
  if (!change) return;
  const { kind, refusal, generated, firstSentFields, firstSentAt, acceptedAt } = change;
  // Not those of a question that the server has asked: nobody has agreed to them yet.
  const { attachments, attachmentSet } = change;
  const before = refusal?.conflict?.before ?? change.mergeBase ?? copy?.server ?? null;
  const parked = {
    ...UNSENT,
    seq: UNPLACED,
    id: change.id,
    owner: env.account,
    schema: change.schema,
    resource,
    localId,
    kind,
    idempotencyKey: change.idempotencyKey,
    sentWithKey: kind === 'create' && (firstSentAt === null || change.sentWithKey),
    expectedVersion: change.expectedVersion,
    ...(attachments !== undefined && { attachments, attachmentSet: attachmentSet ?? null }),
    acceptedAt,
    fields: change.fields,
    ...(generated && { generated }),
    ...(firstSentFields && { firstSentFields }),
    deps: dependenciesOf(resource, change, draft.record),
    // The device that saved the file may have sent the change since.
    inFile: 'loaded',
    firstSentAt,
    claimGeneration: UNKNOWN_GENERATION,
    readFirst: kind !== 'create',
    mergeBase: kind === 'create' ? null : before,
    watched: false,
  } as Mutation;
  draft.append(parked);
  draft.park(parked, appRefusal('fromFile', env.now));
}

/** Sets the generations as on a device that has not read the record. */
function recordOf(localId: string, { serverId, server, position, version, seen }: FileCopy): MirrorRecord {
  return {
    localId,
    serverId,
    server,
    view: server,
    mark: 'synced',
    position,
    serverGen: 0,
    firstSeenGen: 0,
    seen,
    ...(version === undefined ? {} : { version }),
  };
}

/**
 * Queues a loaded change under its own id, by which a second loading recognizes it. For a create that was sent without
 * a key, the row is searched for first.
 */
export function sendLoaded(draft: LaneDraft, parked: Mutation): void {
  const { now } = draft.env;
  const isPlain = parked.kind === 'create' && !parked.sentWithKey;
  if (isPlain) draft.move(parked, 'reopened', { nextAt: now, probe: NOT_PROBED, refusal: null });
  else draft.move(parked, 'retried', { acceptedAt: now, nextAt: 0, refusal: null });
  // A correction from a later file belongs to the refused change.
  const [head] = draft.open;
  if (head?.state === 'parked') settleParked(draft, head);
}
