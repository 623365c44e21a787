import { useEffect, useMemo } from 'react';
import type { SettingRow } from '../../db/tables.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { useLiveRead } from '../live-read.ts';
import { type RecordServices, useRecordServices } from '../record-services.ts';

interface RecentRecord {
  readonly resource: ResourceName;
  readonly localId: string;
  /** Device time in ms. */
  readonly at: number;
}

const KEY = 'recent';
/** More than Find lists, because records opened in the last days rank higher. */
const KEPT = 50;

/** Notes on this device that a record was opened. */
export function useNoteOpened(resource: ResourceName, localId: string | undefined): void {
  const services = useRecordServices();
  useEffect(() => {
    if (localId !== undefined) noteOpened(services, resource, localId);
  }, [services, resource, localId]);
}

/** If this fails, Find does not list the record as opened. No work is lost. */
function noteOpened({ db, clock }: RecordServices, resource: ResourceName, localId: string): void {
  const { relaxed } = db;
  const opened = { resource, localId, at: clock.now() };
  relaxed
    .transaction('rw', relaxed.settings, async () => {
      const before = recordsIn(await relaxed.settings.get(KEY));
      const others = before.filter((one) => one.resource !== resource || one.localId !== localId);
      await relaxed.settings.put({ key: KEY, records: [opened, ...others].slice(0, KEPT) });
    })
    .catch(() => undefined);
}

/** The last opened first. */
export function useRecent(): readonly RecentRecord[] {
  const row = useLiveRead((relaxed) => relaxed.settings.get(KEY), []);
  return useMemo(() => recordsIn(row), [row]);
}

function recordsIn(row: SettingRow | undefined): readonly RecentRecord[] {
  return row && 'records' in row ? row.records : [];
}
