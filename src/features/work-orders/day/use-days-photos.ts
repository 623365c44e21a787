import { useEffect, useEffectEvent, useMemo } from 'react';
import { useDates, useToday } from '../../../crud/time.tsx';
import { nextJobs } from '../../../domain/day/next-jobs.ts';
import { wishForJobs } from '../../../records/photo-lists.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';

/**
 * Asks for the photos of the user's next jobs, and again when others are next.
 * @param who null if everybody's jobs are shown
 * @param isWhole all jobs are known
 */
export function useDaysPhotos(who: string | null, isWhole: boolean): void {
  const services = useRecordServices();
  const today = useToday();
  const dates = useDates('workOrders');
  const { rows } = useRecordList('workOrders');
  const work = useMemo(
    () => (who === null || !isWhole ? null : () => nextJobs(rows, { today, who, dates })),
    [rows, today, who, dates, isWhole],
  );
  const found = useInSteps({ work, size: rows.length, about: `${today} ${who}` });
  const jobs = found ? [...found.next, ...found.late] : [];
  const ask = useEffectEvent(() => {
    wishForJobs(services, jobs).catch((error: unknown) =>
      services.log.error('photos could not be asked for', error),
    );
  });
  const key = jobs.map(({ localId, serverId }) => `${localId}/${serverId ?? ''}`).join(' ');
  useEffect(() => {
    if (key !== '') ask();
  }, [key]);
}
