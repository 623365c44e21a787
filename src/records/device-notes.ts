import { KEPT_PROJECTS } from '../db/photo-lists.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

/** `query`: 'status=pending&sort=title'. */
export function rememberList(
  { db }: Pick<RecordServices, 'db'>,
  resource: ResourceName,
  query: string,
): void {
  // If this fails, the menu opens the list in an older state. No work is lost.
  db.relaxed.settings.put({ key: `list:${resource}`, query }).catch(() => undefined);
}

export function useRememberedList(resource: ResourceName): string | undefined {
  const row = useLiveRead((relaxed) => relaxed.settings.get(`list:${resource}`), [resource]);
  return row && 'query' in row ? row.query : undefined;
}

export type FirstDayStep = 'begun' | 'closed' | 'imported' | 'offline';

/** If this fails, the step stays unchecked. */
export function noteFirstDay({ db, clock }: Pick<RecordServices, 'db' | 'clock'>, step: FirstDayStep): void {
  db.relaxed.settings.put({ key: firstDayKey(step), at: clock.now() }).catch(() => undefined);
}

export function firstDayKey(step: FirstDayStep) {
  return `firstDay:${step}` as const;
}

const useUnsentFilesOf = liveRead(async ({ files }) => {
  // Not `anyOf`, which counts row by row.
  const counts = ['here', 'refused'].map((state) => files.where('state').equals(state).count());
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
});

/** Counts files of photos that the server may lack, also refused ones and those of photos without a change that waits. */
export function useUnsentFiles(): number {
  return useUnsentFilesOf(useRecordServices().db) ?? 0;
}

const useUnsentBytesOf = liveRead(async ({ files }) => {
  const unsent = await files.where('state').anyOf('here', 'refused').toArray();
  return unsent.reduce((sum, { size }) => sum + size, 0);
});

/** Returns the size of the same files. */
export function useUnsentBytes(): number {
  return useUnsentBytesOf(useRecordServices().db) ?? 0;
}

const useKeepsProjectsOf = liveRead(async ({ settings }) => {
  return (await settings.where('key').startsWith(KEPT_PROJECTS).count()) > 0;
});

/** Returns true if a person keeps the photos of a project on this device. */
export function useKeepsProjects(): boolean {
  return useKeepsProjectsOf(useRecordServices().db) ?? false;
}

const useUnfinishedLoadOf = liveRead(async ({ settings }) => {
  const row = await settings.get('loadedWork');
  return row?.key === 'loadedWork' ? row.unfinished : undefined;
});

/** Returns when a file was saved of which only a part is here. */
export function useUnfinishedLoad(): number | undefined {
  return useUnfinishedLoadOf(useRecordServices().db);
}

const useTakingCountOf = liveRead((relaxed) => relaxed.meta.where('key').startsWith('taking:').count());

/** Counts the notes about photos that are being taken (`taking.ts`), in all tabs. */
export function useTakingCount(): number {
  return useTakingCountOf(useRecordServices().db) ?? 0;
}
