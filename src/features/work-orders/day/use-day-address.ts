import { useSearchParams } from 'react-router-dom';
import { isDay } from '../../../domain/plain-date.ts';

const DAY = 'day';
const JOBS = 'jobs';
const ALL = 'all';

/** Stands for no day in particular. */
export const UNDATED = 'undated';

export interface DayAddress {
  /** A day, or `UNDATED`; null for whatever day today is. */
  readonly chosen: string | null;
  readonly everybodys: boolean;
  /** Null goes back to today. */
  readonly choose: (day: string | null) => void;
  readonly showEverybodys: (everybodys: boolean) => void;
}

/** The day and whose jobs are on the screen, kept in the address: Back returns to them. */
export function useDayAddress(): DayAddress {
  const [params, setParams] = useSearchParams();
  const day = params.get(DAY) ?? '';
  const set = (name: string, value: string | null): void => {
    const change = (now: URLSearchParams): URLSearchParams => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    };
    setParams(change, { replace: true });
  };
  return {
    chosen: day === UNDATED || isDay(day) ? day : null,
    everybodys: params.get(JOBS) === ALL,
    choose: (next) => set(DAY, next),
    showEverybodys: (everybodys) => set(JOBS, everybodys ? ALL : null),
  };
}
