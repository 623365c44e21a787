import { useEffect, useState } from 'react';
import { useRecordServices } from '../records/records-context.ts';

const STEP_MS = 15_000;

/** Device time in ms, read again every quarter of a minute. */
export function useNow(): number {
  const { clock } = useRecordServices();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.setTimer(() => setNow(clock.now()), STEP_MS), [clock, now]);
  return now;
}
