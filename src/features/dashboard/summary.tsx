import { Link } from 'react-router-dom';
import { useResourceView } from '../../crud/resource-view.ts';
import { PENDING_ESTIMATES } from '../../domain/estimate.ts';
import type { PipelinePart } from '../../domain/pipeline.ts';
import { summaryWords } from '../../words/dashboard-and-reports.ts';
import { pendingValue } from './pipeline-panel.tsx';
import css from './summary.module.css';

interface SummaryProps {
  readonly late: number | undefined;
  readonly parts: readonly PipelinePart[] | undefined;
}

/** Shows the number of late jobs and the value of pending estimates. */
export function Summary({ late, parts }: SummaryProps) {
  const { path } = useResourceView('estimates');
  return (
    <p className={css.summary}>
      {late !== undefined && late > 0 && (
        <Link to="/today" className={css.late}>
          {summaryWords.late({ count: late })}
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
