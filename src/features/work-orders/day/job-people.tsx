import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { ClaimFacts, JobContact } from '../../../crud/record/contact-facts.tsx';
import { RecordLink, recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { addressLines, addressOf } from '../../../domain/address.ts';
import { claimLines } from '../../../domain/day/claim.ts';
import { readClockTime } from '../../../domain/day/clock-time.ts';
import { linesBesideJob, readJob } from '../../../domain/day/job.ts';
import { sameLabel } from '../../../domain/day/text-blocks.ts';
import type { Fields, ResourceName } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { type RecordRow, useReferenced, useReferring } from '../../../records/use-records.ts';
import { Avatar } from '../../../ui/avatar.tsx';
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
  const { project } = readJob(record.notes);
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
      {row ? (
        <JobClaims customer={row} project={project} />
      ) : (
        project !== '' && (
          <p className={css.project}>
            <strong>{jobWords.project}</strong> <span>{project}</span>
          </p>
        )
      )}
    </section>
  );
}

interface ClaimsProps {
  readonly customer: RecordRow<unknown>;
  readonly project: string;
}

/** Shows the project's claims. Without a project, shows the customer's claim if there is only one. */
function JobClaims({ customer, project }: ClaimsProps) {
  const projects = useReferring('projects', 'customer', customer);
  const estimates = useReferring('estimates', 'customer', customer);
  const { path } = useResourceView('projects');
  const known = whole('projects', projects);
  if (project === '') return <UnnamedClaims projects={known} estimates={whole('estimates', estimates)} />;
  const own = known.filter(({ title }) => sameLabel(title, project));
  return (
    <>
      <p className={css.project}>
        <strong>{jobWords.project}</strong>{' '}
        {own[0] ? <Link to={recordPath(path, own[0])}>{project}</Link> : <span>{project}</span>}
      </p>
      {own.length === 0 && <p className={css.none}>{jobWords.noSuchProject}</p>}
      <Claims found={claimsIn(own)} />
    </>
  );
}

interface UnnamedProps {
  readonly projects: readonly Claimed[];
  readonly estimates: readonly Claimed[];
}

/** Folds claims that may belong to another job. */
function UnnamedClaims({ projects, estimates }: UnnamedProps) {
  const found = claimsIn([...projects, ...estimates]);
  if (found.length === 0) return null;
  if (found.length === 1 && projects.length <= 1) return <Claims found={found} />;
  return (
    <details>
      <summary className={css.claims}>{jobWords.claims({ count: found.length })}</summary>
      <p className={css.none}>{jobWords.chooseProject}</p>
      <Claims found={found} />
    </details>
  );
}

function Claims({ found }: { readonly found: readonly Claimed[] }) {
  return found.map(({ key, title, description }) => (
    <ClaimFacts key={key} title={claimWords.of({ title })} text={description} />
  ));
}

interface Claimed {
  readonly key: string;
  readonly localId: string;
  readonly serverId: RecordRow<unknown>['serverId'];
  readonly title: string;
  readonly description: string;
}

function whole(resource: ResourceName, rows: readonly RecordRow<unknown>[]): Claimed[] {
  return rows.map(({ localId, serverId, view }) => {
    const fields = readable(resource, view as Fields);
    return {
      key: `${resource} ${localId}`,
      localId,
      serverId,
      title: titleOf(resource, fields),
      description: String(fields['description']),
    };
  });
}

function claimsIn(records: readonly Claimed[]): Claimed[] {
  return records.filter(({ description }) => claimLines(description).length > 0);
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
            {crew.length > 0 && (
              <div className={css.faces}>
                {crew.map((name) => (
                  <Avatar key={name} name={name} />
                ))}
              </div>
            )}
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
