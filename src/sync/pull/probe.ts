import { changeLane, laneOfMutation, readLane } from '../../db/lane-store.ts';
import { allMutations, findByServerId, findMutation, readReferences } from '../../db/mirror-and-outbox.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/answer.ts';
import { isForeignRow } from '../../domain/ids.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { isWaitOver } from '../../domain/waits.ts';
import type { LaneEvent } from '../../outbox/lane-event.ts';
import { isExactly, type SentCreate, sentCreate } from '../../outbox/match-create.ts';
import { serverCopyOf } from '../../outbox/mirror-record.ts';
import { type Mutation, UNKNOWN_GENERATION } from '../../outbox/mutation.ts';
import { assertOwner, type SyncContext, type WorkResult } from '../sync-context.ts';
import { confirmWithRow } from './found-create.ts';
import type { Snapshot } from './pull-state.ts';

/**
 * Returns true if skipped rows may now enter the mirror.
 * @param snapshot null if the pull proves nothing
 */
export async function settleByPull(
  context: SyncContext,
  resource: ResourceName,
  { snapshot, work }: { readonly snapshot: Snapshot | null; readonly work: WorkResult },
): Promise<boolean> {
  if (snapshot) return settleUnknown(context, snapshot);
  return work.contact && postponeUnknown(context, resource);
}

/**
 * Confirms a create if exactly one row matches. If two pulls, 30 s apart, show none, the create is absent. A person
 * decides about several rows, a similar one, or ones that may have existed before.
 */
async function settleUnknown(context: SyncContext, snapshot: Snapshot): Promise<boolean> {
  const { relaxed } = context.db;
  const unknown = await relaxed.outbox.where('state').equals('unknown').sortBy('seq');
  let mayEnter = false;
  for (const mutation of unknown) {
    // A commit may land as late as `nextAt`, so an earlier pull proves nothing.
    if (mutation.resource !== snapshot.resource || !isWaitOver(mutation.nextAt, snapshot.startedAt)) continue;
    mayEnter = (await settleOne(context, mutation, snapshot)) || mayEnter;
  }
  return mayEnter;
}

/** After ten unstable pulls, half a minute apart, a person decides. */
async function postponeUnknown(context: SyncContext, resource: ResourceName): Promise<boolean> {
  assertOwner(context);
  const { strict } = context.db;
  const now = context.clock.now();
  return strict.transaction('rw', tablesOf(strict, resource), async (tx) => {
    let leftOpen = false;
    for (const mutation of await allMutations(tx)) {
      const { state, nextAt, id: mutationId } = mutation;
      if (mutation.resource !== resource || state !== 'unknown' || !isWaitOver(nextAt, now)) continue;
      const event = { type: 'probed', mutationId, found: { what: 'unstable' } } as const;
      const lane = await changeLane(tx, context, { lane: await readLane(tx, mutation), event });
      leftOpen ||= lane.mutations.some(({ id, state: to }) => id === mutationId && to === 'parked');
    }
    return leftOpen;
  });
}

async function settleOne(context: SyncContext, seen: Mutation, snapshot: Snapshot): Promise<boolean> {
  assertOwner(context);
  const { strict } = context.db;
  return strict.transaction('rw', tablesOf(strict, snapshot.resource), async (tx) => {
    const lane = await laneOfMutation(tx, seen.id);
    const mutation = lane?.mutations.find(({ id }) => id === seen.id);
    if (!lane || mutation?.state !== 'unknown') return false;
    // The clock was set back, so how long the commit had is unknown.
    const isWrong = seen.nextAt > snapshot.startedAt;
    const { exact, all } = isWrong ? NONE : await unlinked(tx, snapshot, mutation);
    const [only, ...others] = exact;
    const isCertain = others.length === 0 && mutation.claimGeneration !== UNKNOWN_GENERATION;
    if (only && isCertain) {
      await confirmWithRow(context, tx, {
        lane,
        mutationId: seen.id,
        record: only,
        readWhole: all.length > 1,
      });
      return all.length > 1;
    }
    const event = probedEvent(seen.id, { candidates: all, isWrongClock: isWrong, snapshot });
    await changeLane(tx, context, { lane, event });
    return all.length > 0;
  });
}

const NONE = { exact: [], all: [] };

interface Findings {
  readonly candidates: readonly WireRecord[];
  readonly isWrongClock: boolean;
  readonly snapshot: Snapshot;
}

function probedEvent(mutationId: string, { candidates, isWrongClock, snapshot }: Findings): LaneEvent {
  const type = 'probed';
  if (isWrongClock) return { type, mutationId, found: { what: 'wrongClock' } };
  if (candidates.length === 0)
    return { type, mutationId, found: { what: 'nothing', startedAt: snapshot.startedAt } };
  return { type, mutationId, found: { what: 'several', candidates: candidates.map(({ id }) => id) } };
}

/** Returns the create's candidates without rows of other creates. `all` includes similar rows. */
async function unlinked(
  tx: Tx,
  snapshot: Snapshot,
  mutation: Mutation,
): Promise<{ readonly exact: readonly WireRecord[]; readonly all: readonly WireRecord[] }> {
  const others = await otherCreates(tx, snapshot, mutation);
  const references = await readReferences(tx, [mutation]);
  const create = sentCreate(references, mutation);
  const free: WireRecord[] = [];
  for (const record of snapshot.candidates.get(mutation.id) ?? []) {
    const row = await findByServerId(tx, snapshot.resource, record.id);
    if (!row || isForeignRow(row)) free.push(record);
  }
  const isOf = ({ wire }: WireRecord, one: SentCreate): boolean =>
    isExactly(serverCopyOf(snapshot.resource, wire, null), one);
  const exact = free.filter((record) => isOf(record, create));
  const near = free.filter(
    (record) => !exact.includes(record) && !others.some((other) => isOf(record, other)),
  );
  return { exact, all: [...exact, ...near] };
}

async function otherCreates(tx: Tx, snapshot: Snapshot, mutation: Mutation): Promise<SentCreate[]> {
  const others: SentCreate[] = [];
  for (const id of snapshot.candidates.keys()) {
    const other = id === mutation.id ? undefined : await findMutation(tx, id);
    if (other) others.push(sentCreate(await readReferences(tx, [other]), other));
  }
  return others;
}
