import { noteSecondRow } from '../../db/lane-store.ts';
import type { Tx } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import type { DuplicateWatch } from '../../outbox/duplicate-watch.ts';
import { isExactly } from '../../outbox/match-create.ts';

interface NewRow {
  readonly record: WireRecord;
  readonly copy: Fields;
  /** Device time in ms. */
  readonly now: number;
}

/**
 * A row that is not on the device: where it looks like a create that was confirmed with another row, a person is
 * asked.
 */
export async function meetRow(
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
