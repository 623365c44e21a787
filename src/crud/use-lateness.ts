import { latenessOf } from '../domain/day/late.ts';
import type { WorkOrder } from '../domain/work-order.ts';
import { useDates, useNow, useToday } from './time.tsx';

/** The same rule wherever a job is shown as late. */
export function useLateness(job: WorkOrder): ReturnType<typeof latenessOf> {
  const [now, today, dates] = [useNow(), useToday(), useDates('workOrders')];
  return latenessOf(job, { now, today, dates });
}
