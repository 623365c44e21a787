import { useMemo } from 'react';
import { useDates } from '../../../crud/time.tsx';
import { useQuery } from '../../../crud/use-query.ts';
import { type DayPlan, planDay } from '../../../domain/day/plan-day.ts';
import { isDay } from '../../../domain/plain-date.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { NOTES_WEIGHT, useInSteps } from '../../../records/use-in-steps.ts';
import { type RecordRow, useRecordList } from '../../../records/use-records.ts';

interface Question {
  readonly day: string;
  readonly today: string;
  readonly days: readonly string[];
  /** Null for everybody's jobs. */
  readonly who: string | null;
}

export type ShownPlan = DayPlan<RecordRow<WorkOrder>> & {
  readonly complete: boolean;
};

/** Plans a day with the work orders read so far. */
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
  return useInSteps({ work, size: rows.length * NOTES_WEIGHT, about: `${day} ${today} ${who}` });
}

const DAY = 'day';
const JOBS = 'jobs';
const ALL = 'all';

export const UNDATED = 'undated';

interface DayAddress {
  /** A day or `UNDATED`. Null for today. */
  readonly chosen: string | null;
  readonly everybodys: boolean;
  readonly choose: (day: string | null) => void;
  readonly showEverybodys: (everybodys: boolean) => void;
}

/** Keeps the choice in the URL, so that Back restores it. */
export function useDayAddress(): DayAddress {
  const [query, setQuery] = useQuery();
  const day = query.get(DAY) ?? '';
  return {
    chosen: day === UNDATED || isDay(day) ? day : null,
    everybodys: query.get(JOBS) === ALL,
    choose: (next) => void setQuery({ [DAY]: next ?? '' }),
    showEverybodys: (everybodys) => void setQuery({ [JOBS]: everybodys ? ALL : '' }),
  };
}
