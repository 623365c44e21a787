import { dayWords } from '../../../words/job.ts';
import css from './today.module.css';
import { TodayPanel } from './today-panel.tsx';

/** The first part of the dashboard on a phone. A lazy chunk. */
export default function TodayOnDashboard() {
  return (
    <section aria-label={dayWords.today} className={css['first']}>
      <TodayPanel />
    </section>
  );
}
