import { NO_SETTINGS, type SettingName, type Settings } from '../domain/settings.ts';
import { type KeptSettings, noSettings, savedSettings, settingsState } from '../outbox/kept-settings.ts';
import { inAccountsDatabase } from './accounts.ts';
import type { Databases } from './app-database.ts';
import { capabilitiesIn } from './known-server.ts';
import { type MetaRow, readMeta } from './meta-rows.ts';

import type { AppDatabase, TextSetting, Tx } from './tables.ts';

/** Names the account, and the page that opens its databases. */
type SettingsPlace = Pick<Databases, 'pageDatabases' | 'account'>;

/** Returns the settings of the account, with those that an earlier build has left in the account's own database. */
export async function readKeptSettings(db: Databases): Promise<KeptSettings> {
  const old = await readOldSettings(db.relaxed);
  const read = { table: 'settings', mode: 'r' } as const;
  const kept = await inAccountsDatabase(db.pageDatabases, read, (tx) => keptIn(tx, db.account));
  return withOld(kept, old);
}

/** Changes the settings of the account. When this resolves, they are on the disk. */
export function changeKeptSettings(
  { pageDatabases, account }: SettingsPlace,
  change: (kept: KeptSettings) => KeptSettings,
): Promise<KeptSettings> {
  return inAccountsDatabase(pageDatabases, { table: 'settings' }, (tx) => changeIn(tx, account, change));
}

/** Does the same within a transaction. */
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

/**
 * Moves what an earlier build kept in the account's own database. What was moved is noted: a second move, after a crash or by
 * another tab, changes nothing.
 */
export async function moveOldSettings(place: SettingsPlace, strict: AppDatabase): Promise<void> {
  const old = await readOldSettings(strict);
  if (isEmpty(old)) return;
  await changeKeptSettings(place, (kept) => ({ ...withOld(kept, old), moved: { ...kept.moved, ...old } }));
  // One that was saved meanwhile, in a tab of an earlier build, stays for the next time.
  await strict.transaction('rw', strict.settings, async (tx) => {
    const now = await oldIn(tx);
    const gone = Object.entries(old).filter(([name, value]) => now[name as SettingName] === value);
    await tx.table('settings').bulkDelete(gone.map(([name]) => name));
  });
}

/** Removes the note of what was moved before this start, once none of it is left. */
export async function forgetMovedSettings(place: SettingsPlace, strict: AppDatabase): Promise<void> {
  if (!isEmpty(await readOldSettings(strict))) return;
  await changeKeptSettings(place, (kept) => (kept.moved ? withoutMoved(kept) : kept));
}

/** Puts what an earlier build saved over what is kept, but for what was moved already. */
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
 * Notes what of the settings waits, for the screens that count it. On a server without a place for them nothing does.
 * @param askedAt device time in ms at which a person changed them; wakes the engine
 */
export async function noteSettings(
  relaxed: AppDatabase,
  kept: KeptSettings,
  askedAt?: number,
): Promise<void> {
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const meta = await readMeta(tx);
    const isShared = capabilitiesIn(meta).has('company-settings');
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
