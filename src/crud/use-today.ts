import { useEffect, useState } from 'react';
import { dayAt, untilMidnight } from '../domain/plain-date.ts';
import { useRecordServices } from '../records/records-context.ts';

/** The day of the device's own calendar, live: it changes at local midnight. */
export function useToday(): string {
  const { clock } = useRecordServices();
  const [today, setToday] = useState(() => ({ day: dayAt(clock.now()) }));
  useEffect(() => {
    // A new object each time: a timer that came before midnight is followed by another.
    const look = (): void => setToday({ day: dayAt(clock.now()) });
    return clock.setTimer(look, untilMidnight(clock.now()));
  }, [clock, today]);
  return today.day;
}
