import type { SignedStamp } from '../day/entries.ts';
import {
  AIR_PLACES,
  type DryingFact,
  type Ref,
  type RightCount,
  type Skip,
  type UnitFact,
} from './drying-facts.ts';
import type {
  AltitudeSaid,
  DryStatement,
  JobSaid,
  Placement,
  Reading,
  Recount,
  RevokedRemoval,
} from './drying-log.ts';
import { type Defined, resolve, type SetItems } from './labels.ts';
import type { Air } from './psychrometrics.ts';

export type FactOf<Word extends DryingFact['word']> = Extract<DryingFact, { readonly word: Word }>;

/** The chambers, points and equipment of a job, and the meaning of their labels. */
export interface JobSetUp {
  readonly chambers: readonly Defined<FactOf<'chamber'>>[];
  readonly points: readonly Defined<FactOf<'set'>>[];
  readonly units: readonly Defined<UnitFact>[];
  readonly sets: SetItems;
}

/** The records of each item, by its name. Names of air readings have a prefix. */
export interface JobHistory {
  readonly airs: Map<string, Reading<Air>[]>;
  readonly moistures: Map<string, Reading<number>[]>;
  readonly placements: Map<string, Placement[]>;
  readonly seen: Map<string, SignedStamp[]>;
  /** For each point that was set so far. Null if it is not removed. */
  readonly removed: Map<string, SignedStamp | null>;
  /** By `removalKey`: corrections that take back a removal. */
  readonly takenBack: ReadonlyMap<string, SignedStamp>;
  /** By `removalKey`: corrections of how many were placed. */
  readonly rightCounts: ReadonlyMap<string, (RightCount & SignedStamp)[]>;
  readonly recounts: Map<string, Recount[]>;
  /** Keys with a prefix: a point and a unit can have one name. */
  readonly revoked: Map<string, RevokedRemoval[]>;
  readonly statements: Map<string, DryStatement[]>;
  readonly altitudes: AltitudeSaid[];
  readonly jobFacts: JobSaid[];
}

export type ItemKind = 'unit' | 'point';

export function itemKey(kind: ItemKind, name: string): string {
  return `${kind} ${name}`;
}

export function airKey(of: string, name = ''): string {
  return `${of} ${name}`;
}

export function keyOfAir(ref: Ref, who: string, { chambers, units }: JobSetUp): string | null {
  if (AIR_PLACES.some((place) => place === ref.label)) return airKey(ref.label);
  const chamber = resolve(chambers, ref, who);
  if (chamber) return airKey('chamber', chamber.name);
  const unit = resolve(units, ref, who);
  return unit ? airKey('unit', unit.name) : null;
}

export function listOf<Value>(lists: ReadonlyMap<string, Value[]>, key: string): Value[] {
  return lists.get(key) ?? [];
}

export function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...listOf(lists, key), value]);
}

export function valueOf<Value>(value: Value | Skip): Pick<Reading<Value>, 'value' | 'skip'> {
  return isSkip(value) ? { value: null, skip: value } : { value, skip: null };
}

export function isSkip(value: unknown): value is Skip {
  return typeof value === 'string';
}
