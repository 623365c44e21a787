import { NO_SETTINGS, type SettingName, type Settings } from '../domain/settings.ts';
import type { Tx } from './app-database.ts';

/** One setting, kept on the device for one account and never sent. A row for each: two tabs may change two of them. */
export interface SettingRow {
  readonly key: SettingName;
  readonly value: string;
}

/** All settings; what was never set, or is no text, is ''. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.table<SettingRow, string>('settings').toArray();
  const texts = rows.filter(({ key, value }) => key in NO_SETTINGS && typeof value === 'string');
  return { ...NO_SETTINGS, ...Object.fromEntries(texts.map(({ key, value }) => [key, value])) };
}

/** Writes these settings and leaves the others as they are. */
export async function writeSettings(tx: Tx, changes: Partial<Settings>): Promise<void> {
  const rows = Object.entries(changes).map(([key, value]) => ({ key, value }) as SettingRow);
  await tx.table<SettingRow, string>('settings').bulkPut(rows);
}
