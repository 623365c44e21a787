import { readRow } from '../db/meta/meta-rows.ts';
import { findRecord } from '../db/mirror.ts';
import type { Tx } from '../db/tables.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { FieldChanges, Mutation } from '../outbox/mutation.ts';

/**
 * Whether an answer to a change may come at once, so that a dialog does well to wait for it: nothing holds
 * the engine, nothing backs off, no earlier change of the same record is open, and the server has whatever the
 * change refers to.
 * @param earlier the open changes of the same record
 */
export async function canBeSentNow(
  tx: Tx,
  change: { readonly resource: ResourceName; readonly fields: FieldChanges },
  { earlier, now }: { readonly earlier: readonly Mutation[]; readonly now: number },
): Promise<boolean> {
  const engine = await readRow(tx, 'engine');
  if (!engine || engine.reasons.length > 0 || engine.resumeAt > now) return false;
  for (const { field, to } of specOf(change.resource).references) {
    const id = change.fields[field]?.value;
    if (id && (await findRecord(tx, to, String(id)))?.serverId === undefined) return false;
  }
  return earlier.every((mutation) => mutation.state === 'parked' && mutation.refusal?.reason === 'rejected');
}
