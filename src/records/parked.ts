import { mirrorTable, type Tx, tablesOf } from '../db/app-database.ts';
import { type JournalEntry, theirsIn, writeJournal } from '../db/journal.ts';
import { absorbRow, madeWith, rebaseLater } from '../db/link-row.ts';
import { noteMadeAgain, wantWholeReading, wantWholeReadingBesideFeed } from '../db/meta.ts';
import { findByServerId, refold } from '../db/mirror.ts';
import { changeMutation, findMutation, finishMutation, mutationsOf } from '../db/outbox.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { createdFields, rebased } from '../outbox/changes.ts';
import { dependenciesOf } from '../outbox/dependencies.ts';
import { fold } from '../outbox/fold.ts';
import { isForeignRow } from '../outbox/mirror-record.ts';
import { type Mutation, NOT_LOOKED, type ParkReason } from '../outbox/mutation.ts';
import { cancelRecord } from './cancel-record.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

/**
 * Sends a parked change again as it is, under a new id. After a conflict that is a decision for mine: what the
 * server has now counts as known. False when it is parked no longer (another tab, or a dialog, was faster):
 * nothing was done then.
 */
export async function retryParked(services: RecordServices, mutationId: string): Promise<boolean> {
  const done = await withParked(services, mutationId, async (tx, parked) => {
    await sendAgain(tx, services, parked);
    return true;
  });
  if (done) services.onSaved();
  return done;
}

/** Sends all changes again that are parked for the same reason. Answers how many. */
export async function retryAllParked(services: RecordServices, reason: ParkReason): Promise<number> {
  const parked = await services.db.relaxed.outbox.where('state').equals('parked').sortBy('seq');
  let count = 0;
  for (const { id, refusal } of parked) {
    if (refusal?.reason === reason && (await retryParked(services, id))) count += 1;
  }
  return count;
}

/**
 * Drops a parked change because a person said so. The record shows the server's copy again; a record that
 * was never on a server, or is there no longer, goes with it. False when it is parked no longer.
 */
export async function discardParked(services: RecordServices, mutationId: string): Promise<boolean> {
  return withParked(services, mutationId, async (tx, parked) => {
    const now = services.clock.now();
    await finishMutation(tx, parked, 'cancelled', now, theirsOver(parked));
    await fetchCandidates(tx, parked);
    const later = await mutationsOf(tx, parked.resource, parked.localId);
    if (parked.kind === 'create' || parked.refusal?.reason === 'deletedOnServer') {
      await cancelRecord(tx, parked.resource, parked.localId, now);
      return true;
    }
    for (const mutation of later) {
      await changeMutation(tx, mutation, {
        fields: rebased(mutation.fields, basesOf(parked)),
        readFirst: mutation.readFirst || parked.readFirst,
      });
    }
    return true;
  });
}

/**
 * Settles a conflict for the server's side: what both changed is dropped, with the fields that only make sense
 * together with it, and noted in the journal; what only the person changed is sent. False when it is parked no
 * longer.
 */
export async function takeTheirs(services: RecordServices, mutationId: string): Promise<boolean> {
  const parked = await services.db.relaxed.outbox.where('id').equals(mutationId).first();
  if (!parked || Object.keys(ownFields(parked)).length === 0) return discardParked(services, mutationId);
  const done = await withParked(services, mutationId, async (tx, now) => {
    const fields = ownFields(now);
    const lost = Object.entries(now.fields).filter(([field]) => !(field in fields));
    const at = services.clock.now();
    await writeJournal(tx, { ...now, fields: Object.fromEntries(lost) }, 'cancelled', at, theirsOver(now));
    const deps = dependenciesOf(now.resource, { kind: now.kind, fields }, null);
    await sendAgain(tx, services, { ...now, refusal: null }, { fields, deps });
    return true;
  });
  if (done) services.onSaved();
  return done;
}

type InConflict = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'refusal'>;

/**
 * Names of the fields of a change in conflict that a decision for the server's side gives up: those in conflict,
 * and those that only make sense together with them.
 */
export function givenUp(change: InConflict): readonly string[] {
  const own = ownFields(change);
  return Object.keys(change.fields).filter((field) => !(field in own));
}

/** What the server held in the fields that were given up, for the journal. */
function theirsOver(change: InConflict): JournalEntry['theirs'] {
  const { theirs } = change.refusal?.conflict ?? {};
  if (!theirs) return {};
  const lost = givenUp(change).map((field) => [field, theirs[field] ?? null] as const);
  return { ...theirsIn(change), ...Object.fromEntries(lost) };
}

/** What a change in conflict carries beside the fields in conflict and those that go with them. */
function ownFields({ resource, kind, fields, refusal }: InConflict): Mutation['fields'] {
  const conflict = refusal?.conflict?.fields ?? [];
  if (kind !== 'update' || conflict.length === 0) return {};
  const { mergeGroups } = specOf(resource);
  const lost = new Set([
    ...conflict,
    ...mergeGroups.filter((group) => group.some((field) => conflict.includes(field))).flat(),
  ]);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !lost.has(field)));
}

/**
 * Makes a record anew whose change found it deleted on the server, with all that the person changed in it since;
 * a deletion that waits behind is void. It keeps its local id, and with it whatever refers to it here. False when
 * the change is parked no longer, or when the device has nothing of the record to make it from.
 */
