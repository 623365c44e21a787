import { useEffect, useEffectEvent, useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { usePulledAt } from '../../records/use-sync-status.ts';

/** In ms. The user's own first steps go first. */
const AFTER_READ_MS = 10_000;

/** Checks whether the device is ready for work without a signal, at the first opening of a day with a connection. */
export function ReadyWatch({ username }: { readonly username: string }) {
  const services = useRecordServices();
  const pulledAt = usePulledAt() ?? 0;
  const [openedAt] = useState(() => services.clock.now());
  const day = pulledAt > openedAt ? dayAt(pulledAt) : null;
  const check = useEffectEvent(() => {
    import('../../records/ready/check-ready.ts')
      .then(({ checkReadyByItself }) => checkReadyByItself(services, username, pulledAt))
      .catch((error: unknown) => services.log.error('the check of the day failed', error));
  });
  useEffect(() => {
    return day === null ? undefined : services.clock.setTimer(check, AFTER_READ_MS);
  }, [services, day]);
  return null;
}
