import { useEffect, useEffectEvent, useState } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { usePulledAt } from '../../records/use-sync-status.ts';

/** In ms. The user's own first steps go first. */
const AFTER_READ_MS = 10_000;

/** In ms. What was missing in a check may have come by then. */
const AGAIN_MS = 5 * 60_000;

/**
 * Checks whether the device is ready for work without a signal, at the first opening of a day with a connection, and
 * again while something is missing.
 */
export function ReadyWatch({ username }: { readonly username: string }) {
  const services = useRecordServices();
  const pulledAt = usePulledAt() ?? 0;
  // A read that began later is a reason to check.
  const [from, setFrom] = useState(() => services.clock.now());
  const isDue = pulledAt > from;
  const check = useEffectEvent(() => {
    import('../../records/ready/check-ready.ts')
      .then(({ checkReadyByItself }) => checkReadyByItself(services, username, pulledAt))
      .catch((error: unknown) => services.log.error('the check of the day failed', error))
      .finally(() => setFrom(services.clock.now() + AGAIN_MS));
  });
  useEffect(() => {
    return isDue ? services.clock.setTimer(check, AFTER_READ_MS) : undefined;
  }, [services, isDue]);
  return null;
}
