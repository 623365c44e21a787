import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { type DayIndex, DayIndexer } from '../../../src/domain/schedule/index-days.ts';
import { type Slot, Slots } from '../../../src/domain/schedule/slots.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

/** A Wednesday. */
export const TODAY = '2026-12-09';

export interface TestRow {
  readonly localId: string;
  readonly view: WorkOrder;
}

const blank = workOrderSpec.blank({ now: 0, random: 0 });

/** The id is also the title. */
export function job(localId: string, given: Partial<WorkOrder> = {}): TestRow {
  return { localId, view: { ...blank, title: localId, status: 'assigned', scheduled_date: TODAY, ...given } };
}

export function jobNotes(facts: { readonly crew?: string; readonly time?: string }): string {
  const lines = [facts.crew && `Crew: ${facts.crew}`, facts.time && `Time: ${facts.time}`].filter(Boolean);
  return ['--- Job ---', ...lines].join('\n');
}

/** A job of these people at this time. */
export function crewJob(localId: string, crew: string, time = '', given: Partial<WorkOrder> = {}): TestRow {
  return job(localId, { notes: jobNotes({ crew, time }), ...given });
}

export function indexOf(rows: readonly TestRow[]): DayIndex<TestRow> {
  return drawAll(new DayIndexer<TestRow>(NO_DATE_FORMS).index(rows, TODAY));
}

export function newSlots(dates = NO_DATE_FORMS): Slots<TestRow> {
  return new Slots<TestRow>(dates);
}

export function idsOf(slots: readonly Slot<TestRow>[]): string[] {
  return slots.map(({ row }) => row.localId);
}

const OWN_ZONE = process.env['TZ'];

/** Node reads the variable again whenever it is written. Without a zone, goes back to the own one. */
export function moveToZone(zone: string | undefined = OWN_ZONE): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}
