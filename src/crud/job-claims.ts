import { claimLines } from '../domain/day/claim.ts';
import { readJob } from '../domain/day/job.ts';
import { sameLabel } from '../domain/day/text-blocks.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import type { WorkOrder } from '../domain/work-order.ts';
import { type RecordRow, useReferenced, useReferring } from '../records/use-records.ts';
import { readable, titleOf } from './readable.ts';

/** A project or an estimate, whose description may have a claim. */
export interface Claimed {
  readonly key: string;
  readonly localId: string;
  readonly serverId: RecordRow<unknown>['serverId'];
  readonly title: string;
  readonly description: string;
}

export interface JobClaims {
  /** Projects of the customer that the job names. */
  readonly named: readonly Claimed[];
  /** The named project's claims. Without a name, the customer's claim if there is only one. */
  readonly claims: readonly Claimed[];
  /** Claims that may belong to another job. */
  readonly unsure: readonly Claimed[];
}

const NO_CUSTOMER = { localId: '', serverId: undefined };

export function useJobClaims({ customer, notes }: Pick<WorkOrder, 'customer' | 'notes'>): JobClaims {
  const { row } = useReferenced('customers', customer);
  const projects = useReferring('projects', 'customer', row ?? NO_CUSTOMER);
  const estimates = useReferring('estimates', 'customer', row ?? NO_CUSTOMER);
  if (!row) return { named: [], claims: [], unsure: [] };
  const all = claimed('projects', projects);
  const { project } = readJob(notes);
  const named = project === '' ? [] : all.filter(({ title }) => sameLabel(title, project));
  if (project !== '') return { named, claims: claimsIn(named), unsure: [] };
  const found = claimsIn([...all, ...claimed('estimates', estimates)]);
  return found.length === 1 && all.length <= 1
    ? { named, claims: found, unsure: [] }
    : { named, claims: [], unsure: found };
}

function claimed(resource: ResourceName, rows: readonly RecordRow<unknown>[]): Claimed[] {
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
