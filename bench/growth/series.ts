/** How one figure grows with the records that a device holds. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

export interface Point {
  readonly records: number;
  readonly value: number;
}

/** The books that every series is measured with, as far as it can be. */
export const SIZES = [1_000, 10_000, 50_000, 100_000] as const;
