import { type Tx, tablesOf } from '../db/app-database.ts';
import { wantWholeReadingBesideFeed } from '../db/meta.ts';
import { findByServerId } from '../db/mirror.ts';
import { allMutations, changeMutation, findMutation } from '../db/outbox.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { isForeignRow } from '../outbox/mirror-record.ts';
import { type Mutation, NOT_LOOKED } from '../outbox/mutation.ts';
import { renumbered } from '../outbox/renumber.ts';
import {
  backoff,
  CLEAN_CHECKS,
  isOver,
  SECOND_CHECK_MS,
  settleMs,
  UNSTABLE_MAX,
} from '../outbox/retry-policy.ts';
import { serverCopyOf } from '../outbox/server-copy.ts';
import { UNKNOWN_GENERATION } from './claim.ts';
import { confirmCreate } from './confirm-create.ts';
import { isExactly, type SentCreate, sentCreate } from './match-create.ts';
import { moveIn } from './move.ts';
import type { Snapshot } from './pull.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/**
 * Settles the unknown creates of a collection by one complete reading of it: one candidate is adopted; none,
 * twice and at least 30 s apart, proves the create absent and it is sent again; several, one that is only
 * nearly it, or one that cannot be told from rows that were there before, wait for a person. Answers whether rows
 * that were kept out of the mirror for their sake may enter it: where any was left to a person, or adopted although
 * another row was nearly it.
 */
export async function settleUnknown(context: SyncContext, snapshot: Snapshot): Promise<boolean> {
  const { relaxed } = context.db;
  const unknown = await relaxed.outbox.where('state').equals('unknown').sortBy('seq');
  let mayEnter = false;
  for (const mutation of unknown) {
    // A commit may land as late as `nextAt`; a reading that began before it proves nothing.
    if (mutation.resource !== snapshot.resource || !isOver(mutation.nextAt, snapshot.startedAt)) continue;
    // The clock was put back: how long a slow commit has had nobody knows.
    if (mutation.nextAt > snapshot.startedAt) await waitAgain(context, mutation);
    else mayEnter = (await settleOne(context, mutation.id, snapshot)) || mayEnter;
  }
  return mayEnter;
}

/** Begins the look for a create anew, as if its answer had just been given up. */
async function waitAgain(context: SyncContext, mutation: Mutation): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const nextAt = context.clock.now() + settleMs(true);
  await relaxed.transaction('rw', relaxed.outbox, (tx) =>
    changeMutation(tx, mutation, { nextAt, probe: NOT_LOOKED }),
  );
}

/**
 * A reading that was not stable proves nothing: the next one comes half a minute later, and after ten of
 * them a person decides. Answers whether any was left to a person.
 */
export async function postponeUnknown(context: SyncContext, resource: ResourceName): Promise<boolean> {
  assertOwner(context);
  const { strict } = context.db;
  const now = context.clock.now();
  return strict.transaction('rw', tablesOf(strict, resource), async (tx) => {
    let leftOpen = false;
    for (const mutation of await allMutations(tx)) {
      if (mutation.resource !== resource || mutation.state !== 'unknown' || !isOver(mutation.nextAt, now))
        continue;
      const unstable = (mutation.probe?.unstable ?? 0) + 1;
      const probe = { ...NOT_LOOKED, ...mutation.probe, unstable };
      if (unstable < UNSTABLE_MAX) {
        await changeMutation(tx, mutation, { probe, nextAt: now + SECOND_CHECK_MS });
      } else {
        const refusal = { reason: 'mayExistTwice', status: 0, body: null, at: now } as const;
        await moveIn(tx, mutation, 'foundSeveral', { probe, refusal });
        leftOpen = true;
      }
    }
    if (leftOpen) await wantWholeReadingBesideFeed(tx, resource);
    return leftOpen;
  });
}

async function settleOne(context: SyncContext, mutationId: string, snapshot: Snapshot): Promise<boolean> {
  assertOwner(context);
  const { strict } = context.db;
  const now = context.clock.now();
  return strict.transaction('rw', tablesOf(strict, snapshot.resource), async (tx) => {
    const mutation = await findMutation(tx, mutationId);
    if (mutation?.state !== 'unknown') return false;
    const { exact, all } = await unlinked(tx, snapshot, mutation);
    const [only, ...others] = exact;
    if (all.length === 0) {
      await noteCleanCheck(context, tx, mutation, snapshot);
      return false;
    }
    const isLeftOpen = !only || others.length > 0 || mutation.claimGeneration === UNKNOWN_GENERATION;
    if (isLeftOpen) {
      const candidates = all.map(({ id }) => id);
      const refusal = { reason: 'mayExistTwice', status: 0, body: null, at: now, candidates } as const;
      await moveIn(tx, mutation, 'foundSeveral', { refusal });
    } else await confirmCreate(context, tx, mutation, only, 'reading');
    const mayEnter = isLeftOpen || all.length > 1;
    if (mayEnter) await wantWholeReadingBesideFeed(tx, snapshot.resource);
    return mayEnter;
  });
}

/**
 * Candidates that no other create of ours has been found to be meanwhile. Some of them may be only nearly it; not
 * those that are exactly another one.
 */
async function unlinked(
  tx: Tx,
  snapshot: Snapshot,
  mutation: Mutation,
): Promise<{ readonly exact: readonly WireRecord[]; readonly all: readonly WireRecord[] }> {
  const create = await sentCreate(tx, mutation);
  const free: WireRecord[] = [];
  for (const record of snapshot.candidates.get(mutation.id) ?? []) {
    const row = await findByServerId(tx, snapshot.resource, record.id);
    if (!row || isForeignRow(row)) free.push(record);
  }
  const isOf = ({ wire }: WireRecord, one: SentCreate): boolean =>
    isExactly(serverCopyOf(snapshot.resource, wire, null), one);
  const exact = free.filter((record) => isOf(record, create));
  const others = await otherCreates(tx, snapshot, mutation);
  const near = free.filter(
    (record) => !exact.includes(record) && !others.some((other) => isOf(record, other)),
  );
  return { exact, all: [...exact, ...near] };
}

/** Open creates of the same kind that rows of the reading look like. */
async function otherCreates(tx: Tx, snapshot: Snapshot, mutation: Mutation): Promise<SentCreate[]> {
  const others: SentCreate[] = [];
  for (const id of snapshot.candidates.keys()) {
    const other = id === mutation.id ? undefined : await findMutation(tx, id);
    if (other) others.push(await sentCreate(tx, other));
  }
  return others;
}

async function noteCleanCheck(
  context: SyncContext,
  tx: Tx,
  mutation: Mutation,
  snapshot: Snapshot,
): Promise<void> {
  const cleanChecks = (mutation.probe?.cleanChecks ?? 0) + 1;
  const probe = { cleanChecks, lastCheckAt: snapshot.startedAt };
  if (cleanChecks < CLEAN_CHECKS) {
    const nextAt = snapshot.startedAt + SECOND_CHECK_MS;
    await changeMutation(tx, mutation, { probe, nextAt });
    return;
  }
  const queued = await moveIn(tx, mutation, 'provenAbsent', {
    probe,
    nextAt: context.clock.now() + backoff(mutation.attempts - 1, context.random),
  });
  if (!queued?.refusal) return;
  // What the server refused meanwhile was not our own row: now a person sees it.
  const again = renumbered({ now: context.clock.now(), random: context.random }, queued, queued.refusal);
  if (again) await moveIn(tx, queued, 'notApplied', again);
  else await moveIn(tx, queued, 'refused');
}
