import { useEffect } from 'react';
import { useDates, useToday } from '../../../crud/time.tsx';
import { daysFrom } from '../../../domain/plain-date.ts';
import { wishForDaysPhotos } from '../../../records/photo-lists.ts';
import { useRecordServices } from '../../../records/record-services.ts';

/**
 * Asks for the photos of the user's jobs of today and tomorrow.
 * @param who null if everybody's jobs are shown
 * @param counts jobs by day, once all are known
 */
export function useDaysPhotos(who: string | null, counts: ReadonlyMap<string, number> | null): void {
  const services = useRecordServices();
  const today = useToday();
  const dates = useDates('workOrders');
  const count = counts && `${counts.get(today)} ${counts.get(daysFrom(today, 1))}`;
  useEffect(() => {
    if (who === null || count === null) return;
    wishForDaysPhotos(services, { today, who, dates }).catch((error: unknown) =>
      services.log.error('photos could not be asked for', error),
    );
  }, [services, today, who, dates, count]);
}
