import type { HistoryEntry } from '../db/history.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useLiveRead } from './live-read.ts';

/** So many changes of a record are shown. */
export const HISTORY_MAX = 50;

/** What changed in a record, the last first, and one more than is shown, live. Undefined until the device has answered. */
export function useHistory(resource: ResourceName, localId: string): readonly HistoryEntry[] | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.history
        .where('[resource+localId]')
        .equals([resource, localId])
        .reverse()
        .limit(HISTORY_MAX + 1)
        .toArray(),
    [resource, localId],
  );
}
