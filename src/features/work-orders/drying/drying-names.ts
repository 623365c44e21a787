import { type SignedStamp, writeStamp } from '../../../domain/day/entries.ts';
import type { AirPlace } from '../../../domain/drying/drying-facts.ts';
import type { Chamber, Point, Unit } from '../../../domain/drying/drying-log.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { formatFull } from '../../../ui/text/format-date.ts';
import { visitWords } from '../../../words/drying.ts';

export function placeName(place: AirPlace): string {
  return visitWords[place];
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

/** With at most one digit after the point. */
export function round(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** By the clock where the job is, as days are counted: 'Mar 5, 2026, 5:39 AM' */
export function momentThere(stamp: Pick<SignedStamp, 'at' | 'offset'>): string {
  const clock = writeStamp(stamp).slice(0, 16).replace(' ', 'T');
  return formatFull(Date.parse(clock));
}
