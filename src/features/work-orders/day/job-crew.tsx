import { Button } from '@mantine/core';
import { useState } from 'react';
import { readClockTime } from '../../../domain/day/clock-time.ts';
import { linesBesideJob, readJob } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { formatClock } from '../../../ui/text/format-date.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'));

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** Who does the job and at what time, and what to watch out for there. */
export function JobCrew({ localId, record }: Props) {
  const { crew, flags, time } = readJob(record.notes);
  const read = readClockTime(time);
  const { leftForms } = useRecordServices();
  const [assigning, setAssigning] = useState(
    () => leftForms.reopen('crew', (form) => form.localId === localId) !== null,
  );
  const close = (): void => setAssigning(false);
  return (
    <>
      {flags.length > 0 && (
        <ul aria-label={jobWords.flags} className={css['flags']}>
          {flags.map((flag) => (
            <li key={flag} className={css['flag']}>
              {flag}
            </li>
          ))}
        </ul>
      )}
      <div className={css['crew']}>
        <div>
          {time !== '' && (
            <p>
              <strong>{jobWords.time}</strong> <span>{read ? formatClock(read) : time}</span>
            </p>
          )}
          <p>
            <strong>{jobWords.crew}</strong>{' '}
            <span>{crew.length > 0 ? crew.join(', ') : jobWords.nobody}</span>
          </p>
          <OtherLines lines={linesBesideJob(record.notes)} />
        </div>
        <Button variant="default" size="md" onClick={() => setAssigning(true)}>
          {jobWords.assign}
        </Button>
      </div>
      <LazySlot onClose={close}>
        {assigning && <AssignDialog localId={localId} record={record} onClose={close} />}
      </LazySlot>
    </>
  );
}
