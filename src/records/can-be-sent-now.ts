import type { Tx } from '../db/app-database.ts';
import type { EngineRow, MetaRow } from '../db/meta.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { ResourceName } from '../domain/resource-spec.ts';

/**
 * Whether an answer to a change may come at once, so that a dialog does well to wait for it: nothing holds
 * the engine, nothing backs off, and no earlier change of the same record is open.
 */
export async function canBeSentNow(
  tx: Tx,
  change: { readonly resource: ResourceName; readonly localId: string },
  now: number,
): Promise<boolean> {
  const engine = (await tx.table<MetaRow, string>('meta').get('engine')) as EngineRow | undefined;
  if (!engine || engine.reasons.length > 0 || engine.resumeAt > now) return false;
  const earlier = await mutationsOf(tx, change.resource, change.localId);
  return earlier.every((mutation) => mutation.state === 'parked' && mutation.refusal?.reason === 'rejected');
}
