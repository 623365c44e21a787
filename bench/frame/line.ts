import { medianOf } from './rounds.ts';

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
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Against {
  readonly name: string;
  readonly values: readonly number[];
}

/** The median over the rounds of ours divided by what stood beside it in the same round. */
function ratioTo(ours: readonly number[], { values }: Against): number {
  return medianOf(ours.map((value, round) => value / (values[round] ?? Number.NaN)));
}

/** What the budget bounds, as a number. */
export function bounded({ ours, limit, peer, bounds }: Line): number {
  if (bounds === 'limit' && limit) return ratioTo(ours, limit);
  if (bounds === 'peer' && peer) return ratioTo(ours, peer);
  return medianOf(ours);
}

/** False also where nothing was measured: a figure that is no number meets nothing. */
export function isMet(line: Line): boolean {
  const value = bounded(line);
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = line;
  return value <= atMost && value >= atLeast;
}
