import type { SiteAddress } from '../../src/domain/address.ts';
import { type PROJECT_PRIORITIES, type PROJECT_STATUSES, PROJECT_TYPES } from '../../src/domain/project.ts';
import type { DemoTimes } from './demo-calendar.ts';
import type { DemoCustomer } from './demo-customers.ts';
import { DEMO_STREETS, DEMO_TOWNS } from './demo-places.ts';
import { demoTitle } from './demo-titles.ts';
import { DEMO_WORK } from './demo-work.ts';
import type { SeededRandom } from './seeded-random.ts';

type ProjectType = (typeof PROJECT_TYPES)[number];
export type JobStatus = (typeof PROJECT_STATUSES)[number];

/** Each job becomes a project, estimates and work orders. */
export interface DemoJob extends DemoTimes {
  /** Index in the demo customers. */
  readonly customer: number;
  readonly site: SiteAddress;
  readonly type: ProjectType;
  readonly title: string;
  /** Where the work is, in words. */
  readonly area: string;
  readonly cause: string;
  readonly description: string;
  readonly status: JobStatus;
  readonly priority: (typeof PROJECT_PRIORITIES)[number];
  /** In days from today; null when nothing is planned. */
  readonly start: number | null;
  readonly end: number | null;
  readonly cents: number;
}

const COUNT = 150;
const OLDEST_DAYS = 250;
const DAY_MINUTES = 24 * 60;
const NEWEST_CUSTOMERS = 40;
const MANAGER_EVERY = 12;

/** Oldest first. Most are recent. */
export function demoJobs(random: SeededRandom, customers: readonly DemoCustomer[]): readonly DemoJob[] {
  const manager = customers.findIndex(
    ({ customer }) => customer.customer_type === 'property_management' && customer.status === 'active',
  );
  const areas = customers.map(() => new Set<string>());
  const jobs = Array.from({ length: COUNT }, (_, index): DemoJob => {
    const daysAgo = 1 + Math.floor(OLDEST_DAYS * (1 - index / COUNT) ** 1.6);
    const addedMinutesAgo = daysAgo * DAY_MINUTES - random.between(0, DAY_MINUTES - 1);
    const customer =
      index % MANAGER_EVERY === 0 && (customers[manager]?.addedMinutesAgo ?? 0) > addedMinutesAgo
        ? manager
        : customerAt(random, customers, addedMinutesAgo);
    const type = typeOf(random, index);
    const work = DEMO_WORK[type];
    const { title: cause, description } = random.pick(work.causes);
    const { project, area } = demoTitle(cause, index, areas[customer] ?? new Set());
    const site = siteOf(random, customers[customer]);
    const status = statusAt(random, daysAgo);
    const days = random.between(...work.days);
    const [low, high] = work.dollars;
    return {
      customer,
      site,
      type,
      title: project,
      area,
      cause,
      description,
      status,
      priority: random.weighted([
        ['medium', 50],
        ['high', 32],
        ['low', 18],
      ]),
      ...spanOf(random, { status, daysAgo, days }),
      cents: random.between(low * 100, high * 100),
      addedMinutesAgo,
      changedMinutesAgo: random.between(0, addedMinutesAgo),
    };
  });
  return jobs.sort((a, b) => b.addedMinutesAgo - a.addedMinutesAgo);
}

/** Leads and prospects have no jobs, and former customers only old ones. */
function customerAt(
  random: SeededRandom,
  customers: readonly DemoCustomer[],
  addedMinutesAgo: number,
): number {
  const allowed = addedMinutesAgo > 60 * DAY_MINUTES ? ['active', 'inactive'] : ['active'];
  const known = customers.flatMap(({ customer, addedMinutesAgo: since }, index) =>
    since > addedMinutesAgo && allowed.includes(customer.status) ? [index] : [],
  );
  const [first = 0, ...others] = known.slice(-NEWEST_CUSTOMERS);
  return random.pick([first, ...others]);
}

/** The first jobs go through the types in order, so that none is missing. */
function typeOf(random: SeededRandom, index: number): ProjectType {
  return (
    PROJECT_TYPES[index] ??
    random.weighted<ProjectType>([
      ['water_damage', 40],
      ['fire_damage', 10],
      ['mold_remediation', 14],
      ['storm_damage', 14],
      ['smoke_damage', 7],
      ['biohazard', 5],
      ['general_cleaning', 7],
      ['other', 3],
    ])
  );
}

function statusAt(random: SeededRandom, daysAgo: number): JobStatus {
  if (daysAgo > 45) {
    return random.weighted<JobStatus>([
      ['completed', 88],
      ['cancelled', 8],
      ['on_hold', 4],
    ]);
  }
  if (daysAgo > 15) {
    return random.weighted<JobStatus>([
      ['in_progress', 55],
      ['completed', 30],
      ['on_hold', 8],
      ['cancelled', 7],
    ]);
  }
  return random.weighted<JobStatus>([
    ['pending', 45],
    ['in_progress', 45],
    ['on_hold', 5],
    ['cancelled', 5],
  ]);
}

/** The first and last day, in days from today. */
function spanOf(
  random: SeededRandom,
  { status, daysAgo, days }: { status: JobStatus; daysAgo: number; days: number },
): Pick<DemoJob, 'start' | 'end'> {
  const begun = Math.min(0, random.between(0, 3) - daysAgo);
  switch (status) {
    case 'completed':
      return { start: begun, end: Math.max(begun, Math.min(begun + days, -1)) };
    case 'in_progress': {
      const isLate = begun + days < 0 && random.next() < 0.3;
      return { start: begun, end: isLate ? begun + days : Math.max(begun + days, random.between(2, 14)) };
    }
    case 'pending': {
      const planned = random.between(2, 18);
      return random.next() < 0.2 ? { start: null, end: null } : { start: planned, end: planned + days };
    }
    case 'on_hold':
    case 'cancelled':
      return { start: begun, end: null };
  }
}

/** Property managers and insurers have jobs at other addresses, in their own state. */
function siteOf(random: SeededRandom, owner: DemoCustomer | undefined): SiteAddress {
  if (!owner) throw new Error('A demo job has no customer');
  const { customer_type: type, address_line_1, city, state, postal_code } = owner.customer;
  if (type === 'residential' || type === 'commercial') {
    const suite = type === 'commercial' && random.next() < 0.4 ? `Suite ${random.between(1, 9)}00` : '';
    return { address_line_1, address_line_2: suite, city, state, postal_code };
  }
  const [first = DEMO_TOWNS[0], ...others] = DEMO_TOWNS.filter((place) => place.state === state);
  const place = random.pick([first, ...others]);
  return {
    address_line_1: `${random.between(100, 8_999)} ${random.pick(DEMO_STREETS)}`,
    address_line_2: random.next() < 0.5 ? `Unit ${random.between(1, 12)}${random.pick(['A', 'B', 'C'])}` : '',
    city: place.city,
    state: place.state,
    postal_code: random.pick(place.zips),
  };
}
