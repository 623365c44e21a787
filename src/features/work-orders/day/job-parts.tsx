import { Link } from 'react-router-dom';
import { RecordCard, RecordColumn, RecordColumns } from '../../../crud/record/record-cards.tsx';
import { recordPath } from '../../../crud/record-link.tsx';
import { type FactsProps, useResourceView } from '../../../crud/resource-view.ts';
import { otherNotes, readJob } from '../../../domain/day/job.ts';
import { notesShare } from '../../../domain/day/notes-share.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useReferenced } from '../../../records/use-records.ts';
import { CameraIcon, DocumentIcon, ReadingsIcon } from '../../../ui/icons.ts';
import { Fact, Facts } from '../../../ui/text/facts.tsx';
import { MoneyText } from '../../../ui/text/format-values.tsx';
import { fieldLabels } from '../../../words/common.ts';
import { dryingWords } from '../../../words/drying.ts';
import { jobWords } from '../../../words/jobs.ts';
import { recordScreenWords } from '../../../words/record.ts';
import { Hazards } from './hazards.tsx';
import css from './job.module.css';
import { JobChecklist } from './job-checklist.tsx';
import { JobLog } from './job-log.tsx';
import { JobCrew, JobPeople } from './job-people.tsx';
import { JobStepper } from './job-stepper.tsx';
import { NextStep } from './job-steps.tsx';

export function JobParts({ localId, record }: FactsProps<WorkOrder>) {
  const job = { localId, record };
  const { path } = useResourceView('workOrders');
  const { row } = useReferenced('workOrders', localId);
  const share = notesShare(record.notes);
  return (
    <RecordColumns>
      <RecordColumn>
        <Hazards flags={readJob(record.notes).flags} />
        <RecordCard>
          <JobStepper record={record} />
          <NextStep {...job} />
        </RecordCard>
        <div className={css.ways}>
          <Link
            to={`${recordPath(path, row ?? { localId, serverId: undefined })}/readings`}
            className={css.way}
          >
            <ReadingsIcon size={24} aria-hidden /> <span>{dryingWords.open}</span>
          </Link>
          <Link to="?tab=photos" className={css.way}>
            <CameraIcon size={24} aria-hidden /> <span>{recordScreenWords.photos}</span>
          </Link>
          <Link to="?tab=documents" className={css.way}>
            <DocumentIcon size={24} aria-hidden /> <span>{recordScreenWords.documents}</span>
          </Link>
        </div>
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
          {share !== null && (
            <p role="status" className={css.full}>
              {jobWords.nearlyFull({ share })}
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
