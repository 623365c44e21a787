import { mirrorTable, type Tx } from '../db/app-database.ts';
import { collectionWriter } from '../db/collection-writer.ts';
import { unwatchBereft } from '../db/deletions.ts';
import { absorbRow, madeWith, rebaseLater } from '../db/link-row.ts';
import { readCollection, writeMeta } from '../db/meta.ts';
import { refold } from '../db/mirror.ts';
import { changeMutation, finishMutation, mutationsOf } from '../db/outbox.ts';
import { withServerReferences } from '../db/references.ts';
import { endWatches } from '../db/twin-watch.ts';
import { sameValue } from '../domain/canonical.ts';
import { timeOfUuid } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { createdFields, valuesOf } from '../outbox/changes.ts';
import { type MirrorRecord, newLocalRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { overruled } from '../outbox/overruled.ts';
import { sameFields, serverCopyOf } from '../outbox/server-copy.ts';
import { conflictOver, mergeWaiting } from './merge-waiting.ts';
import { moveIn } from './move.ts';
import { watchForTwins } from './twins.ts';

/** How a record came here: in the answer to an attempt, or it was read, perhaps long after it was made. */
export type Evidence = 'answer' | 'reading';

/**
 * The one transaction in which a mutation leaves the outbox because a server has it: the server's copy and
 * id are stored, the mutation goes to the journal, later changes of the record get the server's values as
 * their bases, and the view is made anew. A crash before it leaves the mutation `sending`, which is settled
 * like any lost answer.
 * @param record null when the server confirmed a deletion
 * @param lane the record's open mutations, where they were just read in this transaction
 */
export async function confirmIn(
  tx: Tx,
  mutation: Mutation,
  record: WireRecord | null,
  now: number,
  evidence: Evidence = 'answer',
  lane?: readonly Mutation[],
): Promise<void> {
  const { resource, localId } = mutation;
  const [stored, open, writer] = await Promise.all([
    mirrorTable(tx, resource).get(localId),
    lane ?? mutationsOf(tx, resource, localId),
    collectionWriter(tx, resource),
  ]);
  const known = stored ?? newLocalRecord(localId, mutation.seq);
  const later = open.filter(({ seq }) => seq !== mutation.seq);
  const finish = (made: Fields = {}): Promise<void> => finishMutation(tx, mutation, 'confirmed', now, made);
  if (mutation.kind === 'delete') {
    await finish();
    await noteRemoved(tx, resource, known);
    await endWatches(tx, resource, localId);
    await unwatchBereft(tx, resource, localId);
    return refold(tx, resource, { ...known, server: null });
  }
  const sent = await sentIn(tx, mutation);
  if (record === null) {
    await finish();
    for (const { madeOver, ...next } of later) {
      if (madeOver) await changeMutation(tx, next, { madeOver: { ...madeOver, ...sent } });
    }
    return refold(tx, resource, known);
  }
  const isKnown = stored?.serverId === record.id;
  const absorbed = isKnown ? undefined : await absorbRow(tx, resource, localId, record.id);
  const answer = serverCopyOf(resource, record.wire, { ...known.server, ...sent });
  if (mutation.kind === 'create' && !mutation.keyed) {
    await watchForTwins(tx, mutation, { serverId: record.id, copy: answer }, now);
  }
  // Where the row has been read meanwhile, others may have changed it since it was made: no feed tells that twice.
  const server = absorbed?.server ?? answer;
  const answered = writer.updated(known, record, server);
  const updated = absorbed?.version === undefined ? answered : { ...answered, version: absorbed.version };
  const wasRead = evidence === 'reading' || absorbed !== undefined;
  const made = mutation.kind === 'create' ? await madeBefore(tx, mutation, server, wasRead) : null;
  await rebaseLater(tx, mutation, later, made ? { ...updated, server: { ...server, ...made } } : updated);
  const confirmed = {
    ...updated,
    serverId: record.id,
    firstSeenGen: known.firstSeenGen || writer.generation,
    position: known.serverId === undefined ? writer.place(record) : known.position,
  };
  // What others may have made of the row since is not what the server made of it.
  const isAnswer = !wasRead && made === null;
  const otherwise = isAnswer ? overruled(mutation, { ...known.server, ...sent }, answer) : {};
  if (later.length === 0 && absorbed === undefined) {
    await Promise.all([finish(otherwise), refold(tx, resource, confirmed, []), writer.save()]);
    return;
  }
  await Promise.all([finish(otherwise), writer.save()]);
  await refold(tx, resource, confirmed);
  await mergeLater(tx, mutation, later, { before: made ?? known.server, theirs: server, now });
}

/**
 * What a create's row was made with, where it may have been there long enough for others to change it; the answer to a
 * first attempt is all that the server made of it. Where an attempt was given up and the create changed since, the row
 * may be of either.
 */
async function madeBefore(
  tx: Tx,
  create: Mutation,
  server: Fields,
  wasRead: boolean,
): Promise<Fields | null> {
  const { resource, keyed, asSent, state, attemptId, firstSentAt } = create;
  const isFirst = !asSent && state === 'sending' && timeOfUuid(attemptId ?? '') === firstSentAt;
  if (!wasRead && (!keyed || isFirst)) return null;
  const made = await madeWith(tx, create);
  if (!asSent) return made;
  const earlier = await madeWith(tx, { resource, fields: createdFields(asSent) });
  const still = Object.entries(earlier).filter(([field, value]) => sameValue(field, server[field], value));
  return { ...made, ...Object.fromEntries(still) };
}

interface Sides {
  readonly before: Fields | null;
  readonly theirs: Fields;
  readonly now: number;
}

/**
 * The answer to a change may bring what somebody else has changed since. Later changes of the record are merged with
 * that before they go, the next one now: not with what was confirmed, nor with what a server works out anew together
 * with it. Where a newer row was left to the answer, they are read first.
 */
async function mergeLater(
  tx: Tx,
  confirmed: Mutation,
  later: readonly Mutation[],
  { before, theirs, now }: Sides,
): Promise<void> {
  const { resource, localId, kind, fields, readFirst } = confirmed;
  const { computedGroups = [] } = specOf(resource);
  const groups = computedGroups.filter((group) => group.some((field) => field in fields));
  const settled = new Set(kind === 'update' ? [...Object.keys(fields), ...groups.flat()] : []);
  const ids = new Set(later.map(({ id }) => id));
  for (const [place, next] of (await mutationsOf(tx, resource, localId)).entries()) {
    if (!ids.has(next.id)) continue;
    if (readFirst && next.kind === 'update') await changeMutation(tx, next, { readFirst });
    const over = next.madeOver ?? before;
    if (!over) continue;
    const isNext = place === 0 && next.state === 'queued';
    if (next.kind === 'update') {
      const taken = Object.entries(theirs).filter(([field]) => settled.has(field) || !(field in over));
      const known = { ...over, ...Object.fromEntries(taken) };
      const { conflicts } = isNext ? await mergeWaiting(tx, next, known, theirs) : { conflicts: [] };
      if (conflicts.length > 0) {
        const refusal = conflictOver(conflicts, known, theirs, now);
        await moveIn(tx, next, 'conflicted', { refusal, madeOver: null });
      } else {
        const madeOver = isNext || sameFields(known, theirs) ? null : known;
        await changeMutation(tx, next, { madeOver });
      }
    } else if (isNext && kind === 'create' && othersChanged(over, theirs)) {
      await moveIn(tx, next, 'conflicted', { refusal: conflictOver([], over, theirs, now) });
    }
  }
}

/** Whether a row holds something else than what it was made with. */
function othersChanged(made: Fields, theirs: Fields): boolean {
  return Object.entries(made).some(([field, value]) => !sameValue(field, theirs[field], value));
}

/** The values that the server has taken with a mutation, for those that its answer leaves out. */
async function sentIn(tx: Tx, { resource, fields }: Mutation): Promise<Fields> {
  return valuesOf(await withServerReferences(tx, resource, fields));
}

/** A pull that is under way may have read the record before it was deleted. */
async function noteRemoved(tx: Tx, resource: ResourceName, known: MirrorRecord): Promise<void> {
  if (known.serverId === undefined) return;
  const row = await readCollection(tx, resource);
  await writeMeta(tx, { ...row, removed: [...row.removed, known.serverId] });
}
