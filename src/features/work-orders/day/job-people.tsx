import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { ClaimFacts } from '../../../crud/record/claim-facts.tsx';
import { JobContact } from '../../../crud/record/job-contact.tsx';
import { RecordLink } from '../../../crud/record-name.tsx';
import { recordPath } from '../../../crud/record-path.ts';
import { useResourceView } from '../../../crud/resource-views.ts';
import { addressLines } from '../../../domain/address.ts';
import { claimLines } from '../../../domain/day/claim.ts';
import { readJob } from '../../../domain/day/job.ts';
import { sameLabel } from '../../../domain/day/text-blocks.ts';
import type { Fields, ResourceName } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { type RecordRow, useReferenced, useReferring } from '../../../records/use-records.ts';
import { claimWords, jobWords } from '../../../words/job.ts';
import css from './job.module.css';

/** Whom a crew may have to reach for a job, and where it is. */
export function JobPeople({ record }: { readonly record: WorkOrder }) {
  const site = addressLines(record);
  const { row } = useReferenced('customers', record.customer);
  const { project } = readJob(record.notes);
  return (
    <section aria-label={jobWords.people} className={css['part']}>
      <p className={css['customer']}>
        <RecordLink resource="customers" id={record.customer} />
        {site.length > 0 && <span className={css['site']}>{site.join(', ')}</span>}
      </p>
      <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
      {row ? (
        <JobClaims customer={row} project={project} />
      ) : (
        project !== '' && (
          <p className={css['project']}>
            <strong>{jobWords.project}</strong> <span>{project}</span>
          </p>
        )
      )}
    </section>
  );
}

interface ClaimsProps {
  readonly customer: RecordRow<unknown>;
  /** Title of the project that the work order names; '' where it names none. */
  readonly project: string;
}

/** The claim of the project that the work order names; else the customer's, where it is clear whose it is. */
function JobClaims({ customer, project }: ClaimsProps) {
  const projects = useReferring('projects', 'customer', customer);
  const estimates = useReferring('estimates', 'customer', customer);
  const { path } = useResourceView('projects');
  const known = whole('projects', projects);
  if (project === '') return <UnnamedClaims projects={known} estimates={whole('estimates', estimates)} />;
  const own = known.filter(({ title }) => sameLabel(title, project));
  return (
    <>
      <p className={css['project']}>
        <strong>{jobWords.project}</strong>{' '}
        {own[0] ? <Link to={recordPath(path, own[0])}>{project}</Link> : <span>{project}</span>}
      </p>
      {own.length === 0 && <p className={css['none']}>{jobWords.noSuchProject}</p>}
      <Claims found={claimsIn(own)} />
    </>
  );
}

interface UnnamedProps {
  readonly projects: readonly Claimed[];
  readonly estimates: readonly Claimed[];
}

/** A crew must not call the adjuster of another job: claims that may be of one are folded. */
function UnnamedClaims({ projects, estimates }: UnnamedProps) {
  const found = claimsIn([...projects, ...estimates]);
  if (found.length === 0) return null;
  if (found.length === 1 && projects.length <= 1) return <Claims found={found} />;
  return (
    <details>
      <summary className={css['claims']}>{jobWords.claims({ count: found.length })}</summary>
      <p className={css['none']}>{jobWords.chooseProject}</p>
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

/** Projects or estimates, whatever the device holds of them. */
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
