import { readLane } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { UndoStep } from '../outbox/mutation.ts';
import { undoRefusal } from '../outbox/undone.ts';
import { useLiveRead } from './live-read.ts';

/** Whether a save can be taken back as it stands, live; false until the device has answered. */
export function useCanUndo(steps: readonly UndoStep[] | null): boolean {
  const can = useLiveRead(
    async (relaxed) => {
      if (!steps) return false;
      return relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const refusals = await Promise.all(
          steps.map(async (step) => undoRefusal(await readLane(tx, step), step)),
        );
        return refusals.every((refusal) => refusal === null);
      });
    },
    [steps],
  );
  return can ?? false;
}
