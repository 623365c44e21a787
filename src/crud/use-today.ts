import { useEffect, useState } from 'react';
import { dayAt, untilMidnight } from '../domain/plain-date.ts';
import { useRecordServices } from '../records/records-context.ts';

/** The day of the device's own calendar, live: it changes at local midnight. */
export function useToday(): string {
  const { clock } = useRecordServices();
  const [today, setToday] = useState(() => dayAt(clock.now()));
  useEffect(() => {
    return clock.setTimer(() => setToday(dayAt(clock.now())), untilMidnight(clock.now()));
  }, [clock, today]);
  return today;
}
