import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useRecordServices } from '../../records/record-services.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { isServedByWorker } from '../device/browser.ts';
import { SCREENS } from '../screen-parts.ts';

/** In ms. The user's own first steps go first. */
const AFTER_MS = 2000;

/**
 * Loads the schedule's code and sorts the work orders by day before anyone opens it (bench `schedule`). Only on a
 * computer: the processor and battery of a phone or tablet are better spent on what the user opens.
 */
export function ScheduleAhead() {
  const { clock } = useRecordServices();
  const { pathname } = useLocation();
  const isComputer = useWindowSize() === 'large';
  // Hidden tabs would all sort the same rows, again after each change.
  const isVisible = useVisible();
  // During the first download, its code would delay the records.
  const isFetched = useFetched('workOrders') === 'yes';
  const isWanted = isComputer && isVisible && isFetched;
  const [Ahead, setAhead] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    return clock.setTimer(() => {
      // Elsewhere, a style sheet could fail to load, which would stop all parts that load later.
      if (!isServedByWorker()) return;
      SCREENS.schedule.load().then(
        (screen) => setAhead(() => screen.ScheduleAhead),
        // The screen loads its code again and reports a failure.
        () => undefined,
      );
    }, AFTER_MS);
  }, [clock, isWanted]);
  // The schedule has an index of its own. A second one would redraw its lists.
  return isWanted && pathname !== '/schedule' && Ahead && <Ahead />;
}

function useVisible(): boolean {
  const { page } = useRecordServices();
  const subscribe = useCallback((listener: () => void) => page.onChange(listener), [page]);
  return useSyncExternalStore(subscribe, () => page.isVisible());
}
