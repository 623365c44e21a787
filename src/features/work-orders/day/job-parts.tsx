import { RecordCard, RecordColumn, RecordColumns } from '../../../crud/record/record-cards.tsx';
import type { FactsProps } from '../../../crud/resource-view.ts';
import { otherNotes, readJob } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { Fact, Facts } from '../../../ui/text/facts.tsx';
import { MoneyText } from '../../../ui/text/format-values.tsx';
import { fieldLabels } from '../../../words/common.ts';
import { jobWords } from '../../../words/jobs.ts';
import { Hazards } from './hazards.tsx';
import css from './job.module.css';
import { JobChecklist } from './job-checklist.tsx';
import { JobLog } from './job-log.tsx';
import { JobCrew, JobPeople } from './job-people.tsx';
import { JobStepper } from './job-stepper.tsx';
import { NextStep } from './job-steps.tsx';

/** Our server's limit, in characters. Other servers may accept less. */
const LONGEST = 10_000;
const NEARLY = 0.8;

export function JobParts({ localId, record }: FactsProps<WorkOrder>) {
  const job = { localId, record };
  const share = record.notes.length / LONGEST;
  return (
    <RecordColumns>
      <RecordColumn>
        <Hazards flags={readJob(record.notes).flags} />
        <RecordCard>
          <JobStepper record={record} />
          <NextStep {...job} />
        </RecordCard>
        <RecordCard>
          <JobPeople record={record} />
        </RecordCard>
        <RecordCard>
          <JobCrew {...job} />
        </RecordCard>
      </RecordColumn>
      <RecordColumn>
        <JobChecklist {...job} />
        <RecordCard>
          <JobLog {...job} />
          {share >= NEARLY && (
            <p role="status" className={css.full}>
              {jobWords.nearlyFull({ share: Math.round(share * 100) })}
            </p>
          )}
        </RecordCard>
        <RecordCard>
          <h2 className={css.title}>{jobWords.details}</h2>
          <Facts folds>
            <Fact name={fieldLabels.estimated_cost} blank={record.estimated_cost === null}>
              <MoneyText amount={record.estimated_cost} />
            </Fact>
            <Fact name={fieldLabels.description} long>
              {record.description.trim()}
            </Fact>
            <Fact name={fieldLabels.notes} long>
              {otherNotes(record.notes)}
            </Fact>
          </Facts>
        </RecordCard>
      </RecordColumn>
    </RecordColumns>
  );
}
