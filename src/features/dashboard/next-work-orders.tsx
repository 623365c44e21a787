import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { RecordMark, recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates, useToday } from '../../crud/time.tsx';
import { useLateness } from '../../crud/use-lateness.ts';
import { cityAndState } from '../../domain/address.ts';
import { startOf } from '../../domain/day/plan-day.ts';
import { type DateForms, daysFrom } from '../../domain/plain-date.ts';
import { scheduledDay } from '../../domain/schedule.ts';
import { WORK_ORDER_PRIORITIES, type WorkOrder } from '../../domain/work-order.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { ChoiceChip } from '../../ui/fields/choice-chip.tsx';
import { formatClock, formatWeekdayAndDate } from '../../ui/text/format-date.ts';
import { screenTitles } from '../../words/common.ts';
import { dashboardWords } from '../../words/dashboard-and-reports.ts';
import { dayWords } from '../../words/jobs.ts';
import css from './next-work-orders.module.css';
import { Nothing, Panel } from './panel.tsx';

interface Props {
  readonly next: readonly RecordRow<WorkOrder>[] | undefined;
  readonly note: string | undefined;
}

export function NextWorkOrders({ next, note }: Props) {
  const { path, opening = '' } = useResourceView('workOrders');
  const today = useToday();
  const dates = useDates('workOrders');
  const fetched = useFetched('workOrders');
  if (!next) return null;
  const isComing = fetched === undefined || fetched === 'coming';
  const list = isComing ? <NextSkeleton /> : <Rows rows={next} today={today} dates={dates} path={path} />;
  return (
    <Panel
      title={dashboardWords.next}
      note={note}
      ways={
        <>
          <Link to="/schedule">{screenTitles.schedule}</Link>
          <Link to="/today">{dashboardWords.todaysJobs}</Link>
          <Link to={path + opening}>{dashboardWords.allOpen}</Link>
        </>
      }
    >
      {/* Work orders added on this device are still listed below this note. */}
      {fetched === 'no' && <Nothing>{dashboardWords.notFetched}</Nothing>}
      {fetched === 'yes' && next.length === 0 ? <Nothing>{dashboardWords.nothingNext}</Nothing> : list}
    </Panel>
  );
}

interface RowsProps {
  readonly rows: readonly RecordRow<WorkOrder>[];
  readonly today: string;
  readonly dates: DateForms;
  readonly path: string;
}

function Rows({ rows, ...rest }: RowsProps) {
  return (
    <ol className={css.rows}>
      {rows.map((row) => (
        <Item key={row.localId} row={row} {...rest} />
      ))}
    </ol>
  );
}

interface ItemProps extends Omit<RowsProps, 'rows'> {
  readonly row: RecordRow<WorkOrder>;
}

function Item({ row, today, dates, path }: ItemProps) {
  const fields = readable('workOrders', row.view) as WorkOrder;
  const scheduled = fields.scheduled_date ?? '';
  const start = startOf(fields, dates);
  const lateness = useLateness(fields);
  const late = lateness?.reason === 'time' && dayWords.lateToday({ time: formatClock(lateness.due) });
  return (
    <li className={css.row}>
      <time dateTime={scheduled} className={css.day} data-late={late !== false || undefined}>
        <span>{dayName(scheduledDay(scheduled, dates), today)}</span>{' '}
        {start !== '' && <span className={css.clock}>{late || formatClock(start)}</span>}
      </time>
      <span className={css.what}>
        <Link to={recordPath(path, row)}>{titleOf('workOrders', fields)}</Link>
        <RecordMark resource="workOrders" row={row} />
      </span>
      <span className={css.where}>{cityAndState(fields)}</span>
      <span className={css.chip}>
        <ChoiceChip value={fields.priority} choices={WORK_ORDER_PRIORITIES} />
      </span>
    </li>
  );
}

function dayName(day: string, today: string): string {
  if (day === today) return dashboardWords.today;
  return day === daysFrom(today, 1) ? dashboardWords.tomorrow : formatWeekdayAndDate(day, today);
}

const WIDTHS = [62, 48, 55];

function NextSkeleton() {
  return (
    <div role="status" aria-label={dashboardWords.loadingNext}>
      {WIDTHS.map((width) => (
        <div key={width} className={css.row}>
          <span className={css.bar} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
