import { FIRST_NAMES, LAST_NAMES } from '../../server/seed/demo-names.ts';
import { DEMO_STREETS, DEMO_TOWNS } from '../../server/seed/demo-places.ts';
import { DEMO_WORK } from '../../server/seed/demo-work.ts';
import type { Address } from '../../src/domain/address.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from '../../src/domain/customer.ts';
import { ESTIMATE_STATUSES, type Estimate } from '../../src/domain/estimate.ts';
import {
  PROJECT_PRIORITIES,
  PROJECT_STATUSES,
  PROJECT_TYPES,
  type Project,
} from '../../src/domain/project.ts';
import type { ResourceName, ResourceRecords } from '../../src/domain/resource-spec.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../src/domain/work-order.ts';
import { seededRandom } from '../../tests/support/test/seeded-random.ts';

export interface BookSize {
  readonly customers: number;
  /** Records of each other kind. */
  readonly others: number;
  /** Work orders for these crews, instead of those above. */
  readonly jobs?: CrewJobs;
}

interface CrewJobs {
  readonly count: number;
  readonly people: number;
  readonly aWeek: number;
}

/** A record as the companion server shows it on the plain contract. */
export interface WireRow {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

const BEGUN = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
type Pick = <T>(from: readonly [T, ...T[]]) => T;
type Kinds = { readonly [N in ResourceName]: (n: number, pick: Pick, customers: number) => Fields<N> };
type Fields<N extends ResourceName> = Readonly<Record<keyof ResourceRecords[N], unknown>>;

/** Makes a company's records, oldest first. The same size gives the same records. */
export function bookOf({
  customers,
  others,
  jobs,
}: BookSize): Readonly<Record<ResourceName, readonly WireRow[]>> {
  const made = (name: ResourceName, count: number): WireRow[] => rowsOf(name, count, customers);
  return {
    customers: made('customers', customers),
    projects: made('projects', others),
    estimates: made('estimates', others),
    workOrders: jobs ? crewJobs(made('workOrders', jobs.count), jobs) : made('workOrders', others),
  };
}

/** Gives each job one person, most of them a time, and the same number of jobs to each week. */
function crewJobs(rows: readonly WireRow[], { people, aWeek }: CrewJobs): WireRow[] {
  return rows.map((row, n) => ({
    ...row,
    scheduled_date: new Date(BEGUN + Math.floor((7 * n) / aWeek) * DAY).toISOString().slice(0, 10),
    notes: `Call before arriving.\n--- Job ---\nCrew: ${FIRST_NAMES[n % people]} ${LAST_NAMES[n % people]}${
      n % 4 === 0 ? '' : `\nTime: ${String(8 + (n % 8)).padStart(2, '0')}:00-${10 + (n % 8)}:00`
    }\n`,
  }));
}

function rowsOf(name: ResourceName, count: number, customers: number): WireRow[] {
  const random = seededRandom(name.length * 7919);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] ?? from[0];
  return Array.from({ length: count }, (_, index) => {
    const created = new Date(BEGUN + index * MINUTE).toISOString();
    return {
      id: index + 1,
      created_at: created,
      updated_at: created,
      ...KINDS[name](index, pick, customers),
    };
  });
}

const KINDS: Kinds = {
  customers: (n, pick): Record<keyof Customer, unknown> => {
    const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
    const company = pick(['', '', '', `${pick(LAST_NAMES)} Properties`, `${pick(LAST_NAMES)} & Sons`]);
    return {
      first_name: first,
      last_name: last,
      email: `${first}.${last}.${n}@example.com`.toLowerCase(),
      phone: `(612) 555-${String(n % 10_000).padStart(4, '0')}`,
      ...address(n, pick),
      company_name: company,
      customer_type: pick(CUSTOMER_TYPES),
      status: pick(['active', 'active', ...CUSTOMER_STATUSES]),
    };
  },
  projects: (n, pick, customers): Record<keyof Project, unknown> => {
    const type = pick(PROJECT_TYPES);
    const { title, description } = pick(DEMO_WORK[type].causes);
    return {
      title: `${title}, ${pick(LAST_NAMES)} ${n}`,
      description,
      customer: customerOf(n, customers),
      project_type: type,
      status: pick(PROJECT_STATUSES),
      priority: pick(PROJECT_PRIORITIES),
      start_date: day(n),
      estimated_completion_date: day(n + 12),
      estimated_cost: 1500 + ((n * 37) % 20_000),
      address_line_2: '',
      ...address(n, pick),
    };
  },
  estimates: (n, pick, customers): Record<keyof Estimate, unknown> => {
    const { title, description } = pick(DEMO_WORK[pick(PROJECT_TYPES)].causes);
    const subtotal = 900 + ((n * 53) % 15_000);
    return {
      estimate_number: `EST-${String(n + 1).padStart(6, '0')}`,
      title: `${title}, ${pick(LAST_NAMES)}`,
      description,
      customer: customerOf(n, customers),
      status: pick(ESTIMATE_STATUSES),
      valid_until: day(n + 30),
      subtotal,
      tax_rate: 7.5,
      total_amount: Math.round(subtotal * 107.5) / 100,
      terms_and_conditions: 'Half on acceptance, the rest on completion.',
      notes: '',
    };
  },
  workOrders: (n, pick, customers): Record<keyof WorkOrder, unknown> => {
    const { title, description } = pick(DEMO_WORK[pick(PROJECT_TYPES)].steps);
    return {
      work_order_number: `WO-${1_704_067_200_000 + n}-${n % 1000}`,
      title,
      description,
      customer: customerOf(n, customers),
      status: pick(WORK_ORDER_STATUSES),
      priority: pick(WORK_ORDER_PRIORITIES),
      address_line_2: '',
      ...address(n, pick),
      scheduled_date: day(n + 3),
      estimated_cost: { amount: (200 + ((n * 29) % 4000)).toFixed(2), currency: 'USD' },
      notes: '',
    };
  },
};

function address(n: number, pick: Pick): Address {
  const { city, state, zips } = pick(DEMO_TOWNS);
  const address_line_1 = `${100 + (n % 8900)} ${pick(DEMO_STREETS)}`;
  return { address_line_1, city, state, postal_code: pick(zips) };
}

function customerOf(n: number, customers: number): number | null {
  return customers === 0 ? null : 1 + ((n * 7919) % customers);
}

function day(n: number): string {
  return new Date(BEGUN + (n % 900) * DAY).toISOString().slice(0, 10);
}
