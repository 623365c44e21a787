import { type Tx, tablesOf } from '../db/app-database.ts';
import { readCollection } from '../db/meta.ts';
import { findRecords } from '../db/mirror.ts';
import { findMutation } from '../db/outbox.ts';
import type { ResourceName, Wire } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs, specOf } from '../domain/resource-specs.ts';
import { refersTo, releases } from '../outbox/dependencies.ts';
import { type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { heads, laneOf } from './lanes.ts';
import { moveIn } from './move.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/**
 * Which waiting changes another record's changes must go before, by mutation id: a create or an update until
 * what it refers to has a server id, a deletion until changes that make or take away a reference to the record
 * are out of the way. With each stand the local ids of the records that it waits for, where these alone hold it.
 * What refers to a record that is gone for good is parked: it could wait for ever.
 */
export async function heldByReferences(
  context: SyncContext,
  open: readonly Mutation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const waiting = heads(open).filter(({ state }) => state === 'queued');
  const referring = waiting.filter(namesAny);
  const deletions = waiting.filter(({ kind }) => kind === 'delete');
  const held = new Map<string, readonly string[]>();
  if (referring.length > 0) {
    const { unbound, gone } = await lookUp(context, referring);
    for (const [id, records] of unbound) held.set(id, records);
    for (const mutation of gone) await parkUnreferable(context, mutation);
  }
  for (const id of await heldDeletions(context, deletions, open)) held.set(id, []);
  return held;
}

interface Target {
  readonly field: string;
  readonly to: ResourceName;
  readonly id: string;
}

/** The records that a create or an update refers to. */
function targetsOf({ resource, kind, fields }: Pick<Mutation, 'resource' | 'kind' | 'fields'>): Target[] {
  if (kind === 'delete') return [];
  return specOf(resource).references.flatMap(({ field, to }) => {
    const id = fields[field]?.value;
    return typeof id === 'string' && id !== '' ? [{ field, to, id }] : [];
  });
}

function namesAny(mutation: Mutation): boolean {
  return targetsOf(mutation).length > 0;
}

/** Every record that is referred to, by kind and by the id that was asked for: one read a kind. */
async function recordsOf(
  tx: Tx,
  mutations: readonly Mutation[],
): Promise<(target: Pick<Target, 'to' | 'id'>) => MirrorRecord | undefined> {
  const targets = mutations.flatMap(targetsOf);
  const found = new Map<ResourceName, ReadonlyMap<string, MirrorRecord>>();
  for (const kind of new Set(targets.map(({ to }) => to))) {
    const ids = targets.filter(({ to }) => to === kind).map(({ id }) => id);
    found.set(kind, await findRecords(tx, kind, ids));
  }
  return ({ to, id }) => found.get(to)?.get(id);
}

async function lookUp(
  context: SyncContext,
  referring: readonly Mutation[],
): Promise<{
  readonly unbound: ReadonlyMap<string, readonly string[]>;
  readonly gone: readonly Mutation[];
}> {
  const { relaxed } = context.db;
  const kinds = new Set(referring.map(({ resource }) => resource));
  return relaxed.transaction('r', tablesOf(relaxed, ...kinds), async (tx) => {
    const recordOf = await recordsOf(tx, referring);
    const unbound = new Map<string, readonly string[]>();
    for (const mutation of referring) {
      const targets = targetsOf(mutation).filter((target) => recordOf(target)?.serverId === undefined);
      if (targets.length > 0) {
        unbound.set(
          mutation.id,
          targets.map((target) => recordOf(target)?.localId ?? target.id),
        );
      }
    }
    const gone = referring.filter((mutation) => targetsOf(mutation).some((target) => !recordOf(target)));
    return { unbound, gone };
  });
}

/**
 * What stands in a request for the records that a create or an update refers to, by field: their server ids, or
 * the keys of those that are made in the same request. Null where one of them has neither: a change is sent only
 * with these, read in the transaction of its claim.
 */
export async function referencesOf(
  tx: Tx,
  mutation: Mutation,
  together: ReadonlyMap<string, string>,
): Promise<Wire | null> {
  const recordOf = await recordsOf(tx, [mutation]);
  const references: Record<string, unknown> = {};
  for (const target of targetsOf(mutation)) {
    const record = recordOf(target);
    const uid = together.get(record?.localId ?? target.id);
    if (record?.serverId !== undefined) references[target.field] = record.serverId;
    else if (uid !== undefined) references[target.field] = { client_uid: uid };
    else return null;
  }
  return references;
}

/**
 * Parks a change that refers to a record which is neither on this device nor on its way to a server. Where the
 * device has not read that kind of record completely, nobody can know: then it waits for the reading, and nothing is
 * written, since the loop looks again at everything that is.
 */
async function parkUnreferable(context: SyncContext, seen: Mutation): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const mutation = await findMutation(tx, seen.id);
    if (mutation?.state !== 'queued') return;
    const recordOf = await recordsOf(tx, [mutation]);
    const body: Record<string, string[]> = {};
    for (const target of targetsOf(mutation)) {
      if (recordOf(target) || !(await readCollection(tx, target.to)).complete) continue;
      body[target.field] = [`This ${resourceSpecs[target.to].label.noun} was deleted.`];
    }
    if (Object.keys(body).length === 0) return;
    const at = context.clock.now();
    await moveIn(tx, mutation, 'refused', { refusal: { reason: 'rejected', status: 0, body, at } });
  });
}

/**
 * Deletions that a change of another record has to go before: an earlier one that refers to the record, and any
 * that ends such a reference, whenever it was made. What waits for a person holds nothing.
 */
async function heldDeletions(
  context: SyncContext,
  deletions: readonly Mutation[],
  open: readonly Mutation[],
): Promise<string[]> {
  const held: string[] = [];
  for (const resource of RESOURCE_NAMES) {
    const own = deletions.filter((deletion) => deletion.resource === resource);
    const named = own.length > 0 ? namedBy(open, resource) : new Map<string, number>();
    if (named.size === 0) continue;
    const records = await context.db.relaxed[resource].bulkGet(own.map(({ localId }) => localId));
    for (const [index, { id, localId, seq }] of own.entries()) {
      const ids = [localId, String(records[index]?.serverId ?? localId)];
      if (ids.some((each) => (named.get(each) ?? Number.POSITIVE_INFINITY) < seq)) held.push(id);
    }
  }
  return held;
}

/** By id, from which place in the outbox on a deletion has to wait; references that end hold it at any place. */
function namedBy(open: readonly Mutation[], to: ResourceName): Map<string, number> {
  const named = new Map<string, number>();
  const stuck = new Set<string>();
  const note = (id: string, seq: number): void => {
    named.set(id, Math.min(named.get(id) ?? seq, seq));
  };
  for (const mutation of open) {
    if (mutation.state === 'parked') stuck.add(laneOf(mutation));
    if (stuck.has(laneOf(mutation))) continue;
    for (const id of refersTo(mutation, to)) note(id, mutation.seq);
    for (const id of releases(mutation, to)) note(id, Number.NEGATIVE_INFINITY);
  }
  return named;
}
