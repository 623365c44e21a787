import { useEffect, useEffectEvent, useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { usePulledAt } from '../../records/use-sync-status.ts';

/** In ms. The user's own first steps go first. */
const AFTER_READ_MS = 10_000;

/** In ms. What was missing in a check may have come by then. */
const AGAIN_MS = 5 * 60_000;

/** Checks whether the device is ready for work without a signal, at the first opening of a day with a connection. */
export function ReadyWatch({ username }: { readonly username: string }) {
  const services = useRecordServices();
  const pulledAt = usePulledAt() ?? 0;
  const [openedAt] = useState(() => services.clock.now());
  const day = pulledAt > openedAt ? dayAt(pulledAt) : null;
  // Of a check that found something missing. Null if none did.
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const isDue = day !== null && (failedAt === null || pulledAt > failedAt + AGAIN_MS);
  const check = useEffectEvent(() => {
    import('../../records/ready/check-ready.ts')
      .then(({ checkReadyByItself }) => checkReadyByItself(services, username, pulledAt))
      .then((isAgain) => setFailedAt(isAgain ? services.clock.now() : null))
      .catch((error: unknown) => services.log.error('the check of the day failed', error));
  });
  useEffect(() => {
    return isDue ? services.clock.setTimer(check, AFTER_READ_MS) : undefined;
  }, [services, day, isDue]);
  return null;
}
