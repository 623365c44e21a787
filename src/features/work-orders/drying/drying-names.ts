import { type SignedStamp, writeStamp } from '../../../domain/day/entries.ts';
import {
  type AirPlace,
  type Billing,
  METER_OFF,
  NO_READING,
  NOT_REACHABLE,
  type Skip,
} from '../../../domain/drying/drying-facts.ts';
import type { Chamber, DryingLog, Point, Reading, Unit } from '../../../domain/drying/drying-log.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import type { AirRow } from '../../../domain/drying/report-rows.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { formatClock, formatFull } from '../../../ui/text/format-date.ts';
import { dryingPaperWords, dryingWords, visitWords } from '../../../words/drying.ts';

export function placeName(place: AirPlace): string {
  return visitWords[place];
}

/** Names the air that is read. */
export function airName(of: AirPlace | Chamber | Unit): string {
  if (typeof of === 'string') return placeName(of);
  return 'dry' in of ? visitWords.chamber({ name: of.name }) : visitWords.leaving({ name: of.name });
}

export function chamberName({ name, fact }: Chamber): string {
  return `${name} · ${fact.rooms.join(' + ')}`;
}

/** 'Kitchen N wall, drywall' */
export function pointPlace({ fact: { place, material } }: Point): string {
  return [place, material].filter(Boolean).join(', ');
}

export function unitKind({ fact: { count, kind } }: Pick<Unit, 'fact'>): string {
  return count > 1 ? `${count} ${kind}` : kind;
}

/** What is stored, and its words. */
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

export function valueText(value: Air | number): string {
  if (typeof value === 'number') return round(value);
  return visitWords.airIs({ degrees: round(value.fahrenheit), percent: round(value.humidity) });
}

const SKIP_TEXTS: Readonly<Record<Skip, string>> = {
  [NOT_REACHABLE]: visitWords.notReachable,
  [METER_OFF]: visitWords.meterOff,
  [NO_READING]: dryingWords.takenBack,
};

/** Also why there is no value. */
export function readingText({ value, skip }: Pick<Reading<Air | number>, 'value' | 'skip'>): string {
  if (value !== null) return valueText(value);
  return skip === null ? '' : SKIP_TEXTS[skip];
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

/** With at most one digit after the point. */
export function round(value: number): string {
  return String(Number(value.toFixed(1)));
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
