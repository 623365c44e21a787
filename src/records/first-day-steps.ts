import { useEffect } from 'react';
import { COLLECTION_KEYS } from '../db/meta-rows.ts';
import type { AppDatabase } from '../db/tables.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { type FirstDayStep, firstDayKey, noteFirstDay } from './device-notes.ts';
import { liveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { type SyncStatus, useSyncStatus } from './use-sync-status.ts';

export interface FirstDay {
  readonly hasCustomer: boolean;
  readonly hasImported: boolean;
  readonly wasOffline: boolean;
}

const STEPS = ['begun', 'closed', 'imported', 'offline'] as const satisfies readonly FirstDayStep[];
const CUT_OFF: SyncStatus['reasons'] = ['offline', 'unreachable'];

const useFirstDayOf = liveRead(async (relaxed) => {
  const tables = [...RESOURCE_NAMES.map((name) => relaxed[name]), relaxed.settings, relaxed.meta];
  return relaxed.transaction('r', tables, () => readFirstDay(relaxed));
});

/** Returns null if the company already had records, or the user has closed the steps. */
async function readFirstDay(db: AppDatabase): Promise<(FirstDay & { readonly isBegun: boolean }) | null> {
  const rows = await db.settings.bulkGet(STEPS.map(firstDayKey));
  const [isBegun, isClosed, hasImported, wasOffline] = rows.map((row) => row !== undefined);
  if (isClosed) return null;
  if (!isBegun && !(await isEmpty(db))) return null;
  const hasCustomer = (await db.customers.toCollection().first()) !== undefined;
  return {
    isBegun: isBegun === true,
    hasCustomer,
    hasImported: hasImported === true,
    wasOffline: wasOffline === true,
  };
}

/** A list that was never pulled does not count as empty. */
async function isEmpty(db: AppDatabase): Promise<boolean> {
  for (const name of RESOURCE_NAMES) if (await db[name].toCollection().first()) return false;
  const lists = await db.meta.bulkGet(COLLECTION_KEYS);
  return lists.every((list) => (list?.pulledAt ?? null) !== null);
}

export function useFirstDay(): FirstDay | null {
  const services = useRecordServices();
  const day = useFirstDayOf(services.db) ?? null;
  const isNew = day !== null && !day.isBegun;
  useEffect(() => {
    if (isNew) noteFirstDay(services, 'begun');
  }, [services, isNew]);
  useOfflineStep(services, day !== null && !day.wasOffline);
  return day;
}

function useOfflineStep(services: RecordServices, isWanted: boolean): void {
  const status = useSyncStatus();
  const isOffline = status?.reasons.some((reason) => CUT_OFF.includes(reason)) ?? false;
  const isDone = isWanted && isOffline && (status?.waiting ?? 0) > 0;
  useEffect(() => {
    if (isDone) noteFirstDay(services, 'offline');
  }, [services, isDone]);
}
