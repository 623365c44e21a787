import { memo } from 'react';
import type { WorkHours } from '../../../domain/schedule/hints.ts';
import type { Person } from '../../../domain/schedule/people.ts';
import type { DaySum, PlanRow } from '../../../domain/schedule/plan-days.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { formatWeek, formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { Grid } from './grid.tsx';
import { hoursSaid } from './schedule-said.ts';
import type { Carry, Plan, Row, ScheduleData, ViewProps } from './schedule-types.ts';
import { carryIn, WeekCell } from './week-cell.tsx';
import css from './week-view.module.css';

export interface GridProps extends ViewProps {
  readonly plan: Plan;
  /** The rows to draw now. The others follow in short tasks. */
  readonly drawn: number;
  readonly carry: Carry | null;
  /** The hours to draw. */
  readonly hours?: WorkHours | undefined;
}

/** People by days, without hours. */
export function WeekView({ plan, drawn, data, address, board, carry }: GridProps) {
  const { days, rows, sums, beside } = plan;
  const { today, rules, slots, index } = data;
  const byDay = address.status === null ? undefined : index.byDay;
  return (
    <div className={css.scroll}>
      <Grid label={formatWeek(days[0] ?? today, days.at(-1) ?? today, today)} className={css.week}>
        <thead>
          <tr>
            <td className={css.corner} />
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={css.day}
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                <button type="button" className={css.go} onClick={() => address.go({ view: 'day', day })}>
                  {formatWeekdayAndDate(day, day)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PersonRow
              key={row.person?.key ?? ''}
              isLater={at >= drawn}
              {...{ row, days, beside, rules, slots, byDay, board, carry }}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={css.person}>
              {scheduleWords.daySum}
            </th>
            {sums.map((sum, at) => (
              <td key={days[at]} className={css.sum}>
                <Sum sum={sum} isWhole={data.isWhole} />
              </td>
            ))}
          </tr>
        </tfoot>
      </Grid>
    </div>
  );
}

interface RowProps extends Pick<GridProps, 'board' | 'carry'>, Pick<ScheduleData, 'rules' | 'slots'> {
  readonly row: PlanRow<Row>;
  /** Draws no cards yet, but leaves room for them, so that the page does not jump. */
  readonly isLater: boolean;
  readonly days: readonly string[];
  readonly beside: Plan['beside'];
  /** All jobs, if the rows have only those of a status. */
  readonly byDay: ScheduleData['index']['byDay'] | undefined;
}

const NO_JOBS = [] as const;

/** Drawn once, although the table grows in steps. */
const PersonRow = memo(function PersonRow(props: RowProps) {
  const { row, days, beside, byDay, carry, ...same } = props;
  const { person, cells } = row;
  return (
    <tr>
      <PersonHead person={person} />
      {days.map((day, at) => {
        const cell = cells[at] ?? NO_JOBS;
        const carried = carryIn(carry, { day, person }, cell);
        return (
          <WeekCell
            key={day}
            {...same}
            {...{ cell, day, person }}
            onDay={byDay?.get(day)}
            beside={beside[at]}
            carry={carried}
          />
        );
      })}
    </tr>
  );
});

export function PersonHead({ person }: { readonly person: Person | null }) {
  return (
    <th scope="row" className={css.person}>
      <span className={css.name}>
        {person && <Avatar name={person.name} />}
        <span>{person?.name ?? dayWords.noCrew}</span>
      </span>
    </th>
  );
}

export function Sum({ sum, isWhole }: { readonly sum: DaySum; readonly isWhole: boolean }) {
  const { jobs, minutes } = sum;
  return (
    <>
      <span className={css.jobs}>
        {isWhole ? scheduleWords.sum({ count: jobs }) : scheduleWords.sumAtLeast({ count: jobs })}
      </span>
      {minutes > 0 && <span className={css.known}>{hoursSaid(minutes)}</span>}
    </>
  );
}
