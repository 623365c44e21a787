import {
  type DryingFact,
  isWithin,
  RANGES,
  type Ref,
  USUAL_KINDS,
} from '../../../domain/drying/drying-facts.ts';
import type { Chamber, DryingLog, Unit } from '../../../domain/drying/drying-log.ts';
import { runningPlacement } from '../../../domain/drying/drying-log.ts';
import { nextChamberLabel, nextLabel, refTo, refToSet, resolve } from '../../../domain/drying/labels.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { dryingFormWords } from '../../../words/drying.ts';
import { saidIn } from './said-in.ts';

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

interface LeftSetUp {
  readonly kind: SetUpKind;
  readonly moved: Unit | undefined;
  readonly left: { readonly found: FoundDraft; readonly fields: SetUpFields };
}

/** @returns null if the draft is not of a form that sets something up */
export function leftSetUp(found: FoundDraft, log: DryingLog, who: string): LeftSetUp | null {
  const [fact] = saidIn(found.draft).map((given) => given.fact);
  const chamberOf = (ref: Ref): string => resolve(log.chambers, ref, who)?.name ?? '';
  const left = (kind: SetUpKind, fields: Partial<SetUpFields>, moved?: Unit): LeftSetUp => ({
    kind,
    moved,
    left: { found, fields: { ...blankSetUp(log, moved), ...fields } },
  });
  switch (fact?.word) {
    case 'chamber': {
      const rooms = fact.rooms.map(known).join(' + ');
      return left('chamber', { rooms, lossClass: typed(fact.lossClass), volume: typed(fact.cubicFeet) });
    }
    case 'set': {
      const chamber = chamberOf({ ...fact.ref, label: fact.ref.label.replace(/\d+$/, '') });
      const { material, goal } = fact;
      return left('point', { chamber, place: known(fact.place), material, goal: typed(goal) });
    }
    case 'placed': {
      const letter = fact.ref.label.charAt(0);
      const type = isUnitType(letter) ? letter : 'E';
      const { kind, count } = fact;
      const fields = { chamber: chamberOf(fact.chamber), type, kind, count: typed(count) };
      return left('unit', fields, resolve(log.units, fact.ref, who));
    }
    case 'altitude':
      return left('altitude', { feet: typed(fact.feet) });
    default:
      return null;
  }
}

/** An entry has `?` for what is still missing. */
function known(text: string): string {
  return text === '?' ? '' : text;
}

function typed(number: number | null): string {
  return number === null ? '' : String(number);
}

function isUnitType(letter: string): letter is UnitType {
  return Object.hasOwn(UNIT_TYPES, letter);
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
      const lossClass = within(fields.lossClass, RANGES.lossClass);
      const cubicFeet = within(fields.volume, VOLUME);
      return {
        fact: { word: 'chamber', ref, rooms: rooms.length > 0 ? rooms : ['?'], lossClass, cubicFeet },
        label: ref.label,
        errors: {
          ...required('rooms', fields.rooms),
          ...inRange('volume', fields.volume, VOLUME),
        },
      };
    }
    case 'point': {
      const ref = {
        label: nextLabel(log.points, chamber?.label ?? ''),
        by: chamber ? ownerOf(chamber, log, who) : '',
      };
      return {
        fact: {
          word: 'set',
          ref,
          place: fields.place,
          material: fields.material,
          goal: within(fields.goal, GOAL),
        },
        label: ref.label,
        errors: { ...required('place', fields.place), ...inRange('goal', fields.goal, GOAL) },
      };
    }
    case 'unit': {
      const ref = moved ? refToSet(moved) : { label: nextLabel(log.units, fields.type), by: '' };
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

/** A point is in the chamber that its setter means, so in somebody else's it is set in that person's name. */
function ownerOf(chamber: Chamber, { chambers }: DryingLog, who: string): string {
  const meant = resolve(chambers, { label: chamber.label, by: '' }, who);
  return meant?.name === chamber.name ? '' : chamber.by;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly hasFraction?: boolean;
}

const VOLUME: Range = { min: 0, max: 9_999_999 };
const GOAL: Range = { ...RANGES.moisture, hasFraction: true };

const GROUPED = /^-?\d{1,3}(?:,\d{3})+$/;
const PLAIN = /^-?\d*[.,]?\d+$/;

/** A comma before each three digits groups them, as in '1,850'. Another is a decimal mark, as in '12,5'. */
function numberOr(text: string): number | null {
  const typed = text.trim();
  if (GROUPED.test(typed)) return Number(typed.replaceAll(',', ''));
  return PLAIN.test(typed) ? Number(typed.replace(',', '.')) : null;
}

function within(text: string, range: Range): number | null {
  const number = numberOr(text);
  if (number === null || !isWithin(number, range)) return null;
  return range.hasFraction || Number.isInteger(number) ? number : null;
}

function required(name: string, text: string): Record<string, string> {
  return text.trim() === '' ? { [name]: dryingFormWords.needed } : {};
}

function inRange(name: string, text: string, range: Range): Record<string, string> {
  if (text.trim() === '' || within(text, range) !== null) return {};
  const { notNumber, notWhole } = dryingFormWords;
  return { [name]: (range.hasFraction ? notNumber : notWhole)({ min: range.min, max: range.max }) };
}
