import { firstNameFirst, nameKey } from '../day/person-names.ts';
import { labelKey, linesWithin, oneLine } from '../day/text-blocks.ts';
import type { Air } from './psychrometrics.ts';

/** The block of a work order's notes. */
export const DRYING = 'Drying';

/** `A` or, if somebody else set an `A` of their own, `A/Bo Diaz`. */
export interface Ref {
  readonly label: string;
  /** The person who set it, such as `Ann Lee/2`. If empty, the item that the writer set, or else the earliest. */
  readonly by: string;
}

/** Air that is not a chamber's or a unit's: outside, of an unaffected room, from the building's own HVAC. */
export const AIR_PLACES = ['out', 'un', 'hvac'] as const;
export type AirPlace = (typeof AIR_PLACES)[number];

/** Stored, so never translated. `no reading` takes back a reading. */
export const SKIPS = ['not reachable', 'meter off', 'no reading'] as const;
export const [NOT_REACHABLE, METER_OFF, NO_READING] = SKIPS;
export type Skip = (typeof SKIPS)[number];

/** Takes back a removal. Stored, so never translated. */
export const NOT_REMOVED = 'not removed';

/** Says that what an entry placed was not placed. Stored, so never translated. */
export const NOT_PLACED = 'not placed';

/** Before the reading that a correction replaces. Stored, so never translated. */
export const INSTEAD = ' instead of ';

export interface ChamberFact {
  readonly word: 'chamber';
  readonly ref: Ref;
  readonly rooms: readonly string[];
  /** Category of the water, 1 to 3. */
  readonly category?: number | null;
  /** 1 to 4. */
  readonly lossClass: number | null;
  readonly cubicFeet: number | null;
}

export interface PointFact {
  readonly word: 'set';
  /** The letters of its label name its chamber. */
  readonly ref: Ref;
  readonly place: string;
  readonly material: string;
  /** Only if somebody else set the chamber. */
  readonly chamber?: Ref;
  readonly goal: number | null;
}

export interface UnitFact {
  readonly word: 'placed';
  readonly ref: Ref;
  readonly count: number;
  /** 'LGR 7000XLi 12341' */
  readonly kind: string;
  readonly chamber: Ref;
}

export interface AirFact {
  readonly word: 'air';
  /** An `AirPlace`, a chamber, or a dehumidifier, whose air is the air that leaves it. */
  readonly ref: Ref;
  readonly value: Air | Skip;
}

export interface MoistureFact {
  readonly word: 'points';
  readonly ref: Ref;
  readonly value: number | Skip;
}

/** Corrects how many an entry placed. 0 means that it placed none. */
export interface RightCount {
  readonly count: number;
}

export interface CorrectionFact {
  readonly word: 'correct';
  /** The corrected entry: its day and clock time as written, and its writer. */
  readonly day: string;
  readonly clock: string;
  readonly who: string;
  /** The item, as the writer of the corrected entry names it. */
  readonly ref: Ref;
  readonly value: Air | number | Skip | RightCount | typeof NOT_REMOVED;
  /** The corrected value, because one minute may have two readings. Older corrections leave it out. */
  readonly instead?: Air | number | Skip;
}

export function isRightCount(value: CorrectionFact['value']): value is RightCount {
  return typeof value === 'object' && 'count' in value;
}

/** Another name for a unit that was placed, even for one that is gone. */
export interface NameFact {
  readonly word: 'named';
  readonly ref: Ref;
  readonly kind: string;
}

/** Which of the two counts of equipment days is billed. Stored, so never translated. */
export const BILLINGS = ['calendar days', '24-hour periods'] as const;
export type Billing = (typeof BILLINGS)[number];

/** Removes a fact about the job. Stored, so never translated. */
export const NOT_SAID = 'not said';

