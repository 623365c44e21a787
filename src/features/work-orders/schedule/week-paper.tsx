import { useMemo } from 'react';
import { Paper } from '../../../crud/paper/paper.tsx';
import { planDays } from '../../../domain/schedule/plan-days.ts';
import { type PrintedWeek, printedWeeks } from '../../../domain/schedule/printed-week.ts';
import { drawAll } from '../../../domain/steps.ts';
import { WORK_ORDER_STATUSES } from '../../../domain/work-order.ts';
import { choiceLabel } from '../../../ui/fields/choice-chip.tsx';
import { formatLongDay, formatWeek } from '../../../ui/text/format-date.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { weekPaperWords } from '../../../words/schedule-more.ts';
import { timeSaid } from './schedule-said.ts';
import type { Plan, ScheduleData, ShownSchedule } from './schedule-types.ts';
import css from './week-paper.module.css';

interface Props extends Pick<ShownSchedule, 'who' | 'status'> {
  readonly data: ScheduleData;
  readonly days: readonly string[];
}

/** The jobs of a week, a sheet for each person. */
export default function WeekPaper({ data, days, who, status }: Props) {
  const { index, slots, people, settings, today, isWhole } = data;
  // At once, because the browser prints what is there.
  const plan = useMemo(
    () => drawAll(planDays(index, slots, { days, people, settings, who, status })),
    [index, slots, people, settings, days, who, status],
  );
  const sheets = printedWeeks(plan, { settings, status });
  const shown: readonly (readonly [string, string])[] =
    status === null ? [] : [[weekPaperWords.status, choiceLabel(status, WORK_ORDER_STATUSES)]];
  const heading = weekPaperWords.heading({ week: formatWeek(days[0] ?? '', days[6] ?? '', today) });
  if (sheets.length === 0) {
    return (
      <Paper heading={heading} facts={shown}>
        <p className={css.none}>{weekPaperWords.none}</p>
        <Missing {...{ plan, isWhole }} />
      </Paper>
    );
  }
  return sheets.map((sheet) => (
    <div key={sheet.person?.key ?? ''} className={css.sheet}>
      <Paper
        heading={heading}
        facts={[[weekPaperWords.person, sheet.person?.name ?? weekPaperWords.nobody], ...shown]}
      >
        <Missing {...{ plan, isWhole }} />
        <Days sheet={sheet} today={today} />
      </Paper>
    </div>
  ));
}

/** Says on each sheet what no sheet has. */
function Missing({ plan, isWhole }: { readonly plan: Plan; readonly isWhole: boolean }) {
  return (
    <>
      {plan.hidden > 0 && <p className={css.none}>{scheduleWords.hidden({ count: plan.hidden })}</p>}
      {!isWhole && <p className={css.none}>{weekPaperWords.partly}</p>}
    </>
  );
}

interface DaysProps {
  readonly sheet: PrintedWeek;
  readonly today: string;
}

function Days({ sheet: { days }, today }: DaysProps) {
  return days.map(({ day, jobs }) => (
    <section key={day} className={css.day}>
      <h2>{formatLongDay(day, today)}</h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{weekPaperWords.time}</th>
            <th scope="col">{weekPaperWords.job}</th>
            <th scope="col">{weekPaperWords.address}</th>
            <th scope="col">{weekPaperWords.with}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.localId}>
              <td className={css.time} data-unread={job.from === null || undefined}>
                {timeSaid(job)}
              </td>
              <td>
                <span className={css.title}>{job.title}</span>{' '}
                <span className={css.number}>{job.number}</span>{' '}
                {job.over !== null && <span>{choiceLabel(job.over, WORK_ORDER_STATUSES)}</span>}
              </td>
              <td>{job.address.join(', ')}</td>
              <td>{job.with.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}
