import { useSyncExternalStore } from 'react';
import type { LiveSnapshot } from '../db/live-collection.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from './records-context.ts';

/** A resource's records, live. Undefined, and nothing is listened to, where none is asked for. */
export function useSnapshot(resource: ResourceName | undefined): LiveSnapshot | undefined {
  const { collections } = useRecordServices();
  const collection = resource && collections[resource];
  return useSyncExternalStore(collection?.subscribe ?? never, () => collection?.getSnapshot());
}

/** Nothing to listen to. */
function never(): () => void {
  return () => {};
}
