import '@mantine/core/styles/RingProgress.layer.css';
import { RingProgress } from '@mantine/core';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { RecordMark, recordPath, useRecordName } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates, useNow, useToday } from '../../crud/time.tsx';
import { useLateness } from '../../crud/use-lateness.ts';
import { lateAndNext, latenessOf } from '../../domain/day/late.ts';
import type { WorkAhead } from '../../domain/day/plan-ahead.ts';
import { startOf } from '../../domain/day/plan-day.ts';
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

/**
 * The list has no filter for one person's work orders, nor for today's that are late.
 * @param late the number of all late jobs
 */
export function useLateAddress({ who, late: earlier }: WorkAhead<Row>['today'], late: number): string {
  const { path } = useResourceView('workOrders');
  const isListed = who === null && late === earlier;
  return isListed ? `${path}?status=${OPEN_WORK_ORDERS.join(',')}&scheduled_date=overdue` : '/today';
}

/** Shows one overdue job, or more if today has few jobs, then today's. The next one is always among them. */
export function TodayPart({ work }: { readonly work: WorkAhead<Row>['today'] }) {
  const { who, total, due, oldest, ...counts } = work;
  const [now, today, dates] = [useNow(), useToday(), useDates('workOrders')];
  const { late, next } = lateAndNext(work, now);
  const lateOnes = useLateAddress(work, late);
  const overdue = oldest.slice(0, Math.max(1, TODAY_SHOWN - due.length));
  const first = due.slice(0, TODAY_SHOWN - overdue.length);
  const todays = next === undefined || first.includes(next) ? first : [...first.slice(0, -1), next];
  const isLate = ({ view }: Row) =>
    latenessOf(readable('workOrders', view) as WorkOrder, { now, today, dates });
  const lateShown = overdue.length + todays.filter(isLate).length;
  return (
    <Panel title={dashboardWords.today} note={who === null ? undefined : dayWords.mine}>
      {total > 0 && <Progress total={total} {...counts} />}
      {total === 0 && <Nothing>{who === null ? todayPartWords.free : dayWords.noneOfMine}</Nothing>}
      {total === 0 && <Running {...counts} />}
      {total > 0 && due.length === 0 && <Nothing>{todayPartWords.allDone}</Nothing>}
      <ol className={css.jobs}>
        {[...overdue, ...todays].map((row) => (
          <Job key={row.localId} row={row} />
        ))}
      </ol>
      {late > lateShown && (
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

function Job({ row }: { readonly row: Row }) {
  const { path } = useResourceView('workOrders');
  const today = useToday();
  const dates = useDates('workOrders');
  const fields = readable('workOrders', row.view) as WorkOrder;
  const customer = useRecordName('customers', fields.customer);
  const late = useLateness(fields);
  const start = startOf(fields, dates);
  const when = (): string => {
    if (late?.reason === 'day') {
      const day = scheduledDay(fields.scheduled_date ?? '', dates);
      return dayWords.lateSince({ day: formatWeekdayAndDate(day, today) });
    }
    if (start === '') return todayPartWords.anyTime;
    return late ? dayWords.lateToday({ time: formatClock(late.due) }) : formatClock(start);
  };
  return (
    <li className={css.job}>
      <p className={css.when} data-late={late !== null || undefined}>
        {when()}
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
