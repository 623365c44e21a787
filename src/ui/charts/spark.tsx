import css from './charts.module.css';

interface Point {
  /** The position on the time axis, in days. */
  readonly at: number;
  readonly value: number;
}

interface Props {
  readonly points: readonly Point[];
  /** Length of the axis in days. The axis ends at the last point. */
  readonly days: number;
}

const HEIGHT = 24;
/** Room for the width of the line. */
const MARGIN = 3;

/** A dashed line bridges days without a count. Screen readers skip the whole chart. */
export function Spark({ points, days }: Props) {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const last = points.at(-1)?.at ?? 0;
  const places = points.map(({ at, value }) => ({
    at,
    x: round(100 * (1 - (last - at) / Math.max(1, days - 1))),
    // A flat line is drawn in the middle.
    y: round(MARGIN + (HEIGHT - 2 * MARGIN) * (most === least ? 0.5 : (most - value) / (most - least))),
  }));
  const pieces = places.slice(1).map((to, index) => ({ from: places[index] ?? to, to }));
  const end = places.at(-1);
  return (
    <svg className={css.spark} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={lineOf(pieces.filter(({ from, to }) => to.at - from.at <= 1))} />
      <path d={lineOf(pieces.filter(({ from, to }) => to.at - from.at > 1))} strokeDasharray="2 4" />
      {/* A zero-length line with round caps draws a dot that does not stretch with the chart. */}
      {end && <path d={`M${end.x} ${end.y}h0`} className={css.dot} />}
    </svg>
  );
}

interface Piece {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

function lineOf(pieces: readonly Piece[]): string {
  return pieces.map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`).join('');
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
