import { dryingWords, visitWords } from '../../words/drying.ts';
import { type AirPlace, METER_OFF, NO_READING, NOT_REACHABLE, type Skip } from './drying-facts.ts';
import type { Chamber, Point, Reading, Unit } from './drying-log.ts';
import type { Air } from './psychrometrics.ts';

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

/** With at most one digit after the point. */
export function round(value: number): string {
  return String(Number(value.toFixed(1)));
}
