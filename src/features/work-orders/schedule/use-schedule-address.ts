import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readShownDays, type ScheduleView } from '../../../domain/schedule/days.ts';
import type { ScheduleAddress, ShownSchedule } from './schedule-types.ts';

/** Named in addresses. */
const NAMES = { view: 'view', day: 'day', who: 'crew', status: 'status' } as const;

/** Keeps what is shown in the URL, so that Back restores it. Without a day, it shows today, even after midnight. */
export function useScheduleAddress(today: string, views: readonly ScheduleView[]): ScheduleAddress {
  const [params, setParams] = useSearchParams();
  const go = useCallback(
    (change: Partial<ShownSchedule>) => {
      const write = (now: URLSearchParams): URLSearchParams => {
        const next = new URLSearchParams(now);
        for (const [key, value] of Object.entries(change)) {
          const name = NAMES[key as keyof ShownSchedule];
          const isUsual = value === null || (key === 'day' && value === today);
          if (isUsual) next.delete(name);
          else next.set(name, value);
        }
        return next;
      };
      setParams(write, { replace: true });
    },
    [setParams, today],
  );
  const given = { view: params.get(NAMES.view), day: params.get(NAMES.day) };
  const [first = 'week'] = views;
  const shown = readShownDays(given, { today, first });
  const view = views.includes(shown.view) ? shown.view : first;
  const { day } = shown;
  const who = params.get(NAMES.who) || null;
  const status = params.get(NAMES.status) || null;
  return useMemo(() => ({ view, day, who, status, go }), [view, day, who, status, go]);
}
