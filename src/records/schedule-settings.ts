import { useMemo } from 'react';
import type { SettingRow } from '../db/tables.ts';
import { USUAL_HOURS, type WorkHours } from '../domain/schedule/hints.ts';
import { PLAIN_ROWS, type RowSettings } from '../domain/schedule/people.ts';
import { liveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

/** How this device shows the schedule. */
export interface ScheduleSettings {
  readonly hours: WorkHours;
  readonly rows: RowSettings;
  /** What the company can do in a day. */
  readonly jobsADay: number | null;
}

const KEY = 'schedule';
const USUAL: ScheduleSettings = { hours: USUAL_HOURS, rows: PLAIN_ROWS, jobsADay: null };

/**
 * Changes the settings as they are now, also by another tab.
 * @throws if they could not be stored
 */
export async function changeScheduleSettings(
  { db }: Pick<RecordServices, 'db'>,
  change: (settings: ScheduleSettings) => ScheduleSettings,
): Promise<void> {
  const { settings } = db.relaxed;
  await db.relaxed.transaction('rw', settings, async () => {
    const { hours, rows, jobsADay } = change(settingsIn(await settings.get(KEY)));
    const { order, hidden, joined } = rows;
    const people = { order, hidden: [...hidden], joined: [...joined] };
    await settings.put({ key: KEY, hours, ...people, ...(jobsADay !== null && { jobsADay }) });
  });
}

const useStored = liveRead(({ settings }) => settings.get(KEY));

/** Until they are read, the usual ones. Returns the same object until they change. */
export function useScheduleSettings(): ScheduleSettings {
  const stored = useStored(useRecordServices().db);
  return useMemo(() => settingsIn(stored), [stored]);
}

function settingsIn(row: SettingRow | undefined): ScheduleSettings {
  if (!row || !('joined' in row)) return USUAL;
  const { hours, order, hidden, joined, jobsADay = null } = row;
  return { hours, rows: { order, hidden: new Set(hidden), joined: new Map(joined) }, jobsADay };
}
