import { useMemo } from 'react';
import { inAccountsDatabase } from '../db/accounts.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { changeIn, moveOldSettings, noteSettings, readKeptSettings } from '../db/settings-store.ts';
import type { CompanySettingName, SettingName, Settings } from '../domain/settings.ts';
import {
  decidedSettings,
  type KeptSettings,
  retriedSettings,
  type SettingConflict,
  savedSettings,
  settingsOf,
  withoutEdit,
  withSettingsDraft,
} from '../outbox/kept-settings.ts';
import { mergeChecklists } from '../outbox/merge/merge-checklists.ts';
import { settingsFailures } from '../words/checks.ts';
import { liveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { NotSavedError, saveTransaction, timedSave } from './save-transaction.ts';

const useLiveSettings = liveRead((_, db) => readKeptSettings(db));

/** Returns the settings with what is to be sent and decided, live in every tab; undefined until the device has answered. */
export function useKeptSettings(): KeptSettings | undefined {
  return useLiveSettings(useRecordServices().db);
}

/** Returns the settings for documents and jobs, live in every tab; undefined until the device has answered. */
export function useSettings(): Settings | undefined {
  const kept = useKeptSettings();
  return useMemo(() => kept && settingsOf(kept), [kept]);
}

/** Reads the settings once, for a tap that comes before a screen shows them. */
export async function readSettings({ db }: Pick<RecordServices, 'db'>): Promise<Settings> {
  return settingsOf(await readKeptSettings(db));
}

/** The state of the settings with the server. */
export interface SettingsState {
  /** The server keeps them for all devices of the company. */
  readonly isShared: boolean;
  /** 1 where changes of them wait to be sent. */
  readonly waiting: number;
  /** The number of changes that wait for a person. */
  readonly asks: number;
}

const useLiveState = liveRead(async (relaxed): Promise<SettingsState> => {
  const [capabilities, state] = await relaxed.meta.bulkGet(['capabilities', 'settings']);
  const { waiting = 0, asks = 0 } = state ?? {};
  return { isShared: capabilities?.features.includes('company-settings') ?? false, waiting, asks };
});

/** Returns how the settings stand with the server, live; undefined until the device has answered. */
export function useSettingsState(): SettingsState | undefined {
  return useLiveState(useRecordServices().db);
}

/**
 * Saves the settings that a person changed, and removes the draft. When this resolves, they are on the disk. The leading tab
 * sends them if the server has a place for them.
 * @param seen the settings as the form showed them; absent if a person changed no more than they saw
 * @throws NotSavedError when nothing was saved, also if a setting was changed since it was shown
 */
export async function saveSettings(
  services: RecordServices,
  changes: Partial<Settings>,
  seen?: Settings,
): Promise<void> {
  await change(services, (kept) => {
    const saved = seen ? overNewer(changes, seen, settingsOf(kept)) : changes;
    return withSettingsDraft(savedSettings(kept, saved), null);
  });
  services.onSaved();
}

/** Returns the changes over the settings of now, which another tab or the server may have changed since the form drew them. */
function overNewer(changes: Partial<Settings>, seen: Settings, now: Settings): Partial<Settings> {
  for (const [name, value] of Object.entries(changes) as [SettingName, string][]) {
    const isNewer = now[name] !== seen[name] && now[name] !== value;
    if (isNewer && name !== 'checklists') throw new NotSavedError(settingsFailures.changedNow);
  }
  if (changes.checklists === undefined) return changes;
  const { text } = mergeChecklists(seen.checklists, now.checklists, changes.checklists);
  return { ...changes, checklists: text };
}

/** Ends a conflict as a person decides. */
export function decideSetting(
  services: RecordServices,
  conflict: SettingConflict,
  keep: 'mine' | 'theirs',
): Promise<void> {
  return decided(services, (kept) => decidedSettings(kept, conflict, keep));
}

/** Gives up a change that the server has refused. */
export function discardSetting(services: RecordServices, name: CompanySettingName): Promise<void> {
  return decided(services, (kept) => withoutEdit(kept, name));
}

/** Sends again what the server has refused. */
export function retrySettings(services: RecordServices): Promise<void> {
  return decided(services, retriedSettings);
}

/** Calls `onNotSaved` where the storage did not take a decision. */
async function decided(
  services: RecordServices,
  decide: (kept: KeptSettings) => KeptSettings,
): Promise<void> {
  try {
    await change(services, decide);
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    services.onNotSaved();
  }
}

async function change(services: RecordServices, how: (kept: KeptSettings) => KeptSettings): Promise<void> {
  const { db, clock, log } = services;
  await saveTransaction(services, [db.strict.meta], assertNotLeaving);
  await moveOldSettings(db, db.strict);
  const kept = await timedSave<KeptSettings>(
    services,
    (work) => inAccountsDatabase(db.pageDatabases, { table: 'settings' }, work),
    (tx) => changeIn(tx, db.account, how),
  );
  // They are saved all the same: the engine looks for them at its start.
  await noteSettings(db.relaxed, kept, clock.now()).catch((error: unknown) =>
    log.error('the settings are not counted as waiting', error),
  );
}
