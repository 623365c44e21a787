import type { FirstDayKey } from '../db/settings.ts';
import type { RecordServices } from './record-services.ts';

/** What is kept of a company's first day. */
export type FirstDayStep = 'begun' | 'closed' | 'imported' | 'offline';

/** Keeps on this device that a step was taken. Where it cannot be kept, the step is only not ticked. */
export function noteFirstDay({ db, clock }: Pick<RecordServices, 'db' | 'clock'>, step: FirstDayStep): void {
  db.relaxed.settings.put({ key: firstDayKey(step), at: clock.now() }).catch(() => undefined);
}

export function firstDayKey(step: FirstDayStep): FirstDayKey {
  return `firstDay:${step}`;
}
