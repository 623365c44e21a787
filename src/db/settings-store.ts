import { type KeptSettings, noSettings, settingsState } from '../outbox/kept-settings.ts';
import { inAccountsDatabase } from './accounts.ts';
import type { Databases } from './app-database.ts';
import { type MetaRow, readMeta } from './meta-rows.ts';
import type { AppDatabase, Tx } from './tables.ts';

type SettingsPlace = Pick<Databases, 'pageDatabases' | 'account'>;

export function readKeptSettings({ pageDatabases, account }: SettingsPlace): Promise<KeptSettings> {
  const read = { table: 'settings', mode: 'r' } as const;
  return inAccountsDatabase(pageDatabases, read, (tx) => keptIn(tx, account));
}

/** Resolves once the settings are on the disk. */
export function changeKeptSettings(
  { pageDatabases, account }: SettingsPlace,
  change: (kept: KeptSettings) => KeptSettings,
): Promise<KeptSettings> {
  return inAccountsDatabase(pageDatabases, { table: 'settings' }, (tx) => changeIn(tx, account, change));
}

export async function changeIn(
  tx: Tx,
  account: string,
  change: (kept: KeptSettings) => KeptSettings,
): Promise<KeptSettings> {
  const kept = await keptIn(tx, account);
  const next = change(kept);
  if (next !== kept) await tx.table<KeptSettings, string>('settings').put(next);
  return next;
}

async function keptIn(tx: Tx, account: string): Promise<KeptSettings> {
  return (await tx.table<KeptSettings, string>('settings').get(account)) ?? noSettings(account);
}

const NOTHING = { waiting: 0, asks: 0 };

/**
 * Stores the number of unsent settings; 0 if the server cannot store settings.
 * @param askedAt device time in ms of the user's change; wakes the engine
 */
export async function noteSettings(
  relaxed: AppDatabase,
  kept: KeptSettings,
  askedAt?: number,
): Promise<void> {
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const meta = await readMeta(tx);
    const isShared = meta.get('capabilities')?.features.includes('company-settings');
    const { waiting, asks } = isShared ? settingsState(kept) : NOTHING;
    const known = meta.get('settings') ?? NOTHING;
    const rows: MetaRow[] = [];
    if (waiting !== known.waiting || asks !== known.asks) rows.push({ key: 'settings', waiting, asks });
    if (askedAt !== undefined) {
      const last = meta.get('request:settings')?.at ?? 0;
      rows.push({ key: 'request:settings', at: Math.max(askedAt, last + 1) });
    }
    await relaxed.meta.bulkPut(rows);
  });
}
