import { dashboardWords } from '../../words/reports.ts';
import css from './next-work-orders.module.css';

const WIDTHS = [62, 48, 55];

/** Stands for the next work orders while they are on their way. */
export function NextSkeleton() {
  return (
    <div role="status" aria-label={dashboardWords.loadingNext}>
      {WIDTHS.map((width) => (
        <div key={width} className={css['row']}>
          <span className={css['bar']} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
