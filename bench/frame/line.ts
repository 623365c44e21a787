import { medianOf, quantileOf } from './rounds.ts';

/** What a bench with budgets has measured. */
export interface Measured {
  /** In what it ran, with its version; '' where no browser took part. */
  readonly browser: string;
  readonly lines: readonly Line[];
  /** Of docs/performance.md, which is written when the bench runs by itself. */
  readonly section?: string;
}

/** One figure beside what bounds it, all of them measured in turn in the same run. */
export interface Line {
  /** Which budget of docs/performance.md it belongs to: 'B5'. */
  readonly budget: string;
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'KiB' | 'KiB/s' | 'requests' | 'wrong' | 'frames/s' | 'records/s';
  /** A value for each round. */
  readonly ours: readonly number[];
  /** The least that any implementation must do, or another size of ours; the same number of rounds. */
  readonly limit?: Against;
  /** Another library or app that does the same. */
  readonly peer?: Against;
  /** What the budget bounds: the ratio to the limit, that to the peer, or the figure itself. */
  readonly bounds: 'limit' | 'peer' | 'itself';
  /** Whether each figure is the worst of its round: then the worst of all rounds counts. */
  readonly isWorst?: boolean;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Against {
  readonly name: string;
  readonly values: readonly number[];
}

/** What a line has measured, without what it is held against. */
export type Samples = Pick<Line, 'ours' | 'limit' | 'peer'>;

/** 'too close to tell' where this run and the one before it do not agree. */
export type Verdict = 'met' | 'MISSED' | 'too close to tell';

/** Nine rounds in ten are as good or better. */
const NEARLY_ALL = 0.9;

/** What the budget bounds, for each round: ours divided by what stood beside it in the same round, or ours itself. */
function boundedByRound({ ours, limit, peer, bounds }: Line): readonly number[] {
  if (bounds === 'itself') return ours;
  const values = (bounds === 'limit' ? limit : peer)?.values ?? [];
  return ours.map((value, round) => value / (values[round] ?? Number.NaN));
}

/** The middle of what the budget bounds. */
export function usual(line: Line): number {
  return medianOf(boundedByRound(line));
}

/** What the verdict goes by: of what the budget bounds, the value that nine rounds in ten keep to, or the worst. */
export function decisive(line: Line): number {
  const values = boundedByRound(line);
  const isFloor = line.atLeast !== undefined;
  if (line.isWorst) return isFloor ? Math.min(...values) : Math.max(...values);
  return quantileOf(values, isFloor ? 1 - NEARLY_ALL : NEARLY_ALL);
}

/** @param before what the same line had measured in the run before this one, where there was one */
export function verdictOf(line: Line, before?: Samples): Verdict {
  const met = isMet(line);
  if (before && isMet({ ...line, ...before }) !== met) return 'too close to tell';
  return met ? 'met' : 'MISSED';
}

/** False also where nothing was measured: a figure that is no number meets nothing. */
function isMet(line: Line): boolean {
  const value = decisive(line);
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = line;
  return value <= atMost && value >= atLeast;
}
