import { changeLane, readLane } from '../db/lane-store.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { UndoStep } from '../outbox/mutation.ts';
import { type UndoRefusal, undoRefusal } from '../outbox/undone.ts';
import { waitingDependants } from './dependants.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';

/** What came of taking a save back: `asks` where others wait for the new record, which a person deletes with them. */
export type UndoOutcome = 'undone' | 'asks' | UndoRefusal;

/**
 * Takes one save back, with all that it changed along, in one transaction: wholly, or not at all.
 * @throws NotSavedError where the storage did not take it, or the account is leaving this device: nothing was taken back
 */
export async function undoSave(services: RecordServices, steps: readonly UndoStep[]): Promise<UndoOutcome> {
  const { strict } = services.db;
  return saveTransaction(services, tablesOf(strict, ...RESOURCE_NAMES), async (tx) => {
    await assertNotLeaving(tx);
    const lanes: { readonly lane: Lane; readonly step: UndoStep }[] = [];
    for (const step of steps) {
      const lane = await readLane(tx, step);
      const refusal = undoRefusal(lane, step);
      if (refusal !== null) return refusal;
      if (await isWaitedFor(tx, lane, step)) return 'asks';
      lanes.push({ lane, step });
    }
    for (const { lane, step } of lanes)
      await changeLane(tx, services, { lane, event: { type: 'undone', step } });
    return 'undone';
  });
}

async function isWaitedFor(tx: Tx, { resource, localId, mutations }: Lane, step: UndoStep): Promise<boolean> {
  const saved = mutations.find(({ id }) => id === step.left);
  const isNewRecord = saved?.kind === 'create' && step.before === null;
  return isNewRecord && (await waitingDependants(tx, resource, localId)).length > 0;
}
