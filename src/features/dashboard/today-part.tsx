import '@mantine/core/styles/RingProgress.layer.css';
import { RingProgress } from '@mantine/core';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { RecordMark, recordPath, useRecordName } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates, useNow, useToday } from '../../crud/time.tsx';
import type { WorkAhead } from '../../domain/day/plan-ahead.ts';
import { startOf } from '../../domain/day/plan-day.ts';
import { clockAt } from '../../domain/plain-date.ts';
import { scheduledDay } from '../../domain/schedule.ts';
import { OPEN_WORK_ORDERS, type WorkOrder } from '../../domain/work-order.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { formatClock, formatWeekdayAndDate } from '../../ui/text/format-date.ts';
import { dashboardWords, todayPartWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import { dayWords } from '../../words/jobs.ts';
import { Nothing, Panel } from './panel.tsx';
import css from './today-part.module.css';

type Row = RecordRow<WorkOrder>;

/** Today's and overdue jobs together. */
export const TODAY_SHOWN = 3;

/** The list has no filter for one person's work orders. */
export function useLateAddress(who: string | null): string {
  const { path } = useResourceView('workOrders');
  return who === null ? `${path}?status=${OPEN_WORK_ORDERS.join(',')}&scheduled_date=overdue` : '/today';
}

/** Shows one overdue job, or more if today has few jobs, then today's. */
export function TodayPart({ who, due, late, oldest, ...counts }: WorkAhead<Row>['today']) {
  const { total } = counts;
  const lateOnes = useLateAddress(who);
  const overdue = oldest.slice(0, Math.max(1, TODAY_SHOWN - due.length));
  const todays = due.slice(0, TODAY_SHOWN - overdue.length);
  return (
    <Panel title={dashboardWords.today}>
      {total > 0 && <Progress {...counts} />}
      {total === 0 && <Nothing>{who === null ? todayPartWords.free : dayWords.noneOfMine}</Nothing>}
      {total === 0 && <Running {...counts} />}
      {total > 0 && due.length === 0 && <Nothing>{todayPartWords.allDone}</Nothing>}
      <ol className={css.jobs}>
        {overdue.map((row) => (
          <Job key={row.localId} row={row} isOverdue />
        ))}
        {todays.map((row) => (
          <Job key={row.localId} row={row} />
        ))}
      </ol>
      {late > overdue.length && (
        <Link to={lateOnes} className={css.late}>
          {todayPartWords.allLate({ count: late })}
        </Link>
      )}
    </Panel>
  );
}

type ProgressProps = Pick<WorkAhead<Row>['today'], 'total' | 'done' | 'running' | 'fromOtherDays'>;

const RING = 68;

function Progress({ done, total, running, fromOtherDays }: ProgressProps) {
  return (
    <div className={css.progress}>
      <RingProgress
        aria-hidden
        size={RING}
        thickness={8}
        rootColor="var(--rc-line)"
        sections={[{ value: (100 * done) / total, color: 'var(--rc-green-fill)' }]}
      />
      <div>
        <p className={css.done}>
          {todayPartWords.done({ done: formatCount(done), total: formatCount(total) })}
        </p>
        <Running running={running} fromOtherDays={fromOtherDays} />
      </div>
    </div>
  );
}

function Running({ running, fromOtherDays }: Pick<ProgressProps, 'running' | 'fromOtherDays'>) {
  if (running + fromOtherDays === 0) return null;
  return <p className={css.running}>{todayPartWords.running({ running, fromOtherDays })}</p>;
}

interface JobProps {
  readonly row: Row;
  readonly isOverdue?: boolean;
}

function Job({ row, isOverdue = false }: JobProps) {
  const { path } = useResourceView('workOrders');
  const today = useToday();
  const dates = useDates('workOrders');
  const now = useNow();
  const fields = readable('workOrders', row.view) as WorkOrder;
  const customer = useRecordName('customers', fields.customer);
  const start = startOf(fields, dates);
  const isLate = isOverdue || (start !== '' && start < clockAt(now));
  const lateWords = (): string => {
    if (!isOverdue) return todayPartWords.lateToday({ time: formatClock(start) });
    const day = scheduledDay(fields.scheduled_date ?? '', dates);
    return todayPartWords.lateSince({ day: formatWeekdayAndDate(day, today) });
  };
  return (
    <li className={css.job}>
      <p className={css.when} data-late={isLate || undefined}>
        {isLate ? lateWords() : start === '' ? todayPartWords.anyTime : formatClock(start)}
      </p>
      <p className={css.what}>
        <Link to={recordPath(path, row)}>{titleOf('workOrders', fields)}</Link>
        <RecordMark resource="workOrders" row={row} />
      </p>
      <p className={css.who}>
        {[fields.customer && customer, fields.address_line_1.trim()].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
