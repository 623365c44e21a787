import { type SignedStamp, writeStamp } from '../../../domain/day/entries.ts';
import type { Billing } from '../../../domain/drying/drying-facts.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { placeName, pointPlace, round } from '../../../domain/drying/names.ts';
import type { AirRow } from '../../../domain/drying/report-rows.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { formatClock, formatFull } from '../../../ui/text/format-date.ts';
import { dryingPaperWords, visitWords } from '../../../words/drying.ts';

/** The stored values and their labels. */
export const BILLINGS: readonly (readonly [Billing, string])[] = [
  ['calendar days', dryingPaperWords.calendarDays],
  ['24-hour periods', dryingPaperWords.periods],
];

export interface StepName {
  readonly title: string;
  readonly about: string;
}

export function stepName(step: VisitStep): StepName {
  const { of } = step;
  if (typeof of === 'string') return { title: placeName(of), about: '' };
  if ('dry' in of) return { title: visitWords.chamber({ name: of.name }), about: of.fact.rooms.join(' + ') };
  if ('removed' in of) return { title: visitWords.point({ name: of.name }), about: pointPlace(of) };
  return { title: visitWords.leaving({ name: of.name }), about: of.fact.kind };
}

/** Names the chamber if there are several. */
export function depressionText(
  { chamber: { name }, grains }: AirRow['depressions'][number],
  { chambers }: DryingLog,
): string {
  const number = round(grains);
  return chambers.length > 1
    ? visitWords.depressionIn({ grains: number, name })
    : visitWords.depression({ grains: number });
}

/** By the clock where the job is, as days are counted: 'Mar 5, 2026, 5:39 AM' */
export function momentThere(stamp: Pick<SignedStamp, 'at' | 'offset'>): string {
  const clock = writeStamp(stamp).slice(0, 16).replace(' ', 'T');
  return formatFull(Date.parse(clock));
}

/** By the clock where the job is: '5:39 AM' */
export function clockThere(stamp: Pick<SignedStamp, 'at' | 'offset'>): string {
  return formatClock(writeStamp(stamp).slice(11, 16));
}