export async function recreateParked(services: RecordServices, mutationId: string): Promise<boolean> {
  const done = await withParked(services, mutationId, async (tx, parked) => {
    const { resource, localId } = parked;
    const record = await mirrorTable(tx, resource).get(localId);
    const open = await mutationsOf(tx, resource, localId);
    const { view } = fold(record?.server ?? null, withoutDeletions(open));
    if (!record || !view) return false;
    for (const later of open) {
      if (later.id !== parked.id) await finishMutation(tx, later, 'replaced', services.clock.now());
    }
    const fields = createdFields(view);
    const change = { kind: 'create', fields } as const;
    await sendAgain(tx, services, parked, {
      ...change,
      // The old key belongs to the row that was deleted.
      uid: uuidv7(services.clock.now(), services.random),
      deps: dependenciesOf(resource, change, record),
    });
    const { serverId, version: _, ...local } = record;
    await mirrorTable(tx, resource).put({ ...local, server: null });
    if (serverId !== undefined) await noteMadeAgain(tx, resource, { localId, serverId });
    // Should 'not found' have been wrong, only that brings the row that the record no longer is.
    await wantWholeReadingBesideFeed(tx, resource);
    return true;
  });
  if (done) services.onSaved();
  return done;
}

/**
 * Settles a create that may exist twice: it is the row that the server knows by `serverId`. False when it is
 * parked no longer, or when this device has no such row, or that row is another record made here, or was deleted here.
 */
export async function keepOne(
  services: RecordServices,
  mutationId: string,
  serverId: ServerId,
): Promise<boolean> {
  return withParked(services, mutationId, async (tx, parked) => {
    const { resource, localId } = parked;
    const known = await mirrorTable(tx, resource).get(localId);
    const row = await findByServerId(tx, resource, serverId);
    if (parked.kind !== 'create' || !known) return false;
    if (!row?.server || !row.view || !isForeignRow(row)) return false;
    await finishMutation(tx, parked, 'confirmed', services.clock.now());
    const later = await mutationsOf(tx, resource, localId);
    await absorbRow(tx, resource, localId, serverId);
    // Others may have changed the row since it was made: what waits is merged with that when its turn comes.
    const madeOver = { ...row.server, ...(await madeWith(tx, parked)) };
    await rebaseLater(tx, parked, later, { ...row, server: madeOver });
    for (const waiting of later) await changeMutation(tx, waiting, { madeOver });
    await mirrorTable(tx, resource).put({ ...row, localId });
    return true;
  });
}

/**
 * Has a create looked for again that may exist twice: its probe begins anew, as if its answer had just been given
 * up on. It keeps its id, by which a late answer knows it. False when it is parked no longer, or for anything else.
 */
export async function lookAgain(services: RecordServices, mutationId: string): Promise<boolean> {
  return withParked(services, mutationId, async (tx, parked) => {
    if (parked.kind !== 'create' || parked.refusal?.reason !== 'mayExistTwice') return false;
    // A reading that began before now counts for nothing.
    const nextAt = services.clock.now();
    await changeMutation(tx, parked, { state: 'unknown', nextAt, probe: NOT_LOOKED, refusal: null });
    return true;
  });
}

/** Rows that may have been this record were kept off the device, and no feed tells of them again. */
async function fetchCandidates(tx: Tx, { resource, refusal }: Mutation): Promise<void> {
  if (refusal?.reason === 'mayExistTwice') await wantWholeReading(tx, resource);
}

/** Back into the queue under a new id, as if it were new; in the journal, what a conflict was decided against. */
async function sendAgain(
  tx: Tx,
  services: RecordServices,
  parked: Mutation,
  change: Partial<Omit<Mutation, 'seq' | 'id'>> = {},
): Promise<void> {
  const now = services.clock.now();
  const record = await mirrorTable(tx, parked.resource).get(parked.localId);
  const decided = parked.refusal?.reason === 'conflict' ? record?.server : null;
  if (decided) await writeJournal(tx, parked, 'decided', now, theirsIn(parked));
  await fetchCandidates(tx, parked);
  await changeMutation(tx, parked, {
    fields: decided ? rebased(parked.fields, decided) : parked.fields,
    acceptedAt: now,
    ...change,
    id: uuidv7(now, services.random),
    state: 'queued',
    attemptId: null,
    attempts: 0,
    keyed: false,
    over: parked.kind === 'delete' ? (record?.version ?? null) : null,
    setbacks: null,
    nextAt: 0,
    probe: null,
    refusal: null,
  });
}

/** @param act answers false where it found nothing to do, and wrote nothing */
async function withParked(
  services: RecordServices,
  mutationId: string,
  act: (tx: Tx, parked: Mutation) => Promise<boolean>,
): Promise<boolean> {
  const { strict } = services.db;
  return decide(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    const parked = await findMutation(tx, mutationId);
    if (parked?.state !== 'parked') return false;
    if (!(await act(tx, parked))) return false;
    const record = await mirrorTable(tx, parked.resource).get(parked.localId);
    if (record) await refold(tx, parked.resource, record);
    return true;
  }).then((done) => done ?? false);
}

function withoutDeletions(mutations: readonly Mutation[]): Mutation[] {
  return mutations.filter(({ kind }) => kind !== 'delete');
}

function basesOf(mutation: Mutation): Record<string, Mutation['fields'][string]['base']> {
  return Object.fromEntries(Object.entries(mutation.fields).map(([field, change]) => [field, change.base]));
}
