import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Claimed, useJobClaims } from '../../../crud/job-claims.ts';
import { readable } from '../../../crud/readable.ts';
import { ClaimFacts, JobContact } from '../../../crud/record/contact-facts.tsx';
import { RecordLink, recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { addressLines, addressOf } from '../../../domain/address.ts';
import { readClockTime } from '../../../domain/day/clock-time.ts';
import { linesBesideJob, readJob } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { useReferenced } from '../../../records/use-records.ts';
import { Avatars } from '../../../ui/avatar.tsx';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { DirectionsLink } from '../../../ui/text/contact-links.tsx';
import { Lines, OtherLines } from '../../../ui/text/facts.tsx';
import { formatClock } from '../../../ui/text/format-date.ts';
import { claimWords, jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';

export function JobPeople({ record }: { readonly record: WorkOrder }) {
  const { row } = useReferenced('customers', record.customer);
  const site = addressLines(record);
  const place = site.length > 0 || !row ? site : addressLines(addressOf(readable('customers', row.view)));
  return (
    <section aria-label={jobWords.people} className={css.part}>
      <p className={css.customer}>
        <RecordLink resource="customers" id={record.customer} />
      </p>
      {place.length > 0 && (
        <div className={css.address}>
          <p className={css.site}>
            <Lines lines={place} />
          </p>
          <DirectionsLink address={place.join(', ')} />
        </div>
      )}
      <JobContact resource="customers" id={record.customer} isLarge />
      <JobClaims record={record} isKnown={row !== undefined} />
    </section>
  );
}

interface ClaimsProps {
  readonly record: WorkOrder;
  /** The customer is on this device. */
  readonly isKnown: boolean;
}

function JobClaims({ record, isKnown }: ClaimsProps) {
  const { named, claims, unsure } = useJobClaims(record);
  const { path } = useResourceView('projects');
  const { project } = readJob(record.notes);
  return (
    <>
      {project !== '' && (
        <p className={css.project}>
          <strong>{jobWords.project}</strong>{' '}
          {named[0] ? <Link to={recordPath(path, named[0])}>{project}</Link> : <span>{project}</span>}
        </p>
      )}
      {project !== '' && isKnown && named.length === 0 && (
        <p className={css.none}>{jobWords.noSuchProject}</p>
      )}
      <Claims found={claims} />
      {unsure.length > 0 && (
        <details>
          <summary className={css.claims}>{jobWords.claims({ count: unsure.length })}</summary>
          <p className={css.none}>{jobWords.chooseProject}</p>
          <Claims found={unsure} />
        </details>
      )}
    </>
  );
}

function Claims({ found }: { readonly found: readonly Claimed[] }) {
  return found.map(({ key, title, description }) => (
    <ClaimFacts key={key} title={claimWords.of({ title })} text={description} />
  ));
}

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'));

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

export function JobCrew({ localId, record }: Props) {
  const { crew, time } = readJob(record.notes);
  const read = readClockTime(time);
  const { leftForms } = useRecordServices();
  const [assigning, setAssigning] = useState(
    () => leftForms.reopen('crew', (form) => form.localId === localId) !== null,
  );
  const close = (): void => setAssigning(false);
  return (
    <>
      <div className={css.crew}>
        <div>
          {time !== '' && (
            <p>
              <strong>{jobWords.time}</strong> <span>{read ? formatClock(read) : time}</span>
            </p>
          )}
          <div className={css.people}>
            <Avatars names={crew} />
            <p>
              <strong>{jobWords.crew}</strong>{' '}
              <span>{crew.length > 0 ? crew.join(', ') : jobWords.nobody}</span>
            </p>
          </div>
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
