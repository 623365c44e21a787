import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useDates } from '../../crud/time.tsx';
import type { WorkAhead } from '../../domain/day/plan-ahead.ts';
import { startOf } from '../../domain/day/plan-day.ts';
import { PENDING_ESTIMATES } from '../../domain/estimate.ts';
import type { PipelinePart } from '../../domain/pipeline.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { formatClock } from '../../ui/text/format-date.ts';
import { summaryWords } from '../../words/dashboard-and-reports.ts';
import { pendingValue } from './pipeline-panel.tsx';
import css from './summary.module.css';
import { useLateAddress } from './today-part.tsx';

type Row = RecordRow<WorkOrder>;

interface SummaryProps {
  readonly work: WorkAhead<Row>['today'] | undefined;
  readonly parts: readonly PipelinePart[] | undefined;
}

/** Shows the next job, the number of late ones and the value of pending estimates. */
export function Summary({ work, parts }: SummaryProps) {
  const { path } = useResourceView('estimates');
  const lateOnes = useLateAddress(work?.who ?? null);
  const [next] = work?.due ?? [];
  return (
    <p className={css.summary}>
      {next && <Next row={next} />}
      {work && work.late > 0 && (
        <Link to={lateOnes} className={css.late}>
          {summaryWords.late({ count: work.late })}
        </Link>
      )}
      {parts && (
        <Link to={`${path}?status=${PENDING_ESTIMATES.join(',')}`}>
          {summaryWords.pending({ amount: pendingValue(parts) })}
        </Link>
      )}
    </p>
  );
}

function Next({ row }: { readonly row: Row }) {
  const { path } = useResourceView('workOrders');
  const fields = readable('workOrders', row.view) as WorkOrder;
  const start = startOf(fields, useDates('workOrders'));
  const title = titleOf('workOrders', fields);
  return (
    <Link to={recordPath(path, row)} className={css.next}>
      {start === '' ? summaryWords.next({ title }) : summaryWords.nextAt({ time: formatClock(start), title })}
    </Link>
  );
}
