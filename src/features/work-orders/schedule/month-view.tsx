import { useMemo, useRef } from 'react';
import { daysOfView, monthOf } from '../../../domain/schedule/days.ts';
import { type MonthDay, planMonth } from '../../../domain/schedule/plan-lists.ts';
import { NOTES_WEIGHT, useInSteps } from '../../../records/use-in-steps.ts';
import { formatLongDay, formatWeekday } from '../../../ui/text/format-date.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { dateFormat } from '../../../words/formats.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { monthWords } from '../../../words/schedule-more.ts';
import { useDropPlace } from './drag.ts';
import { JobCard } from './job-card.tsx';
import css from './month-view.module.css';
import { moveInGrid, stopAtFocus, useStop } from './roving.ts';
import type { Board, Row, ScheduleData, ShownSchedule, ViewProps } from './schedule-types.ts';

const monthAndYear = dateFormat({ month: 'long', year: 'numeric' });

/** Six weeks. A phone shows only how many jobs each day has. */
export default function MonthView({ data, address, board }: ViewProps) {
  const { day, go } = address;
  const isPhone = useWindowSize() === 'small';
  const month = useMonth(data, address);
  const part = useRef<HTMLTableElement>(null);
  useStop(part);
  if (!month) return <p role="status">{scheduleWords.reading}</p>;
  const weeks = Array.from({ length: month.length / 7 }, (_, n) => month.slice(7 * n, 7 * n + 7));
  return (
    <table
      ref={part}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys
      role="grid"
      className={css.month}
      aria-label={monthAndYear().format(Date.parse(`${monthOf(day)}-01`))}
      onFocus={stopAtFocus}
      onKeyDown={moveInGrid}
    >
      <thead>
        <tr>
          {month.slice(0, 7).map((one) => (
            <th key={one.day} scope="col">
              {formatWeekday(one.day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((one) => (
              <DayCell
                key={one.day}
                shown={one}
                today={data.today}
                isWhole={data.isWhole}
                isOther={monthOf(one.day) !== monthOf(day)}
                board={board}
                isPhone={isPhone}
                onOpen={() => go({ view: isPhone ? 'agenda' : 'day', day: one.day })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useMonth(
  data: ScheduleData,
  { day, who, status }: ShownSchedule,
): readonly MonthDay<Row>[] | undefined {
  const { index, slots, settings } = data;
  const month = monthOf(day);
  const days = useMemo(() => daysOfView('month', `${month}-01`), [month]);
  const work = useMemo(
    () => () => planMonth(index, slots, { days, who, status, settings }),
    [index, slots, days, who, status, settings],
  );
  const size = days.reduce((sum, one) => sum + (index.byDay.get(one)?.length ?? 0), 0);
  return useInSteps({ work, size: size * NOTES_WEIGHT, about: `${month} ${who} ${status}` });
}

interface CellProps {
  readonly shown: MonthDay<Row>;
  readonly today: string;
  readonly isWhole: boolean;
  /** A day of the month before or after. */
  readonly isOther: boolean;
  readonly board: Board;
  /** Shows no jobs, only their number. */
  readonly isPhone: boolean;
  readonly onOpen: () => void;
}

function DayCell({ shown, today, isWhole, isOther, board, isPhone, onOpen }: CellProps) {
  const { day, count, first, more } = shown;
  const said = formatLongDay(day);
  const label = isWhole ? monthWords.day : monthWords.dayAtLeast;
  const { ref, over } = useDropPlace(board, () => ({ day }));
  return (
    <td
      ref={ref}
      className={css.cell}
      data-today={day === today || undefined}
      data-other={isOther || undefined}
      data-target={over !== null || undefined}
    >
      <button
        type="button"
        className={css.head}
        data-stop
        tabIndex={-1}
        aria-label={label({ day: said, count })}
        aria-current={day === today ? 'date' : undefined}
        onClick={onOpen}
      >
        <span className={css.number}>{Number(day.slice(8))}</span>
        {count > 0 && (
          <span className={css.count}>{isWhole ? count : monthWords.countAtLeast({ count })}</span>
        )}
      </button>
      {!isPhone && (
        <ul className={css.jobs}>
          {first.map((slot) => (
            <li key={slot.row.localId}>
              <JobCard slot={slot} day={day} board={board} compact />
            </li>
          ))}
        </ul>
      )}
      {!isPhone && more > 0 && (
        <button
          type="button"
          className={css.more}
          data-stop
          tabIndex={-1}
          aria-label={monthWords.moreOf({ count: more, day: said })}
          onClick={onOpen}
        >
          {monthWords.more({ count: more })}
        </button>
      )}
    </td>
  );
}
