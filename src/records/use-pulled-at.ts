import { COLLECTION_KEYS } from '../db/meta/meta-rows.ts';
import { liveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';

const usePulledAtOf = liveRead(async (relaxed): Promise<number | null> => {
  const rows = await relaxed.meta.bulkGet(COLLECTION_KEYS);
  const times = rows.map((row) => row?.pulledAt ?? null);
  return times.reduce((oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)));
});

/**
 * Device time in ms of the last complete pull of the collection that was read longest ago, live: all
 * that the device shows is at least as new. Null while one was never read, undefined until the device has
 * answered.
 */
export function usePulledAt(): number | null | undefined {
  return usePulledAtOf(useRecordServices().db);
}
