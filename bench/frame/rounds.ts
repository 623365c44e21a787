export type Contestant = (round: number) => Promise<number>;

/**
 * Runs all contestants in each round, starting with a different one each time, so that other work on the machine slows
 * down all of them alike. An extra first round warms up and does not count, unless `warmsUp` is false. Returns each
 * contestant's figures.
 */
export async function interleaved(
  rounds: number,
  contestants: readonly Contestant[],
  { warmsUp = true } = {},
): Promise<readonly (readonly number[])[]> {
  const figures = contestants.map((): number[] => []);
  for (let round = warmsUp ? -1 : 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const index = (turn + Math.max(round, 0)) % contestants.length;
      const figure = await contestants[index]?.(round);
      if (round >= 0 && figure !== undefined) figures[index]?.push(figure);
    }
  }
  return figures;
}

/** NaN for an empty list. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** Interpolates linearly (Hyndman and Fan, 1996, type 7). NaN for an empty list. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
