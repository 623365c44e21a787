import { useMemo } from 'react';
import { useDates, useNow } from '../../../crud/time.tsx';
import { dayAt } from '../../../domain/plain-date.ts';
import { listPushes } from '../../../domain/push/list-pushes.ts';
import { type Asides, withoutAside } from '../../../domain/push/part-pushes.ts';
import type { Push } from '../../../domain/push/push.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import { useAsides, useCountedFrom } from '../../../records/push-asides.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { type RecordRow, useRecordList } from '../../../records/use-records.ts';
import { useFetched } from '../../../records/use-sync-status.ts';

/** In ms. No time zone differs from UTC by a fraction of it, so the day is right. */
const QUARTER_MS = 15 * 60_000;

/** Items drawn at once. Each has a button and a menu, so that a phone needs some ms for it. */
export const ITEMS_AT_ONCE = 3;

export interface Pushes {
  readonly shown: readonly Push[];
  /** Put away on this device. */
  readonly aside: readonly Push[];
  readonly asides: Asides;
  readonly today: string;
  /** False if records are missing that may need a push. */
  readonly isWhole: boolean;
}

/** Undefined until found. */
export function usePushes(): Pushes | undefined {
  const now = Math.floor(useNow() / QUARTER_MS) * QUARTER_MS;
  const today = dayAt(now);
  const dates = useDates('workOrders');
  const countedFrom = useCountedFrom();
  const asides = useAsides();
  const customers = useRecordList('customers');
  const projects = useRecordList('projects');
  const estimates = useRecordList('estimates');
  const workOrders = useRecordList('workOrders');
  const isRead = [customers, projects, estimates, workOrders].every(({ complete }) => complete);
  const hasEstimates = useFetched('estimates') === 'yes';
  const hasJobs = useFetched('workOrders') === 'yes';
  const hasOthers = [useFetched('projects'), useFetched('customers')].every((fetched) => fetched === 'yes');
  const work = useMemo(() => {
    if (!isRead || countedFrom === undefined) return null;
    const rows = {
      customers: customers.rows,
      projects: projects.rows,
      estimates: estimates.rows,
      workOrders: workOrders.rows,
    };
    const whole = { estimates: hasEstimates, workOrders: hasJobs };
    return () => listPushes(rows, { now, countedFrom, dates, whole });
  }, [
    isRead,
    countedFrom,
    customers.rows,
    projects.rows,
    estimates.rows,
    workOrders.rows,
    hasEstimates,
    hasJobs,
    now,
    dates,
  ]);
  // The notes of a job take longer to read than many records.
  const size = customers.total + projects.total + estimates.total + 10 * workOrders.total;
  const all = useInSteps({ work, size, about: `${today} ${hasEstimates} ${hasJobs}` });
  const parting = useMemo(
    () => (all && asides ? () => withoutAside(all, asides, today) : null),
    [all, asides, today],
  );
  const parts = useInSteps({ work: parting, size: all?.length ?? 0, about: today });
  const isWhole = hasEstimates && hasJobs && hasOthers;
  return useMemo(
    () => parts && asides && { ...parts, asides, today, isWhole },
    [parts, asides, today, isWhole],
  );
}

/** The rows given to `listPushes` are the lists' own. */
export function rowOf({ row }: Push): RecordRow<Fields> {
  return row as unknown as RecordRow<Fields>;
}
