import { NO_SETTINGS, type SettingName, type Settings } from '../domain/settings.ts';
import { type KeptSettings, noSettings, savedSettings, settingsState } from '../outbox/kept-settings.ts';
import { inAccountsDatabase } from './accounts.ts';
import type { Databases } from './app-database.ts';
import { type MetaRow, readMeta } from './meta-rows.ts';
import type { AppDatabase, TextSetting, Tx } from './tables.ts';

type SettingsPlace = Pick<Databases, 'pageDatabases' | 'account'>;

/** Includes settings of an earlier build in the account's own database. */
export async function readKeptSettings(db: Databases): Promise<KeptSettings> {
  const old = await readOldSettings(db.relaxed);
  const read = { table: 'settings', mode: 'r' } as const;
  const kept = await inAccountsDatabase(db.pageDatabases, read, (tx) => keptIn(tx, db.account));
  return withOld(kept, old);
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

/** Can be repeated after a crash, or in another tab. */
export async function moveOldSettings(place: SettingsPlace, strict: AppDatabase): Promise<void> {
  const old = await readOldSettings(strict);
  if (isEmpty(old)) return;
  await changeKeptSettings(place, (kept) => ({ ...withOld(kept, old), moved: { ...kept.moved, ...old } }));
  // A setting that an earlier build saves meanwhile stays for the next time.
  await strict.transaction('rw', strict.settings, async (tx) => {
    const now = await oldIn(tx);
    const gone = Object.entries(old).filter(([name, value]) => now[name as SettingName] === value);
    await tx.table('settings').bulkDelete(gone.map(([name]) => name));
  });
}

/** Forgets earlier moves once the old place is empty. */
export async function forgetMovedSettings(place: SettingsPlace, strict: AppDatabase): Promise<void> {
  if (!isEmpty(await readOldSettings(strict))) return;
  await changeKeptSettings(place, (kept) => (kept.moved ? withoutMoved(kept) : kept));
}

/** Prefers settings of an earlier build, except those moved already. */
function withOld(kept: KeptSettings, old: Partial<Settings>): KeptSettings {
  const fresh = Object.entries(old).filter(([name, value]) => kept.moved?.[name as SettingName] !== value);
  return fresh.length === 0 ? kept : savedSettings(kept, Object.fromEntries(fresh));
}

function isEmpty(settings: Partial<Settings>): boolean {
  return Object.keys(settings).length === 0;
}

function withoutMoved(kept: KeptSettings): KeptSettings {
  const { moved: _, ...others } = kept;
  return others;
}

function readOldSettings(db: AppDatabase): Promise<Partial<Settings>> {
  return db.transaction('r', db.settings, oldIn);
}

async function oldIn(tx: Tx): Promise<Partial<Settings>> {
  const rows = (await tx.table('settings').toArray()) as readonly TextSetting[];
  const texts = rows.filter(({ key, value }) => key in NO_SETTINGS && typeof value === 'string');
  return Object.fromEntries(texts.map(({ key, value }) => [key, value]));
}

const NOTHING = { waiting: 0, asks: 0 };

/**
 * Counts unsent settings; 0 on a server without a place for them.
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
