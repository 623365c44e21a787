import { collectionWriter } from '../../db/collection-writer.ts';
import { changeLane, laneWithRow } from '../../db/lane-store.ts';
import type { Tx } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/answer.ts';
import type { Lane } from '../../outbox/lane.ts';
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
