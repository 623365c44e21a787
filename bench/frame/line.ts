import { medianOf } from './rounds.ts';

export interface Measured {
  /** The browser with its version, or '' if no browser was used. */
  readonly browser: string;
  readonly lines: readonly Line[];
}

/** A figure and what it is compared with, measured in turns in the same run. */
export interface Line {
  /** The row in docs/performance.md, such as 'P5', or '-' for a bench outside the table. */
  readonly goal: string;
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'KiB' | 'wrong' | 'records/s' | 'answers/s';
  /** One value per round. */
  readonly ours: readonly number[];
  /** The minimum work of any implementation, or another library, measured in the same number of rounds. */
  readonly against?: Against;
  /** For rates, where more is better: divides theirs by ours. */
  readonly isRate?: boolean;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Against {
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns the value that the goal limits, for each round: the ratio in that round, or the figure itself. */
export function boundedByRound({ ours, against, isRate = false }: Line): readonly number[] {
  if (!against) return ours;
  return ours.map((value, round) => {
    const other = against.values[round] ?? Number.NaN;
    return isRate ? other / value : value / other;
  });
}

/** Returns false if nothing was measured, because NaN meets no goal. */
export function isMet(line: Line): boolean {
  const value = medianOf(boundedByRound(line));
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = line;
  return value <= atMost && value >= atLeast;
}
