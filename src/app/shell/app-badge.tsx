import { useEffect } from 'react';
import { useSession } from '../../auth/use-session.ts';
import { useSyncStatus } from '../../records/engine-status.ts';

interface Props {
  /** Shows a number on the icon of the installed app; none at 0. */
  readonly setBadge: (count: number) => void;
}

/**
 * Keeps the number on the app's icon at what waits or needs a person, and takes it away at a log-out. It stays when the
 * app is closed. All tabs count the same database, so it does not matter which of them said it last.
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
