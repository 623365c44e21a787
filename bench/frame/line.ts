import { medianOf } from './rounds.ts';

export interface Measured {
  /** In what it ran, with its version; '' where no browser took part. */
  readonly browser: string;
  readonly lines: readonly Line[];
}

/** One figure beside what bounds it, all of them measured in turn in the same run. */
export interface Line {
  /** Row of docs/performance.md that it belongs to: 'P5'; '-' for a bench beside that table. */
  readonly goal: string;
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'KiB' | 'wrong' | 'records/s' | 'answers/s';
  /** A value for each round. */
  readonly ours: readonly number[];
  /** The least that any implementation must do, or a peer that does the same; the same number of rounds. */
  readonly against?: Against;
  /** Divides theirs by ours: for rates, of which more is better. */
  readonly isRate?: boolean;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Against {
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns what the goal bounds, for each round: the ratio to what stood beside it in that round, or the figure itself. */
export function boundedByRound({ ours, against, isRate = false }: Line): readonly number[] {
  if (!against) return ours;
  return ours.map((value, round) => {
    const other = against.values[round] ?? Number.NaN;
    return isRate ? other / value : value / other;
  });
}

/** False also where nothing was measured: a figure that is no number meets nothing. */
export function isMet(line: Line): boolean {
  const value = medianOf(boundedByRound(line));
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = line;
  return value <= atMost && value >= atLeast;
}
