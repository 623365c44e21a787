import type { ESTIMATE_STATUSES } from '../../src/domain/estimate.ts';
import { fromCents, withTax } from '../../src/domain/money.ts';
import { PROJECT_TYPES } from '../../src/domain/project.ts';
import { type DemoTimes, dayAdded } from './demo-calendar.ts';
import type { DemoCustomer } from './demo-customers.ts';
import type { DemoJob, JobStatus } from './demo-jobs.ts';
import { demoTitle, ESTIMATE_TITLES } from './demo-titles.ts';
import { DEMO_TAX_RATES, DEMO_WORK } from './demo-work.ts';
import type { SeededRandom } from './seeded-random.ts';

type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];
type Weights = Parameters<typeof SeededRandom.prototype.weighted<EstimateStatus>>[0];

export interface DemoEstimate extends DemoTimes {
  readonly customer: number;
  readonly title: string;
  readonly description: string;
  readonly status: EstimateStatus;
  /** In days from today. */
  readonly validUntil: number;
  readonly subtotal: number;
  readonly taxRate: number;
  readonly total: number;
}

type Draft = Omit<DemoEstimate, 'validUntil' | 'subtotal' | 'taxRate' | 'total' | 'changedMinutesAgo'> & {
  readonly cents: number;
  readonly state: string;
};

const COUNT = 250;
const FURTHER = 45;
const VALID_DAYS = 30;

const BY_JOB: Readonly<Record<JobStatus, Weights>> = {
  completed: [['accepted', 1]],
  in_progress: [['accepted', 1]],
  on_hold: [['accepted', 1]],
  pending: [
    ['accepted', 40],
    ['sent', 40],
    ['draft', 20],
  ],
  cancelled: [
    ['rejected', 60],
    ['expired', 40],
  ],
};
/** Some stay 'sent' because nobody has set them to expired. */
const OLD_QUOTES: Weights = [
  ['rejected', 35],
  ['expired', 30],
  ['sent', 25],
  ['accepted', 10],
];
const NEW_QUOTES: Weights = [
  ['sent', 50],
  ['draft', 38],
  ['rejected', 12],
];

/** Oldest first. */
export function demoEstimates(
  random: SeededRandom,
  jobs: readonly DemoJob[],
  customers: readonly DemoCustomer[],
): readonly DemoEstimate[] {
  const begun = jobs.filter(({ status }) => status !== 'pending' && status !== 'cancelled');
  const further = begun.filter((_, index) => (index * FURTHER) % begun.length < FURTHER);
  const areas = customers.map(
    (_, index) => new Set(jobs.filter(({ customer }) => customer === index).map(({ area }) => area)),
  );
  const quotes = COUNT - jobs.length - further.length;
  return [
    ...jobs.map((job) => firstOf(random, job)),
    ...further.map((job) => furtherOf(random, job)),
    ...Array.from({ length: quotes }, () => quoteFor(random, customers, areas)),
  ]
    .map((draft) => finished(random, draft))
    .sort((a, b) => b.addedMinutesAgo - a.addedMinutesAgo);
}

function firstOf(random: SeededRandom, job: DemoJob): Draft {
  return {
    customer: job.customer,
    title: `${ESTIMATE_TITLES[job.type]}, ${job.area}`,
    description: job.description,
    status: random.weighted(BY_JOB[job.status]),
    cents: job.cents,
    state: job.site.state,
    addedMinutesAgo: Math.max(1, job.addedMinutesAgo - random.between(30, 2_000)),
  };
}

function furtherOf(random: SeededRandom, job: DemoJob): Draft {
  const addedMinutesAgo = random.between(1, job.addedMinutesAgo);
  return {
    ...firstOf(random, job),
    title: `Additional work, ${job.area}`,
    description: 'Found after demolition; not in the first scope.',
    status: random.weighted(isOld(addedMinutesAgo) ? [['accepted', 60], ...OLD_QUOTES] : NEW_QUOTES),
    cents: Math.round((job.cents * random.between(8, 35)) / 100),
    addedMinutesAgo,
  };
}

function quoteFor(
  random: SeededRandom,
  customers: readonly DemoCustomer[],
  areas: readonly Set<string>[],
): Draft {
  const customer = random.between(0, customers.length - 1);
  const owner = customers[customer];
  if (!owner) throw new Error('A demo quote has no customer');
  const type = random.pick(PROJECT_TYPES);
  const work = DEMO_WORK[type];
  const { title: cause, description } = random.pick(work.causes);
  const [low, high] = work.dollars;
  const addedMinutesAgo = random.between(1, owner.addedMinutesAgo);
  return {
    customer,
    title: `${ESTIMATE_TITLES[type]}, ${demoTitle(cause, customer, areas[customer] ?? new Set()).area}`,
    description,
    status: random.weighted(isOld(addedMinutesAgo) ? OLD_QUOTES : NEW_QUOTES),
    cents: random.between(low * 100, high * 100),
    state: owner.customer.state,
    addedMinutesAgo,
  };
}

function isOld(addedMinutesAgo: number): boolean {
  return dayAdded({ addedMinutesAgo }) < -VALID_DAYS - 5;
}

function finished(random: SeededRandom, { cents, state, ...draft }: Draft): DemoEstimate {
  const subtotal = fromCents(cents);
  const taxRate = DEMO_TAX_RATES[state] ?? 0;
  const isExpired = draft.status === 'expired';
  return {
    ...draft,
    // If expired, in the past even for a recent job.
    validUntil: Math.min(dayAdded(draft) + VALID_DAYS, isExpired ? -1 : VALID_DAYS),
    subtotal,
    taxRate,
    total: withTax(subtotal, taxRate) ?? subtotal,
    changedMinutesAgo: random.between(0, draft.addedMinutesAgo),
  };
}
