/*
 * Changes that leave a device in a file and are loaded on another:
 *
 *   handedOut   the device that saved them: each counts as an attempt whose answer nobody saw
 *   loaded      the other device: each is parked until a person sends it
 *   sendLoaded  it is sent as after such an attempt: with its key, after a search, or after a read
 */
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane.ts';
import type { FileCopy, HandedOutEvent, LoadedEvent } from './lane-event.ts';
import { type MirrorRecord, newLocalRecord } from './mirror-record.ts';
import { appRefusal, type Mutation, NOT_PROBED, UNKNOWN_GENERATION, UNPLACED, UNSENT } from './mutation.ts';

/** Later edits no longer merge into these changes, because the other device would not send the edits. */
export function handedOut(draft: LaneDraft, { ids, generation }: HandedOutEvent): void {
  const sent = { firstSentAt: draft.env.now, undo: null };
  for (const change of draft.open) {
    if (!ids.has(change.id) || change.firstSentAt !== null) continue;
    const isCreate = change.kind === 'create';
    // Without keys, the check-out begins a search for the row: `keyUnknown`.
    const guard = isCreate ? { sentWithKey: true, claimGeneration: generation } : { readFirst: true };
    draft.change(change, { ...sent, ...guard });
  }
}

/** Does not merge the change with the device's copy: a person may discard it. */
export function loaded(draft: LaneDraft, { change, copy }: LoadedEvent): void {
  const { env, localId, resource } = draft;
  if (!draft.record)
    draft.setRecord(
      copy ? recordOf(localId, copy) : newLocalRecord(localId, { seq: UNPLACED, now: env.now }),
    );
  if (!change) return;
  const { kind, refusal, generated, firstSentFields, firstSentAt, acceptedAt } = change;
  const before = refusal?.conflict?.before ?? change.mergeBase ?? copy?.server ?? null;
  // A deletion behind another change gets its merge base from that one's answer.
  const mergeBase = kind === 'create' || (kind === 'delete' && draft.open.length > 0) ? null : before;
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
    acceptedAt,
    fields: change.fields,
    ...(generated && { generated }),
    ...(firstSentFields && { firstSentFields }),
    deps: dependenciesOf(resource, change, draft.record),
    // The device that saved the file may have sent the change since.
    firstSentAt: firstSentAt ?? acceptedAt,
    claimGeneration: UNKNOWN_GENERATION,
    readFirst: kind !== 'create',
    mergeBase,
    watched: false,
  } as Mutation;
  draft.append(parked);
  draft.park(parked, appRefusal('fromFile', env.now));
}

/** The generations are those of a device that has not read the record. */
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
 * Queues a loaded change under its own id, by which a second loading recognizes it. A create that was sent without a
 * key is looked for first.
 */
export function sendLoaded(draft: LaneDraft, parked: Mutation): void {
  const { now } = draft.env;
  const isPlain = parked.kind === 'create' && !parked.sentWithKey;
  if (isPlain) draft.move(parked, 'reopened', { nextAt: now, probe: NOT_PROBED, refusal: null });
  else draft.move(parked, 'retried', { acceptedAt: now, nextAt: 0, refusal: null });
}