/** A fact about the whole job. The last one of each name counts. */
export interface JobFact {
  readonly word: 'job';
  /** `standard drywall`: the moisture of drywall that did not get wet. */
  readonly name: 'meter' | 'billing' | `standard ${string}`;
  /** A meter with its scale, a `Billing`, a number, or `NOT_SAID`. */
  readonly value: string;
}

export type ChamberEdit = Partial<Pick<ChamberFact, 'rooms' | 'category' | 'lossClass' | 'cubicFeet'>>;
export type PointEdit = Partial<Pick<PointFact, 'place' | 'material' | 'goal'>>;
export type UnitEdit = Partial<Pick<UnitFact, 'count' | 'chamber'>>;

/** Says what somebody edited and nothing else, because somebody else may edit the rest. */
export type ChangeFact = { readonly word: 'changed'; readonly ref: Ref } & (
  | { readonly of: 'chamber'; readonly to: ChamberEdit }
  | { readonly of: 'set'; readonly to: PointEdit }
  | { readonly of: 'placed'; readonly to: UnitEdit }
);

/** One fact of an entry. The text of the fact begins with `word`. */
export type DryingFact =
  | ChamberFact
  | PointFact
  | UnitFact
  | AirFact
  | MoistureFact
  | CorrectionFact
  | NameFact
  | ChangeFact
  /** Without `ref`, all units. */
  | { readonly word: 'running'; readonly ref: Ref | null }
  /** A label that names a unit and a point means the unit, unless `isPoint`. */
  | { readonly word: 'removed'; readonly ref: Ref; readonly isPoint: boolean }
  /** A person's word: the chamber is dry. */
  | { readonly word: 'dry'; readonly ref: Ref; readonly remark: string }
  /** The chamber is read again: it is not dry after all. */
  | { readonly word: 'reopened'; readonly ref: Ref; readonly remark: string }
  | { readonly word: 'altitude'; readonly feet: number }
  | JobFact
  | { readonly word: 'note'; readonly text: string };

/** Names of units that nobody has named. Stored, so never translated. */
export const USUAL_KINDS = {
  dehumidifier: 'dehumidifier',
  airMover: 'air movers',
  scrubber: 'air scrubber',
  other: 'equipment',
} as const;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Values that the keypad accepts and that are read from texts. */
export const RANGES = {
  fahrenheit: { min: -20, max: 140 },
  humidity: { min: 1, max: 100 },
  moisture: { min: 0, max: 999 },
  category: { min: 1, max: 3 },
  lossClass: { min: 1, max: 4 },
  count: { min: 1, max: 999 },
  altitude: { min: -1500, max: 15_000 },
} as const satisfies Readonly<Record<string, Range>>;

export function isWithin(value: number, { min, max }: Range): boolean {
  return value >= min && value <= max;
}

/** Without the characters that would end a name in an entry. Never empty. */
export function plainName(who: string): string {
  return oneLine(firstNameFirst(who).replace(/[,;:=/]/g, ' ')) || '?';
}

/** Equal for two spellings of one name. */
export function whoKey(who: string): string {
  return nameKey(plainName(who)) || labelKey(plainName(who));
}

/**
 * A label means one thing of a setter, so the second thing that Ann Lee called by one label is `Ann Lee/2`'s. `Crew 2` is
 * a person's own name: `plainName` leaves no slash in a name.
 */
const NTH = /\/\d+$/;

export function personOf(setter: string): string {
  return setter.replace(NTH, '');
}

export function plainSetter(setter: string): string {
  return plainName(personOf(setter)) + nthOf(setter);
}

/** Equal for two spellings of one setter. */
export function setterKey(setter: string): string {
  return whoKey(personOf(setter)) + nthOf(setter);
}

function nthOf(setter: string): string {
  return NTH.exec(setter)?.[0] ?? '';
}

/** Tells drafts of the screen for readings from other drafts of a work order. */
export function addsDrying(before: string, after: string): boolean {
  return linesWithin(after, DRYING).length > linesWithin(before, DRYING).length;
}
