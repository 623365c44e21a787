import { collectionWriter } from '../../db/collection-writer.ts';
import { changeLane, laneWithRow } from '../../db/lane-store.ts';
import type { Tx } from '../../db/tables.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import type { Lane } from '../../outbox/lane.ts';
import type { SyncContext } from '../sync-context.ts';

interface Adoption {
  readonly lane: Lane;
  readonly mutationId: string;
  /** The server's row that is the create. */
  readonly record: WireRecord;
  /** Whether rows were kept out for its sake that are not it. */
  readonly readWhole: boolean;
}

/** Confirms a create with a row that was read. */
export async function adopt(
  context: SyncContext,
  tx: Tx,
  { lane, mutationId, record, readWhole }: Adoption,
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
