import { useMemo } from 'react';
import { readKeptSettings } from '../db/kept-settings.ts';
import type { Settings } from '../domain/settings.ts';
import { type KeptSettings, settingsOf } from '../outbox/kept-settings.ts';
import { liveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { useRecordServices } from './records-context.ts';

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
