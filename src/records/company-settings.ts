import { useMemo } from 'react';
import { inAccountsDatabase } from '../db/accounts.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { changeIn, noteSettings, readKeptSettings } from '../db/settings-store.ts';
import type { SettingName, Settings } from '../domain/settings.ts';
import { type KeptSettings, savedSettings, settingsOf, withSettingsDraft } from '../outbox/kept-settings.ts';
import { mergeChecklists } from '../outbox/merge/merge-checklists.ts';
import { reduceSettings, type SettingsDecision } from '../outbox/reduce-settings.ts';
import { settingsFailures } from '../words/checks.ts';
import { liveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { NotSavedError, saveTransaction, timedSave } from './save-transaction.ts';

const useLiveSettings = liveRead((_, db) => readKeptSettings(db));

/** Includes unsent changes and questions. */
export function useKeptSettings(): KeptSettings | undefined {
  return useLiveSettings(useRecordServices().db);
}

export function useSettings(): Settings | undefined {
  const kept = useKeptSettings();
  return useMemo(() => kept && settingsOf(kept), [kept]);
}

export async function readSettings({ db }: Pick<RecordServices, 'db'>): Promise<Settings> {
  return settingsOf(await readKeptSettings(db));
}

export interface SettingsState {
  readonly isShared: boolean;
  /** 1 if changes are waiting to be sent. */
  readonly waiting: number;
  /** Number of questions. */
  readonly asks: number;
}

const useLiveState = liveRead(async (relaxed): Promise<SettingsState> => {
  const [capabilities, state] = await relaxed.meta.bulkGet(['capabilities', 'settings']);
  const { waiting = 0, asks = 0 } = state ?? {};
  return { isShared: capabilities?.features.includes('company-settings') ?? false, waiting, asks };
});

export function useSettingsState(): SettingsState | undefined {
  return useLiveState(useRecordServices().db);
}

/**
 * Saves the changes and removes the draft. Resolves once the settings are on the disk.
 * @param seen the settings that the form showed; if omitted, even newer values are replaced
 * @throws NotSavedError, for example if a setting has changed since it was shown
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

function overNewer(changes: Partial<Settings>, seen: Settings, now: Settings): Partial<Settings> {
  for (const [name, value] of Object.entries(changes) as [SettingName, string][]) {
    const isNewer = now[name] !== seen[name] && now[name] !== value;
    if (isNewer && name !== 'checklists') throw new NotSavedError(settingsFailures.changedNow);
  }
  if (changes.checklists === undefined) return changes;
  const { text } = mergeChecklists(seen.checklists, now.checklists, changes.checklists);
  return { ...changes, checklists: text };
}

export async function decideSettings(services: RecordServices, decision: SettingsDecision): Promise<void> {
  try {
    await change(services, (kept) => reduceSettings(kept, decision));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    services.onNotSaved();
  }
}

async function change(services: RecordServices, how: (kept: KeptSettings) => KeptSettings): Promise<void> {
  const { db, clock, log } = services;
  await saveTransaction(services, [db.strict.meta], assertNotLeaving);
  const kept = await timedSave<KeptSettings>(
    services,
    (work) => inAccountsDatabase(db.pageDatabases, { table: 'settings' }, work),
    (tx) => changeIn(tx, db.account, how),
  );
  // The settings stay saved even if this fails.
  await noteSettings(db.relaxed, kept, clock.now()).catch((error: unknown) =>
    log.error('the number of unsent settings could not be stored', error),
  );
}
