import { STEPS } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';
import { JobChecklist } from './job-checklist.tsx';
import { JobCrew } from './job-crew.tsx';
import { JobLog } from './job-log.tsx';
import { JobPeople } from './job-people.tsx';
import { NextStep } from './next-step.tsx';
import { StepsTaken } from './steps-taken.tsx';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** What our own server takes; others may take less. */
const LONGEST = 10_000;
const NEARLY = 0.8;

/** A work order as its crew needs it: what to do next, whom to reach, what to watch out for, what was done. */
export function JobParts({ localId, record }: Props) {
  const share = record.notes.length / LONGEST;
  return (
    <div className={css['parts']}>
      <NextStep localId={localId} record={record} />
      <StepsTaken notes={record.notes} steps={STEPS} />
      <JobCrew localId={localId} record={record} />
      <JobPeople record={record} />
      <JobChecklist localId={localId} record={record} />
      <JobLog localId={localId} record={record} />
      {share >= NEARLY && (
        <p role="status" className={css['full']}>
          {jobWords.nearlyFull({ share: Math.round(share * 100) })}
        </p>
      )}
    </div>
  );
}
