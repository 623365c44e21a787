import { formatWeekday } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';
import css from './week-days.module.css';

interface Props {
  readonly days: readonly string[];
  readonly day: string;
  readonly today: string;
  /** Undefined until known. */
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly onChoose: (day: string) => void;
}

/** A button for each day of a week, with the number of its jobs. */
export function WeekDays({ days, day, today, counts, onChoose }: Props) {
  return (
    <ol className={css.week}>
      {days.map((one) => (
        <li key={one}>
          <button
            type="button"
            className={css.day}
            aria-current={one === day ? 'date' : undefined}
            data-today={one === today || undefined}
            onClick={() => onChoose(one)}
          >
            <span>{formatWeekday(one)}</span>
            <span className={css.number}>{Number(one.slice(8))}</span>
            <span className={css.count}>
              <span aria-hidden>{counts?.get(one) || ' '}</span>
              <span className={css.unseen}>{counts && dayWords.count({ count: counts.get(one) ?? 0 })}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
