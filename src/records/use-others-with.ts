import { useMemo } from 'react';
import type { ShownRecord } from '../db/live-collection.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useSnapshot } from './use-snapshot.ts';

interface Wanted {
  readonly field: string;
  /** Case and blanks at the ends do not matter. Nothing is looked for where it is ''. */
  readonly value: string;
  /** The record itself; null where it is not saved yet. */
  readonly localId: string | null;
}

/** The other records on this device that have a value, live. */
export function useOthersWith(
  resource: ResourceName,
  { field, value, localId }: Wanted,
): readonly ShownRecord[] {
  const wanted = value.trim().toLowerCase();
  const snapshot = useSnapshot(wanted === '' ? undefined : resource);
  return useMemo(() => {
    const records = snapshot?.records ?? [];
    return records.filter(({ localId: id, view }) => {
      const own = view[field];
      return id !== localId && typeof own === 'string' && own.trim().toLowerCase() === wanted;
    });
  }, [snapshot, field, wanted, localId]);
}
