import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { ClaimFacts } from '../../../crud/record/claim-facts.tsx';
import { JobContact } from '../../../crud/record/job-contact.tsx';
import { RecordLink } from '../../../crud/record-name.tsx';
import { useResourceView } from '../../../crud/resource-views.ts';
import { addressLines } from '../../../domain/address.ts';
import { readJob } from '../../../domain/day/job.ts';
import { sameLabel } from '../../../domain/day/text-blocks.ts';
import type { Fields, ResourceName } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { type RecordRow, useReferenced, useReferring } from '../../../records/use-records.ts';
import { claimWords } from '../../../words/claim.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';

/** Whom a crew may have to reach for a job, and where it is. */
export function JobPeople({ record }: { readonly record: WorkOrder }) {
  const site = addressLines(record);
  const { row } = useReferenced('customers', record.customer);
  return (
    <section aria-label={jobWords.people} className={css['part']}>
      <p className={css['customer']}>
        <RecordLink resource="customers" id={record.customer} />
        {site.length > 0 && <span className={css['site']}>{site.join(', ')}</span>}
      </p>
      <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
      {row && <CustomersClaims customer={row} project={readJob(record.notes).project} />}
    </section>
  );
}

interface ClaimsProps {
  readonly customer: RecordRow<unknown>;
  /** Title of the project that the work order names; '' where it names none. */
  readonly project: string;
}

/** The claims of a customer's projects and estimates: of the one project that the work order names, where it names one. */
function CustomersClaims({ customer, project }: ClaimsProps) {
  const projects = whole('projects', useReferring('projects', 'customer', customer));
  const estimates = whole('estimates', useReferring('estimates', 'customer', customer));
  const named = projects.find(({ title }) => project !== '' && sameLabel(title, project));
  const { path } = useResourceView('projects');
  return (
    <>
      {project !== '' && (
        <p className={css['project']}>
          <strong>{jobWords.project}</strong>{' '}
          {named ? <Link to={`${path}/${encodeURIComponent(named.localId)}`}>{project}</Link> : project}
        </p>
      )}
      {(named ? [named] : [...projects, ...estimates]).map(({ key, title, description }) => (
        <ClaimFacts key={key} title={claimWords.of({ title })} text={description} />
      ))}
    </>
  );
}

interface Claimed {
  readonly key: string;
  readonly localId: string;
  readonly title: string;
  readonly description: string;
}

/** Projects or estimates, whatever the device holds of them. */
function whole(resource: ResourceName, rows: readonly RecordRow<unknown>[] = []): Claimed[] {
  return rows.map(({ localId, view }) => {
    const fields = readable(resource, view as Fields);
    return {
      key: `${resource} ${localId}`,
      localId,
      title: titleOf(resource, fields),
      description: String(fields['description']),
    };
  });
}
