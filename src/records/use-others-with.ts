import { useMemo, useState } from 'react';
import type { ShownRecord } from '../db/live-collection.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { isForeignRow } from '../outbox/mirror-record.ts';
import { useRecordServices } from './records-context.ts';
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
  const { clock } = useRecordServices();
  const [openedAt] = useState(() => clock.now());
  const snapshot = useSnapshot(wanted === '' ? undefined : resource);
  return useMemo(() => {
    // The form of a new record stays open until the server has it: what it has just saved is no other record.
    const isOwn = (record: ShownRecord): boolean =>
      localId === null
        ? !isForeignRow(record) && record.seen.first_seen >= openedAt
        : record.localId === localId;
    return (snapshot?.records ?? []).filter((record) => {
      const own = record.view[field];
      return !isOwn(record) && typeof own === 'string' && own.trim().toLowerCase() === wanted;
    });
  }, [snapshot, field, wanted, localId, openedAt]);
}
