import { collectionWriter } from '../../db/collection-writer.ts';
import { changeLane, laneWithRow, noteSecondRow } from '../../db/lane-store.ts';
import type { Tx } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/answer.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { Lane } from '../../outbox/lane.ts';
import { type DuplicateWatch, isExactly } from '../../outbox/match-create.ts';
import type { SyncContext } from '../sync-context.ts';

interface FoundRow {
  readonly lane: Lane;
  readonly mutationId: string;
  readonly record: WireRecord;
  /** Other rows were kept out of the mirror because of this create. */
  readonly readWhole: boolean;
}

export async function confirmWithRow(
  context: SyncContext,
  tx: Tx,
  { lane, mutationId, record, readWhole }: FoundRow,
): Promise<void> {
  const { resource } = lane;
  const [writer, other] = await Promise.all([
    collectionWriter(tx, resource, context.clock.now()),
    laneWithRow(tx, resource, record.id),
  ]);
  const found = { what: 'one', row: writer.rowOf(record, lane.record), other, readWhole } as const;
  await changeLane(tx, context, { lane, event: { type: 'probed', mutationId, found }, writer });
  await writer.save();
}

interface NewRow {
  readonly record: WireRecord;
  readonly copy: Fields;
  /** Device time in ms. */
  readonly now: number;
}

export async function checkDuplicate(
  tx: Tx,
  watches: readonly DuplicateWatch[],
  { record, copy, now }: NewRow,
): Promise<void> {
  for (const watch of watches) {
    const isItself = String(watch.serverId) === String(record.id);
    const isLike =
      isExactly(copy, { resource: watch.resource, fingerprint: watch.marks }) ||
      (watch.earlier && isExactly(copy, { resource: watch.resource, fingerprint: watch.earlier }));
    if (!isItself && isLike) await noteSecondRow(tx, watch, { serverId: record.id, at: now });
  }
}
