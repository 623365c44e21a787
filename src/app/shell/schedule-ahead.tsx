import { type ComponentType, useEffect, useState } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { isServedByWorker } from '../device/browser.ts';
import { SCREENS } from '../screen-parts.ts';

/** In ms. The user's own first steps go first. */
const AFTER_MS = 2000;

/**
 * Loads the schedule's code and sorts the work orders by day before anyone opens it (bench `schedule`). Not on a phone,
 * whose processor and battery are better spent on what the user opens.
 */
export function ScheduleAhead() {
  const { clock } = useRecordServices();
  const isPhone = useWindowSize() === 'small';
  // During the first download, its code would delay the records.
  const isFetched = useFetched('workOrders') === 'yes';
  const [Ahead, setAhead] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isPhone || !isFetched) return undefined;
    return clock.setTimer(() => {
      // Elsewhere, a style sheet could fail to load, which would stop all parts that load later.
      if (!isServedByWorker()) return;
      SCREENS.schedule.load().then(
        (screen) => setAhead(() => screen.ScheduleAhead),
        // The screen loads its code again and reports a failure.
        () => undefined,
      );
    }, AFTER_MS);
  }, [clock, isPhone, isFetched]);
  return Ahead && <Ahead />;
}
