import { useMemo } from 'react';
import { useDates } from '../../../crud/use-dates.ts';
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

type ShownPlan = DayPlan<RecordRow<WorkOrder>> & {
  /** False while the device's copy is still being read: there may be more. */
  readonly complete: boolean;
};

/** The plan of a day, live: of what has been read of the device's copy so far. Undefined until it has been made. */
export function useDayPlan({ day, today, days, who }: Question): ShownPlan | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const dates = useDates('workOrders');
  const asked = days.join();
  const work = useMemo(
    () =>
      function* () {
        const plan = yield* planDay(rows, { day, today, days: asked.split(','), who, dates });
        return { ...plan, complete };
      },
    [complete, rows, day, today, asked, who, dates],
  );
  return useInSteps({ work, size: rows.length, about: `${day} ${today} ${who}` });
}
