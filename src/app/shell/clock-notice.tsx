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

/** Says how wrong the device's clock is compared with the `Date` of the last answer (`sync/engine/contact.ts`). */
export default function ClockNotice({ ahead }: { readonly ahead: number }) {
  return (
    <div className={css.notice} role="status" data-no-print>
      <Notice tone="warning">{clockWords(ahead)}</Notice>
    </div>
  );
}

/** @param ahead in ms, negative if the clock is behind */
export function clockWords(ahead: number): string {
  const off = Math.abs(ahead);
  // Rounds up a little: 364 days count as a year.
  const [unit, size] = UNITS.find(([, ms]) => off >= 0.95 * ms) ?? ['minute', MINUTE];
  const count = Math.max(1, Math.round(off / size));
  const span = clockSpans[unit]({ count });
  return ahead > 0 ? clockNotices.ahead({ span }) : clockNotices.behind({ span });
}
