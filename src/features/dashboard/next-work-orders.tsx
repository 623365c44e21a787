import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { RecordMark, recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates, useToday } from '../../crud/time.tsx';
import { cityAndState } from '../../domain/address.ts';
import { type DateForms, dayAfter } from '../../domain/plain-date.ts';
import { nextUp, scheduledDay } from '../../domain/schedule.ts';
import { WORK_ORDER_PRIORITIES, type WorkOrder } from '../../domain/work-order.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import { type RecordRow, useRecordList } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { ChoiceChip } from '../../ui/fields/choice-chip.tsx';
import { formatWeekdayAndDate } from '../../ui/text/format-date.ts';
import { dashboardWords } from '../../words/dashboard-and-reports.ts';
import css from './next-work-orders.module.css';

const SHOWN = 6;

export function NextWorkOrders() {
  const { path, opening = '' } = useResourceView('workOrders');
  const today = useToday();
  const dates = useDates('workOrders');
  const { rows, complete } = useRecordList('workOrders');
  const fetched = useFetched('workOrders');
  const work = useMemo(
    () => (complete ? () => nextUp(rows, { today, count: SHOWN, dates }) : null),
    [complete, rows, today, dates],
  );
  const next = useInSteps({ work, size: rows.length, about: today });
  if (!next) return null;
  const list =
    fetched === 'coming' ? <NextSkeleton /> : <Rows rows={next} today={today} dates={dates} path={path} />;
  return (
    <section aria-labelledby="next" className={css.panel}>
      <div className={css.head}>
        <h2 id="next" className={css.title}>
          {dashboardWords.next}
        </h2>
        <p className={css.ways}>
          <Link to="/today" className={css.all}>
            {dashboardWords.todaysJobs}
          </Link>
          <Link to={path + opening} className={css.all}>
            {dashboardWords.allOpen}
          </Link>
        </p>
      </div>
      {/* Work orders added on this device are listed below. */}
      {fetched === 'no' && <p className={css.none}>{dashboardWords.notFetched}</p>}
      {fetched === 'yes' && next.length === 0 ? (
        <p className={css.none}>{dashboardWords.nothingNext}</p>
      ) : (
        list
      )}
    </section>
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
  return (
    <li className={css.row}>
      <time dateTime={scheduled} className={css.day}>
        {dayWords(scheduledDay(scheduled, dates), today)}
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

function dayWords(day: string, today: string): string {
  if (day === today) return dashboardWords.today;
  return day === dayAfter(today) ? dashboardWords.tomorrow : formatWeekdayAndDate(day, today);
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
