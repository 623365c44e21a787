import { medianOf } from './rounds.ts';

export interface Measured {
  /** The browser with its version; '' if none took part. */
  readonly browser: string;
  readonly lines: readonly Line[];
}

/** One figure beside its bound, measured in turns in the same run. */
export interface Line {
  /** Its row in docs/performance.md: 'P5'; '-' for a bench outside the table. */
  readonly goal: string;
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'KiB' | 'wrong' | 'records/s' | 'answers/s';
  /** One value per round. */
  readonly ours: readonly number[];
  /** The least work of any implementation, or a peer; the same number of rounds. */
  readonly against?: Against;
  /** Divides theirs by ours: for rates, where more is better. */
  readonly isRate?: boolean;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Against {
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns the value that the goal bounds, per round: the ratio of that round, or the figure itself. */
export function boundedByRound({ ours, against, isRate = false }: Line): readonly number[] {
  if (!against) return ours;
  return ours.map((value, round) => {
    const other = against.values[round] ?? Number.NaN;
    return isRate ? other / value : value / other;
  });
}

/** Returns false if nothing was measured: NaN meets no goal. */
export function isMet(line: Line): boolean {
  const value = medianOf(boundedByRound(line));
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = line;
  return value <= atMost && value >= atLeast;
}
