import { clockNotices, clockSpans } from '../../words/frame.ts';

const MINUTE = 60_000;
const UNITS: readonly (readonly [name: keyof typeof clockSpans, ms: number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** @param ahead in ms, negative if the clock is behind */
export function clockWords(ahead: number): string {
  const off = Math.abs(ahead);
  // Rounds up a little: 364 days count as a year.
  const [unit, size] = UNITS.find(([, ms]) => off >= 0.95 * ms) ?? ['minute', MINUTE];
  const count = Math.max(1, Math.round(off / size));
  const span = clockSpans[unit]({ count });
  return ahead > 0 ? clockNotices.ahead({ span }) : clockNotices.behind({ span });
}
