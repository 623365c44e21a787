import type { SignedStamp } from '../day/entries.ts';
import type { AirPlace, ChamberFact, JobFact, PointFact, Skip, UnitFact } from './drying-facts.ts';
import type { Defined } from './labels.ts';
import type { Air } from './psychrometrics.ts';

export interface Reading<Value> extends SignedStamp {
  /** Null if it was skipped. */
  readonly value: Value | null;
  readonly skip: Skip | null;
  /** Oldest first. */
  readonly corrections: readonly Correction<Value>[];
}

/** Says who corrected a reading, when, and what it was before. */
export interface Correction<Value> extends SignedStamp {
  readonly was: Pick<Reading<Value>, 'value' | 'skip'>;
}

/** A person's word about a chamber. */
export interface DryStatement extends SignedStamp {
  /** False: reopened. */
  readonly isDry: boolean;
  readonly remark: string;
}

/** A removal that does not count: it was a mistake, or a removed point was set again. */
export interface RevokedRemoval {
  readonly removed: SignedStamp;
  readonly by: SignedStamp;
}

export interface Chamber extends Defined<ChamberFact> {
  readonly readings: readonly Reading<Air>[];
  readonly statements: readonly DryStatement[];
  /** The last statement, unless it was reopened since. */
  readonly dry: DryStatement | null;
}

export interface Point extends Defined<PointFact> {
  /** The chamber's name; null if nobody set it. */
  readonly chamber: string | null;
  /** The room of the chamber that `place` begins with, or ''. */
  readonly room: string;
  readonly readings: readonly Reading<number>[];
  readonly removed: SignedStamp | null;
  readonly revoked: readonly RevokedRemoval[];
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

/** Says who corrected how many an entry placed. */
export interface Recount extends SignedStamp {
  readonly entry: SignedStamp;
  readonly was: number;
  /** 0: it placed none. */
  readonly count: number;
}

export interface Unit extends Defined<UnitFact> {
  /** None if it was placed by mistake. */
  readonly placements: readonly Placement[];
  /** The air that leaves it. */
  readonly readings: readonly Reading<Air>[];
  /** When somebody found it running. */
  readonly seen: readonly SignedStamp[];
  readonly revoked: readonly RevokedRemoval[];
  readonly recounts: readonly Recount[];
}

export interface AltitudeSaid extends SignedStamp {
  /** Above the sea. */
  readonly feet: number;
}

export interface JobSaid extends SignedStamp, Pick<JobFact, 'name' | 'value'> {}

export interface DryingNote extends SignedStamp {
  readonly text: string;
}

/** The sum of a job's entries. Lists are in the order of time; `readings` include skipped ones. */
export interface DryingLog {
  /** Feet above the sea, as said last. */
  readonly altitude: number;
  readonly altitudes: readonly AltitudeSaid[];
  /** The meter, the dry standards, what is billed. */
  readonly jobFacts: readonly JobSaid[];
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
