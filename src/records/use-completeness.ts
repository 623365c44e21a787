import { useCallback, useSyncExternalStore } from 'react';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from './records-context.ts';

/** Whether all records of all these kinds have been read from the device, live. */
export function useCompleteness(resources: readonly ResourceName[]): boolean {
  const { collections } = useRecordServices();
  const names = resources.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = names.split(' ').map((name) => collections[name as ResourceName].subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [collections, names],
  );
  return useSyncExternalStore(subscribe, () =>
    resources.every((name) => collections[name].getSnapshot().complete),
  );
}
