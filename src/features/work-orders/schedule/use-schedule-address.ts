import { useMemo } from 'react';
import { useQuery } from '../../../crud/use-query.ts';
import { readShownDays, type ScheduleView, steppedDay } from '../../../domain/schedule/days.ts';
import type { ScheduleAddress, ShownSchedule } from './schedule-types.ts';

/** Named in addresses. */
const NAMES = { view: 'view', day: 'day', who: 'crew', status: 'status' } as const;

/** Keeps what is shown in the URL, so that Back restores it. Without a day, it shows today, even after midnight. */
export function useScheduleAddress(today: string, views: readonly ScheduleView[]): ScheduleAddress {
  const [query, setQuery] = useQuery();
  const { view, day } = readDays(query, today, views);
  const who = query.get(NAMES.who) || null;
  const status = query.get(NAMES.status) || null;
  return useMemo(() => {
    const changesOf = (change: Partial<ShownSchedule>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(change).map(([key, value]) => [
          NAMES[key as keyof ShownSchedule],
          key === 'day' && value === today ? '' : (value ?? ''),
        ]),
      );
    const go = (change: Partial<ShownSchedule>): void => void setQuery(changesOf(change));
    const step = (by: -1 | 1): void => {
      setQuery((query) => {
        const now = readDays(query, today, views);
        return changesOf({ day: steppedDay(now.view, now.day, by) });
      });
    };
    return { view, day, who, status, go, step };
  }, [view, day, who, status, today, views, setQuery]);
}

function readDays(
  query: URLSearchParams,
  today: string,
  views: readonly ScheduleView[],
): Pick<ShownSchedule, 'view' | 'day'> {
  const given = { view: query.get(NAMES.view), day: query.get(NAMES.day) };
  const [first = 'week'] = views;
  const { view, day } = readShownDays(given, { today, first });
  return { view: views.includes(view) ? view : first, day };
}
