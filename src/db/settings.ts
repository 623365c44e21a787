import type { Transaction as Tx } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import { NO_SETTINGS, type SettingName, type Settings } from '../domain/settings.ts';

/** One setting. A row for each: two tabs may change two of them. */
export interface TextSetting {
  readonly key: SettingName;
  readonly value: string;
}

/** How a list was left: the query of its address, without the search. */
export interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

export type FirstDayKey = `firstDay:${'begun' | 'closed' | 'imported' | 'offline'}`;

/** A step of a company's first day that was taken, at this device time in ms. */
interface FirstDaySetting {
  readonly key: FirstDayKey;
  readonly at: number;
}

/** Kept on the device for one account, never sent. */
export type SettingRow = TextSetting | ListSetting | FirstDaySetting;

/** All settings; what was never set, or is no text, is ''. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.table<SettingRow, string>('settings').toArray();
  const texts = rows.filter((row) => row.key in NO_SETTINGS).map((row) => row as TextSetting);
  const known = texts.filter(({ value }) => typeof value === 'string');
  return { ...NO_SETTINGS, ...Object.fromEntries(known.map(({ key, value }) => [key, value])) };
}

/** Writes these settings and leaves the others as they are. */
export async function writeSettings(tx: Tx, changes: Partial<Settings>): Promise<void> {
  const rows = Object.entries(changes).map(([key, value]) => ({ key, value }) as TextSetting);
  await tx.table<SettingRow, string>('settings').bulkPut(rows);
}
