import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const ClockNotice = lazyPart(() => import('./clock-notice.tsx'));

/** A word about a device's clock that is wrong, while the server's time says so. */
export function ClockSlot() {
  const ahead = useSyncStatus()?.clockAhead ?? 0;
  return <LazySlot onClose={() => undefined}>{ahead !== 0 && <ClockNotice ahead={ahead} />}</LazySlot>;
}
