import { readLane } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { UndoStep } from '../outbox/mutation.ts';
import { changeBackRefusal, undoRefusal } from '../outbox/undone.ts';
import { useLiveRead } from './live-read.ts';

/**
 * Returns whether a save can be undone as it stands, live; false until the device has answered. True for a new record that
 * somebody has changed since: to press is to be told.
 */
export function useCanUndo(steps: readonly UndoStep[] | null): boolean {
  const can = useLiveRead(
    async (relaxed) => {
      if (!steps) return false;
      return relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const answers = await Promise.all(
          steps.map(async (step) => isOffered(await readLane(tx, step), step)),
        );
        return answers.every(Boolean);
      });
    },
    [steps],
  );
  return can ?? false;
}

function isOffered(lane: Lane, step: UndoStep): boolean {
  const refusal = undoRefusal(lane, step);
  if (refusal !== 'sent') return refusal === null;
  const back = changeBackRefusal(lane, step);
  return back === null || back === 'edited';
}
