import type { Fields, ResourceName } from '../src/domain/resource-spec.ts';
import { specOf } from '../src/domain/resource-specs.ts';

export interface SampleEnv {
  /** A mark in every record of one run: 'k3f9x2a1'. */
  readonly run: string;
  readonly number: number;
  /** In ms since 1970. */
  readonly now: number;
  readonly random: number;
}

const REMARK = 'Created by the conformance command, which removes it at its end. It may be deleted.';
const DAY_MS = 86_400_000;
const SITE = {
  address_line_1: '1 Test Street',
  address_line_2: 'Unit 4',
  city: 'Boise',
  state: 'ID',
  postal_code: '83702',
};

/** Fills in all fields as a person would, but without references. */
export function fullSample(resource: ResourceName, env: SampleEnv): Fields {
  return { ...sparseSample(resource, env), ...filledIn(resource, env) };
}

export function sparseSample(resource: ResourceName, env: SampleEnv): Fields {
  return { ...specOf(resource).blank(env), ...needed(resource, env) };
}

function needed(resource: ResourceName, { run, number, now }: SampleEnv): Fields {
  const title = `Conformance check ${run}-${number}`;
  switch (resource) {
    case 'customers':
      return {
        first_name: 'Conformance',
        last_name: `check ${run}-${number}`,
        email: `conformance-check-${run}-${number}@example.com`,
      };
    case 'projects':
      return { title };
    case 'workOrders':
      // The form of the app's own numbers, unique in this run.
      return { title, work_order_number: `WO-${now}-${number}`, notes: `Conformance check ${run}` };
    case 'estimates':
      return { title, valid_until: dayIn(30, now), subtotal: 1000, tax_rate: 8.25, total_amount: 1082.5 };
  }
}

function filledIn(resource: ResourceName, { now }: SampleEnv): Fields {
  switch (resource) {
    case 'customers': {
      const { address_line_2: _, ...address } = SITE;
      return {
        ...address,
        phone: '+1-555-123-4567',
        company_name: 'Conformance check',
        customer_type: 'commercial',
        status: 'prospect',
      };
    }
    case 'projects':
      return {
        ...SITE,
        description: REMARK,
        project_type: 'fire_damage',
        status: 'on_hold',
        priority: 'low',
        start_date: dayIn(1, now),
        estimated_completion_date: dayIn(31, now),
        estimated_cost: 1234.56,
      };
    case 'workOrders':
      return {
        ...SITE,
        description: REMARK,
        status: 'assigned',
        priority: 'urgent',
        scheduled_date: dayIn(2, now),
        estimated_cost: 99.9,
      };
    case 'estimates':
      return { description: REMARK, status: 'sent', terms_and_conditions: 'None.', notes: REMARK };
  }
}

export function dayIn(days: number, now: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}
