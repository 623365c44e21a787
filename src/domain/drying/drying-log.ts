import type { SignedStamp } from '../day/entries.ts';
import type { AirPlace, ChamberFact, PointFact, Skip, UnitFact } from './drying-facts.ts';
import type { Defined } from './labels.ts';
import type { Air } from './psychrometrics.ts';

export interface Reading<Value> extends SignedStamp {
  /** Null if it was skipped. */
  readonly value: Value | null;
  readonly skip: Skip | null;
  readonly corrected: SignedStamp | null;
}

export interface Chamber extends Defined<ChamberFact> {
  readonly readings: readonly Reading<Air>[];
  /** Who said last that it is dry. */
  readonly dry: (SignedStamp & { readonly remark: string }) | null;
}

export interface Point extends Defined<PointFact> {
  /** The chamber's name; null if nobody set it. */
  readonly chamber: string | null;
  /** The room of the chamber that `place` begins with, or ''. */
  readonly room: string;
  readonly readings: readonly Reading<number>[];
  readonly removed: SignedStamp | null;
}

/** A unit can be placed again: moved, or more or fewer of it. */
export interface Placement {
  /** The chamber's name; null if nobody set it. */
  readonly chamber: string | null;
  readonly count: number;
  readonly from: SignedStamp;
  /** Null while it runs. */
  readonly until: SignedStamp | null;
}

export interface Unit extends Defined<UnitFact> {
  readonly placements: readonly Placement[];
  /** The air that leaves it. */
  readonly readings: readonly Reading<Air>[];
  /** When somebody found it running. */
  readonly seen: readonly SignedStamp[];
}

export interface DryingNote extends SignedStamp {
  readonly text: string;
}

/** What a job's entries add up to. Lists are in the order of time; `readings` include skipped ones. */
export interface DryingLog {
  /** Feet above the sea. */
  readonly altitude: number;
  readonly places: Readonly<Record<AirPlace, readonly Reading<Air>[]>>;
  readonly chambers: readonly Chamber[];
  readonly points: readonly Point[];
  readonly units: readonly Unit[];
  /** Notes, and entries that were not understood or name what nobody set. */
  readonly notes: readonly DryingNote[];
}

/** The placement that still runs. */
export function runningPlacement({ placements }: Pick<Unit, 'placements'>): Placement | null {
  return placements.find(({ until }) => until === null) ?? null;
}

/** Its air is read, by its label or by what it is. */
export function isDehumidifier({ label, fact }: Pick<Unit, 'label' | 'fact'>): boolean {
  return /^D\d*$/.test(label) || /\b(?:dehu|dehumidifier|lgr|desiccant)/i.test(fact.kind);
}
