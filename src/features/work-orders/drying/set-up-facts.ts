import type { DryingLog, Unit } from '../../../domain/drying/drying-log.ts';
import { runningPlacement } from '../../../domain/drying/drying-log.ts';
import { type DryingFact, isWithin, RANGES, USUAL_KINDS } from '../../../domain/drying/facts.ts';
import { nextChamberLabel, nextLabel, refTo, refToSet } from '../../../domain/drying/labels.ts';
import { dryingFormWords } from '../../../words/drying.ts';

export type SetUpKind = 'chamber' | 'point' | 'unit' | 'altitude';

/** As typed. Each form uses some of them. */
export interface SetUpFields {
  readonly rooms: string;
  readonly lossClass: string;
  readonly volume: string;
  /** The chamber's name. */
  readonly chamber: string;
  readonly place: string;
  readonly material: string;
  readonly goal: string;
  readonly type: UnitType;
  readonly kind: string;
  readonly count: string;
  readonly feet: string;
}

/** The letters of a label say what the unit is. */
export const UNIT_TYPES = { D: 'dehumidifier', M: 'airMover', S: 'scrubber', E: 'other' } as const;
export type UnitType = keyof typeof UNIT_TYPES;

export function blankSetUp({ chambers, altitude }: DryingLog, moved: Unit | undefined): SetUpFields {
  const placed = moved && runningPlacement(moved);
  return {
    rooms: '',
    lossClass: '',
    volume: '',
    chamber: placed?.chamber ?? chambers.at(-1)?.name ?? '',
    place: '',
    material: '',
    goal: '',
    type: 'D',
    kind: moved?.fact.kind ?? '',
    count: String(moved?.fact.count ?? 1),
    feet: altitude === 0 ? '' : String(altitude),
  };
}

export interface SetUp {
  readonly fact: DryingFact;
  /** 'A1' */
  readonly label: string;
  readonly errors: Readonly<Record<string, string>>;
}

interface Context {
  readonly kind: SetUpKind;
  readonly log: DryingLog;
  readonly who: string;
  readonly moved: Unit | undefined;
}

export function setUpOf(fields: SetUpFields, { kind, log, who, moved }: Context): SetUp {
  const chamber = log.chambers.find(({ name }) => name === fields.chamber);
  const chamberRef = chamber ? refTo(log.chambers, chamber, who) : { label: '', by: '' };
  switch (kind) {
    case 'chamber': {
      const ref = { label: nextChamberLabel(log.chambers), by: '' };
      const rooms = fields.rooms
        .split(/[+,]/)
        .map((room) => room.trim())
        .filter(Boolean);
      const lossClass = numberOr(fields.lossClass);
      const cubicFeet = numberOr(fields.volume);
      return {
        fact: { word: 'chamber', ref, rooms: rooms.length > 0 ? rooms : ['?'], lossClass, cubicFeet },
        label: ref.label,
        errors: {
          ...required('rooms', fields.rooms),
          ...inRange('volume', fields.volume, { min: 0, max: 9_999_999 }),
        },
      };
    }
    case 'point': {
      const ref = { label: nextLabel(log.points, chamber?.label ?? ''), by: '' };
      return {
        fact: {
          word: 'set',
          ref,
          place: fields.place,
          material: fields.material,
          goal: within(fields.goal, RANGES.moisture),
        },
        label: ref.label,
        errors: { ...required('place', fields.place), ...inRange('goal', fields.goal, RANGES.moisture) },
      };
    }
    case 'unit': {
      const ref = moved ? refToSet(moved, who) : { label: nextLabel(log.units, fields.type), by: '' };
      const usual = UNIT_TYPES[fields.type];
      const typed = fields.kind.trim();
      return {
        fact: {
          word: 'placed',
          ref,
          count: within(fields.count, RANGES.count) ?? 1,
          kind: typed === '' ? USUAL_KINDS[usual] : typed,
          chamber: chamberRef,
        },
        label: ref.label,
        errors: { ...required('count', fields.count), ...inRange('count', fields.count, RANGES.count) },
      };
    }
    case 'altitude':
      return {
        fact: { word: 'altitude', feet: within(fields.feet, RANGES.altitude) ?? 0 },
        label: '',
        errors: { ...required('feet', fields.feet), ...inRange('feet', fields.feet, RANGES.altitude) },
      };
  }
}

function numberOr(text: string): number | null {
  const number = Number(text.replaceAll(',', ''));
  return text.trim() === '' || Number.isNaN(number) ? null : number;
}

type Range = Parameters<typeof isWithin>[1];

function within(text: string, range: Range): number | null {
  const number = numberOr(text);
  return number !== null && isWithin(number, range) ? number : null;
}

function required(name: string, text: string): Record<string, string> {
  return text.trim() === '' ? { [name]: dryingFormWords.needed } : {};
}

function inRange(name: string, text: string, range: Range): Record<string, string> {
  const isRight = text.trim() === '' || within(text, range) !== null;
  return isRight ? {} : { [name]: dryingFormWords.notNumber(range) };
}
