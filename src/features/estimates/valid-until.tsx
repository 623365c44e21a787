import { formatDay, useToday } from '../../crud/time.tsx';
import { daysLeft, type Estimate } from '../../domain/estimate.ts';
import { validityWords } from '../../words/common.ts';
import css from './valid-until.module.css';

const MONTH = 365.25 / 12;

/** Days up to two months, then months up to two years. */
function pastWords(days: number): string {
  const months = Math.round(days / MONTH);
  if (days < 60) return validityWords.past({ days });
  if (months < 24) return validityWords.pastMonths({ months });
  return validityWords.pastYears({ years: Math.floor(months / 12) });
}

/** Shows how long a pending estimate can still be accepted. For a decided estimate, shows only the date. */
export function ValidUntil({ estimate }: { readonly estimate: Estimate }) {
  const today = useToday();
  const last = estimate.valid_until;
  if (!last) return <span>-</span>;
  const date = formatDay(last);
  const days = daysLeft(estimate, today);
  if (days === null) return <time dateTime={last}>{date}</time>;
  const isPast = days < 0;
  const words = isPast ? pastWords(-days) : validityWords.left({ days });
  return (
    <time dateTime={last} title={date} className={isPast ? css.past : undefined}>
      {words}
    </time>
  );
}
