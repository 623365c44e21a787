import { readSettings } from '../db/settings.ts';
import type { Settings } from '../domain/settings.ts';
import { liveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';

const useLiveSettings = liveRead((db) => db.transaction('r', db.settings, readSettings));

/** What the account keeps on this device for its documents, live in every tab; undefined until the device has answered. */
export function useSettings(): Settings | undefined {
  return useLiveSettings(useRecordServices().db);
}
