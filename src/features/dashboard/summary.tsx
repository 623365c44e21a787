import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates, useNow, useToday } from '../../crud/time.tsx';
import { useLateness } from '../../crud/use-lateness.ts';
import { lateAndNext } from '../../domain/day/late.ts';
import type { WorkAhead } from '../../domain/day/plan-ahead.ts';
import { startOf } from '../../domain/day/plan-day.ts';
import { PENDING_ESTIMATES } from '../../domain/estimate.ts';
import type { PipelinePart } from '../../domain/pipeline.ts';
import { scheduledDay } from '../../domain/schedule.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { formatClock, formatWeekdayAndDate } from '../../ui/text/format-date.ts';
import { summaryWords } from '../../words/dashboard-and-reports.ts';
import { pendingValue } from './pipeline-panel.tsx';
import css from './summary.module.css';
import { useLateAddress } from './today-part.tsx';

type Row = RecordRow<WorkOrder>;
type Whose = 'mine' | 'all';

interface SummaryProps {
  readonly work: WorkAhead<Row>['today'] | undefined;
  readonly parts: readonly PipelinePart[] | undefined;
}

/**
 * Shows the next job, the number of late ones and the value of pending estimates. A late job is the next one only if no
 * other job of today is left to start.
 */
export function Summary({ work, parts }: SummaryProps) {
  const { path } = useResourceView('estimates');
  return (
    <p className={css.summary}>
      {work && <Work work={work} />}
      {parts && (
        <Link to={`${path}?status=${PENDING_ESTIMATES.join(',')}`}>
          {summaryWords.pending({ amount: pendingValue(parts) })}
        </Link>
      )}
    </p>
  );
}

function whoseOf({ who }: WorkAhead<Row>['today']): Whose {
  return who === null ? 'all' : 'mine';
}

function Work({ work }: { readonly work: WorkAhead<Row>['today'] }) {
  const { late, next = work.later } = lateAndNext(work, useNow());
  return (
    <>
      {next && <Next row={next} whose={whoseOf(work)} />}
      <Late work={work} count={late} />
    </>
  );
}

function Next({ row, whose }: { readonly row: Row; readonly whose: Whose }) {
  const { path } = useResourceView('workOrders');
  const today = useToday();
  const dates = useDates('workOrders');
  const fields = readable('workOrders', row.view) as WorkOrder;
  const lateness = useLateness(fields);
  const start = startOf(fields, dates);
  const time = start === '' ? 'any' : formatClock(start);
  const title = titleOf('workOrders', fields);
  const scheduled = scheduledDay(fields.scheduled_date ?? '', dates);
  const day = scheduled === today ? 'today' : formatWeekdayAndDate(scheduled, today);
  const isLate = lateness?.reason === 'time';
  return (
    <Link to={recordPath(path, row)} className={css.next} data-late={isLate || undefined}>
      {isLate
        ? summaryWords.late({ time: formatClock(lateness.due), title })
        : summaryWords.next({ whose, day, time, title })}
    </Link>
  );
}

interface LateProps {
  readonly work: WorkAhead<Row>['today'];
  readonly count: number;
}

function Late({ work, count }: LateProps) {
  const address = useLateAddress(work, count);
  if (count === 0) return null;
  return (
    <Link to={address} className={css.late}>
      {summaryWords.lateJobs({ whose: whoseOf(work), count })}
    </Link>
  );
}
