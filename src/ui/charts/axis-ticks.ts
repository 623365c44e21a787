const EASY = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];
const INTERVALS = 4;

/** Returns round figures from 0 to at least `most`, at equal distances. */
export function axisTicks(most: number, whole: boolean): readonly number[] {
  const least = Math.max(most, 0) / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least || 1));
  const steps = [...EASY, ...EASY.map((easy) => 10 * easy)].map((easy) => easy * power);
  const step = Math.min(...steps.filter((one) => one >= least && (!whole || Number.isInteger(one))));
  const ticks = [0];
  let end = 0;
  do {
    end = ticks.length * step;
    ticks.push(end);
  } while (end < most);
  return ticks;
}
