import type { ResourceName } from '../domain/resource-spec.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';

/** Keeps how a person left a list, 'status=pending&sort=title', on this device and for this account. */
export function rememberList(
  { db }: Pick<RecordServices, 'db'>,
  resource: ResourceName,
  query: string,
): void {
  // Where it cannot be kept the menu leads to what was left before: no work is lost.
  db.relaxed.settings.put({ key: `list:${resource}`, query }).catch(() => undefined);
}

/** How the list was left, live; undefined where it never was, or has not been looked up yet. */
export function useRememberedList(resource: ResourceName): string | undefined {
  const row = useLiveRead((relaxed) => relaxed.settings.get(`list:${resource}`), [resource]);
  return row && 'query' in row ? row.query : undefined;
}

/** What is kept of a company's first day. */
export type FirstDayStep = 'begun' | 'closed' | 'imported' | 'offline';

/** Keeps on this device that a step was taken. Where it cannot be kept, the step is only not ticked. */
export function noteFirstDay({ db, clock }: Pick<RecordServices, 'db' | 'clock'>, step: FirstDayStep): void {
  db.relaxed.settings.put({ key: firstDayKey(step), at: clock.now() }).catch(() => undefined);
}

export function firstDayKey(step: FirstDayStep) {
  return `firstDay:${step}` as const;
}
