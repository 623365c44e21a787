/** The charts and everything else below the cards. Loaded after the first paint. */

import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDates, useToday } from '../../crud/time.tsx';
import { planAhead, type WorkAhead } from '../../domain/day/plan-ahead.ts';
import { type PipelinePart, sumPipeline } from '../../domain/pipeline.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import { useSettings } from '../../records/company-settings.ts';
import { NOTES_WEIGHT, useInSteps } from '../../records/use-in-steps.ts';
import { type RecordRow, useRecordList } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { dashboardWords } from '../../words/dashboard-and-reports.ts';
import css from './dashboard-parts.module.css';
import { NextWorkOrders } from './next-work-orders.tsx';
import { Pipeline } from './pipeline-panel.tsx';
import { Summary } from './summary.tsx';
import { TODAY_SHOWN, TodayPart } from './today-part.tsx';
import { TwoWeeks } from './two-weeks.tsx';

export { StatTable, StatTrend } from './stat-trend.tsx';

const PushPanel = lazyPart(() => import('./push/push-panel.tsx'));

interface DashboardPartsProps {
  readonly username: string;
  /** The element at the head of the screen that gets the summary. */
  readonly summary: Element | null;
}

/** Leaves out parts whose records have not all been fetched, because their figures would be wrong. */
export default function DashboardParts({ username, summary }: DashboardPartsProps) {
  const isPhone = useWindowSize() === 'small';
  const ahead = useWorkAhead(username);
  const pipeline = usePipeline();
  const work = useFetched('workOrders') === 'yes' ? ahead : undefined;
  const estimates = useFetched('estimates') === 'yes' ? pipeline : undefined;
  // Today's jobs are the user's own, if their name is known.
  const note = work && work.today.who !== null ? dashboardWords.everybodys : undefined;
  const head = summary && createPortal(<Summary work={work?.today} parts={estimates} />, summary);
  // A phone shows Today itself above the cards.
  if (isPhone) {
    return (
      <div className={css.columns}>
        {head}
        <div className={css.column}>
          <PushSlot note={note} />
          {estimates && <Pipeline parts={estimates} />}
          {work && <TwoWeeks days={work.days} note={note} />}
          <NextWorkOrders next={ahead?.next} note={note} />
        </div>
      </div>
    );
  }
  return (
    <div className={css.columns}>
      {head}
      <div className={css.column}>
        {work && <TodayPart work={work.today} />}
        <NextWorkOrders next={ahead?.next} note={note} />
      </div>
      <div className={css.column}>
        <PushSlot note={note} />
        {estimates && <Pipeline parts={estimates} />}
        {work && <TwoWeeks days={work.days} note={note} />}
      </div>
    </div>
  );
}

function PushSlot({ note }: { readonly note: string | undefined }) {
  const [without, setWithout] = useState(false);
  return <LazySlot onClose={() => setWithout(true)}>{!without && <PushPanel note={note} />}</LazySlot>;
}

const NEXT_SHOWN = 6;

function useWorkAhead(username: string): WorkAhead<RecordRow<WorkOrder>> | undefined {
  const today = useToday();
  const dates = useDates('workOrders');
  const set = useSettings()?.myName.trim();
  const { rows, complete } = useRecordList('workOrders');
  const work = useMemo(() => {
    if (!complete || set === undefined) return null;
    const me = { set, username };
    return () => planAhead(rows, { today, dates, me, count: NEXT_SHOWN, countToday: TODAY_SHOWN });
  }, [complete, rows, today, dates, set, username]);
  return useInSteps({ work, size: rows.length * NOTES_WEIGHT, about: `${today} ${set}` });
}

function usePipeline(): readonly PipelinePart[] | undefined {
  const { rows, complete } = useRecordList('estimates');
  const work = useMemo(() => (complete ? () => sumPipeline(rows) : null), [complete, rows]);
  return useInSteps({ work, size: rows.length, about: 'pipeline' });
}
