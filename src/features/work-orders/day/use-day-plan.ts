import { useMemo } from 'react';
import { type DayPlan, planDay } from '../../../domain/day/plan-day.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { type RecordRow, useRecordList } from '../../../records/use-records.ts';

interface Question {
  readonly day: string;
  readonly today: string;
  readonly days: readonly string[];
  /** Whose work; everybody's where it is null. */
  readonly who: string | null;
}

/** The plan of a day, live; undefined until the device's copy has been read. */
export function useDayPlan({ day, today, days, who }: Question): DayPlan<RecordRow<WorkOrder>> | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const asked = days.join();
  const work = useMemo(
    () => (complete ? () => planDay(rows, { day, today, days: asked.split(','), who }) : null),
    [complete, rows, day, today, asked, who],
  );
  return useInSteps({ work, size: rows.length, about: `${day} ${today} ${who}` });
}
