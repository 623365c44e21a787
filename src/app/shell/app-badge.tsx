import { useEffect } from 'react';
import { useSession } from '../../auth/use-session.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';

interface Props {
  readonly setBadge: (count: number) => void;
}

/**
 * Shows the number of waiting changes, parked changes and questions on the app's icon. The number stays after the app
 * is closed. A log-out removes it.
 */
export function AppBadge({ setBadge }: Props): null {
  const session = useSession();
  const status = useSyncStatus();
  const count = status && status.waiting + status.attention;
  useEffect(() => {
    if (count !== undefined) setBadge(count);
  }, [count, setBadge]);
  useEffect(
    () => () => {
      if (session.getSnapshot().status === 'signedOut') setBadge(0);
    },
    [session, setBadge],
  );
  return null;
}
