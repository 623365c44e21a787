/** One thing that is measured; the answer is its figure for this round. */
export type Contestant = (round: number) => Promise<number>;

/**
 * Lets them run one after the other in each round, in turns that begin with another one each time, so that whatever
 * else the machine does hits all of them. A first round warms up and does not count; what takes long or begins cold
 * needs none (`warmsUp: false`). Returns each one's figures.
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

/** The middle one; NaN of none. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/**
 * The value below which a share of them lies, on a straight line between the two nearest (Hyndman and Fan, 1996, type 7);
 * NaN of none.
 */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
