import { Notice } from '../../ui/feedback/notice.tsx';
import { clockNotices, clockSpans } from '../../words/frame.ts';
import css from './app-layout.module.css';

const MINUTE = 60_000;
const UNITS: readonly (readonly [name: keyof typeof clockSpans, ms: number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** Says that the device's clock is wrong, and by how much. A lazy chunk. */
export default function ClockNotice({ ahead }: { readonly ahead: number }) {
  return (
    <div className={css['notice']} role="status" data-no-print>
      <Notice tone="warning">{clockWords(ahead)}</Notice>
    </div>
  );
}

/** 'This device's clock is about 1 year ahead. …'; `ahead` in ms, below 0 for a clock that is behind. */
export function clockWords(ahead: number): string {
  const off = Math.abs(ahead);
  // A little short of a whole one counts as one: 364 days are a year.
  const [unit, size] = UNITS.find(([, ms]) => off >= 0.95 * ms) ?? ['minute', MINUTE];
  const count = Math.max(1, Math.round(off / size));
  const span = clockSpans[unit]({ count });
  return ahead > 0 ? clockNotices.ahead({ span }) : clockNotices.behind({ span });
}
