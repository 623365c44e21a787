import { isForeignRow } from '../domain/ids.ts';
import type { RecordKind, ServerId } from '../domain/resource-spec.ts';
import { isWaitOver } from '../domain/waits.ts';
import { DUPLICATE_WATCH_MS, type DuplicateWatch, isExactly } from '../outbox/match-create.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { mirrorTable, type Tx } from './tables.ts';

/**
 * A row that came after the last attempt, but resembles a refused earlier one, is already a duplicate.
 * @param since the collection's generation at the last attempt
 */
export async function beginWatch(
  tx: Tx,
  watch: DuplicateWatch,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<void> {
  const possibleDuplicates = await earlierRows(tx, watch, since);
  await writeWatch(
    tx,
    possibleDuplicates.length === 0 ? watch : { ...watch, possibleDuplicates, seenAt: now },
  );
}

async function earlierRows(
  tx: Tx,
  { resource, serverId, earlier }: DuplicateWatch,
  since: number,
): Promise<ServerId[]> {
  if (!earlier) return [];
  const isLike = (record: MirrorRecord): boolean =>
    record.firstSeenGen > since &&
    isForeignRow(record) &&
    isExactly(record.server ?? {}, { resource, fingerprint: earlier });
  const rows = await mirrorTable(tx, resource).filter(isLike).toArray();
  return rows.flatMap(({ serverId: id }) => (id === undefined || id === serverId ? [] : [id]));
}

export async function writeWatch(tx: Tx, watch: DuplicateWatch): Promise<void> {
  await tx.table<DuplicateWatch, string>('watches').put(watch);
}

/** Returns the open watches, and drops those that have ended at device time `now`. */
export async function openWatches(tx: Tx, resource: RecordKind, now: number): Promise<DuplicateWatch[]> {
  const watches = tx.table<DuplicateWatch, string>('watches');
  const all = await watches.toArray();
  const over = all.filter(
    ({ until, possibleDuplicates }) =>
      possibleDuplicates.length === 0 && isWaitOver(until, now, DUPLICATE_WATCH_MS),
  );
  if (over.length > 0) await watches.bulkDelete(over.map(({ id }) => id));
  return all.filter((watch) => watch.resource === resource && !over.includes(watch));
}

/** `at`: device time in ms. */
export interface SecondRow {
  readonly serverId: ServerId;
  readonly at: number;
}

/** Reads `watch` again: other duplicates may have been added. */
export async function raiseDuplicate(
  tx: Tx,
  watch: DuplicateWatch,
  { serverId, at }: SecondRow,
): Promise<void> {
  const noted = (await findWatch(tx, watch.id)) ?? watch;
  if (noted.possibleDuplicates.includes(serverId)) return;
  await writeWatch(tx, { ...noted, possibleDuplicates: [...noted.possibleDuplicates, serverId], seenAt: at });
}

export async function findWatch(tx: Tx, id: Mutation['id']): Promise<DuplicateWatch | undefined> {
  return tx.table<DuplicateWatch, string>('watches').get(id);
}

export async function endWatches(tx: Tx, resource: RecordKind, localId: string): Promise<void> {
  const watches = tx.table<DuplicateWatch, string>('watches');
  await watches.filter((watch) => watch.resource === resource && watch.localId === localId).delete();
}
