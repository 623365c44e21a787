import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { CURRENCY } from '../../src/domain/work-order.ts';
import { type DemoTimes, dayFrom, minutesBefore } from './demo-calendar.ts';
import { demoCustomers } from './demo-customers.ts';
import { type DemoEstimate, demoEstimates } from './demo-estimates.ts';
import { demoClaim, demoNotes } from './demo-facts.ts';
import { type DemoJob, demoJobs } from './demo-jobs.ts';
import { type DemoWorkOrder, demoWorkOrders } from './demo-work-orders.ts';
import type { SeedRecord } from './seed-records.ts';
import { SeededRandom } from './seeded-random.ts';

/** Oldest first. References hold the index in the list of customers. */
export type DemoRecords = Readonly<Record<ResourceName, readonly SeedRecord[]>>;

const FACTS_SEED = 20_261_128;

/** Returns the same records every time, except for dates and for how far the work of today is. */
export function demoRecords(now: Date): DemoRecords {
  const random = new SeededRandom(20_260_302);
  const customers = demoCustomers();
  const jobs = demoJobs(random, customers);
  const estimates = demoEstimates(random, jobs, customers);
  const workOrders = demoWorkOrders(random, jobs, now);
  // Separate, so that changing a text changes no date or amount.
  const facts = new SeededRandom(FACTS_SEED);
  const record = (times: DemoTimes, body: SeedRecord['body']): SeedRecord => ({
    body,
    createdAt: minutesBefore(now, times.addedMinutesAgo),
    updatedAt: minutesBefore(now, times.changedMinutesAgo),
  });
  return {
    customers: customers.map((row) => record(row, row.customer)),
    projects: jobs.map((job) => record(job, projectBody(now, job, facts))),
    estimates: estimates.map((estimate, index) => record(estimate, estimateBody(now, estimate, index))),
    workOrders: workOrders.map((order, index) =>
      // One each, because how many facts a work order has depends on the time of the day.
      record(order, workOrderBody(now, order, new SeededRandom(FACTS_SEED + index))),
    ),
  };
}

export function lastEstimateNumber({ estimates }: DemoRecords): number {
  return estimates.length;
}

function projectBody(now: Date, job: DemoJob, facts: SeededRandom): SeedRecord['body'] {
  return {
    title: job.title,
    description: [job.description, demoClaim(facts, { now, ...job })].filter(Boolean).join('\n'),
    customer: job.customer,
    project_type: job.type,
    status: job.status,
    priority: job.priority,
    start_date: dayOrNull(now, job.start),
    estimated_completion_date: dayOrNull(now, job.end),
    estimated_cost: job.cents / 100,
    ...job.site,
  };
}

function estimateBody(now: Date, estimate: DemoEstimate, index: number): SeedRecord['body'] {
  return {
    estimate_number: `EST-${String(index + 1).padStart(6, '0')}`,
    title: estimate.title,
    description: estimate.description,
    customer: estimate.customer,
    status: estimate.status,
    valid_until: dayFrom(now, estimate.validUntil),
    subtotal: estimate.subtotal,
    tax_rate: estimate.taxRate,
    total_amount: estimate.total,
    terms_and_conditions: 'Valid for 30 days. Half is due at the start, the rest on completion.',
    notes: '',
  };
}

function workOrderBody(now: Date, { job, ...order }: DemoWorkOrder, facts: SeededRandom): SeedRecord['body'] {
  const written = minutesBefore(now, order.addedMinutesAgo).getTime();
  return {
    work_order_number: `WO-${written}-${order.suffix}`,
    title: order.title,
    description: order.description,
    customer: job.customer,
    status: order.status,
    priority: order.priority,
    ...job.site,
    scheduled_date: dayOrNull(now, order.scheduled),
    estimated_cost: order.amount === null ? null : { amount: order.amount, currency: CURRENCY },
    notes: demoNotes(facts, { now, type: job.type, project: job.title, ...order }),
  };
}

function dayOrNull(now: Date, days: number | null): string | null {
  return days === null ? null : dayFrom(now, days);
}
