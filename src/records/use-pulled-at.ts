import { useLiveQuery } from 'dexie-react-hooks';
import type { CollectionRow } from '../db/meta.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { useRecordServices } from './records-context.ts';

/**
 * Device time in ms of the last complete reading of the collection that was read longest ago, live: all
 * that the device shows is at least as new. Null while one was never read, undefined until the device has
 * answered.
 */
export function usePulledAt(): number | null | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const rows = await relaxed.meta.bulkGet(RESOURCE_NAMES.map((name) => `collection:${name}`));
    const times = rows.map((row) => (row as CollectionRow | undefined)?.pulledAt ?? null);
    return times.reduce((oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)));
  }, [relaxed]);
}
