import { amountText, fromCents } from '../../src/domain/money.ts';
import type { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES } from '../../src/domain/work-order.ts';
import { type DemoTimes, minutesSince } from './demo-calendar.ts';
import { type DemoHours, demoHours, statusByClock, untilNow } from './demo-hours.ts';
import type { DemoJob } from './demo-jobs.ts';
import { DEMO_WORK, type DemoStep } from './demo-work.ts';
import { SeededRandom } from './seeded-random.ts';

type WorkOrderStatus = (typeof WORK_ORDER_STATUSES)[number];

export interface DemoWorkOrder extends DemoTimes, DemoHours {
  readonly job: DemoJob;
  readonly title: string;
  readonly description: string;
  readonly status: WorkOrderStatus;
  readonly priority: (typeof WORK_ORDER_PRIORITIES)[number];
  /** In days from today. */
  readonly scheduled: number | null;
  /** In dollars and cents. */
  readonly amount: string | null;
  readonly suffix: number;
}

interface Planned {
  readonly status: WorkOrderStatus;
  readonly scheduled: number | null;
}

const COUNT = 300;

/** Oldest first. */
export function demoWorkOrders(
  random: SeededRandom,
  jobs: readonly DemoJob[],
  now: Date,
): readonly DemoWorkOrder[] {
  const counts = stepCounts(random, jobs);
  // Separate, so that changing an hour changes no date or amount.
  const clock = new SeededRandom(20_261_420);
  return jobs
    .flatMap((job, index) => {
      const steps = DEMO_WORK[job.type].steps.slice(0, counts[index]);
      return steps.map((step, at) =>
        workOrder({ random, clock, now }, { job, step, at, count: steps.length }),
      );
    })
    .sort((a, b) => b.addedMinutesAgo - a.addedMinutesAgo);
}

/** Counts by the jobs' status, then adjusts until the total is `COUNT`. */
function stepCounts(random: SeededRandom, jobs: readonly DemoJob[]): readonly number[] {
  const wanted = { completed: 2, in_progress: 3, on_hold: 2, pending: 1, cancelled: 1 };
  const most = jobs.map(({ type }) => DEMO_WORK[type].steps.length);
  const counts = jobs.map(({ status }, index) => Math.min(wanted[status], most[index] ?? 0));
  let total = counts.reduce((sum, count) => sum + count, 0);
  while (total !== COUNT) {
    const index = random.between(0, jobs.length - 1);
    const count = counts[index] ?? 0;
    const change = total < COUNT ? 1 : -1;
    const isFinished = jobs[index]?.status === 'completed';
    if (!isFinished || count + change < 1 || count + change > (most[index] ?? 0)) continue;
    counts[index] = count + change;
    total += change;
  }
  return counts;
}

function workOrder(
  { random, clock, now }: { random: SeededRandom; clock: SeededRandom; now: Date },
  { job, step, at, count }: { job: DemoJob; step: DemoStep; at: number; count: number },
): DemoWorkOrder {
  const plan = planned(random, { job, at, count });
  // Added after the job itself, one after the other, and up to two days before the work.
  const earliest = Math.max(1, job.addedMinutesAgo - 45 * (at + 1));
  const ahead = minutesSince((plan.scheduled ?? 0) - 2) + random.between(0, 600);
  const addedMinutesAgo = Math.min(earliest, ahead);
  const hours = demoHours(clock, { now, scheduled: plan.scheduled, addedMinutesAgo });
  const isOpenToday = plan.scheduled === 0 && (plan.status === 'assigned' || plan.status === 'in_progress');
  const status = isOpenToday ? statusByClock(hours) : plan.status;
  const worked = untilNow(hours);
  return {
    job,
    title: `${step.title}, ${job.area}`,
    description: step.description,
    status,
    scheduled: plan.scheduled,
    ...worked,
    priority: at === 0 && job.priority === 'high' ? 'urgent' : job.priority,
    amount: random.next() < 0.1 ? null : amountText(fromCents(Math.round((job.cents * step.share) / 100))),
    suffix: random.between(0, 999),
    addedMinutesAgo,
    // Drawn by the plan, because the count of draws must not depend on the time of the day.
    changedMinutesAgo: Math.min(
      plan.status === 'completed' ? addedMinutesAgo : random.between(0, addedMinutesAgo),
      lastWork(status, worked) ?? addedMinutesAgo,
    ),
  };
}

/** Work in progress has entries in its log until then. */
function lastWork(status: WorkOrderStatus, { finishedMinutesAgo }: DemoHours) {
  return status === 'completed' || status === 'in_progress' ? finishedMinutesAgo : undefined;
}

function planned(
  random: SeededRandom,
  { job, at, count }: { job: DemoJob; at: number; count: number },
): Planned {
  const start = job.start ?? 0;
  const length = (job.end ?? 0) - start;
  const day = start + Math.floor((length * (at + 1)) / (count + 1));
  switch (job.status) {
    case 'completed':
      return { status: 'completed', scheduled: day };
    case 'in_progress':
      return runningStep(random, { day, left: count - 1 - at });
    case 'on_hold':
      return at === 0
        ? { status: 'completed', scheduled: Math.min(start, -1) }
        : { status: 'pending', scheduled: null };
    case 'pending':
      return random.next() < 0.5
        ? { status: 'assigned', scheduled: job.start }
        : { status: 'pending', scheduled: job.start };
    case 'cancelled':
      return { status: 'cancelled', scheduled: start };
  }
}

/**
 * The second-to-last step is scheduled for these days; how far today's is depends on the clock. The last step is soon,
 * seldom overdue, or not scheduled.
 */
function runningStep(random: SeededRandom, { day, left }: { day: number; left: number }): Planned {
  if (left > 1) return { status: 'completed', scheduled: Math.min(day, -1) };
  if (left === 1) {
    const turn = random.next();
    if (turn < 0.4) return { status: 'in_progress', scheduled: random.between(-1, 0) };
    return { status: 'assigned', scheduled: turn < 0.7 ? 0 : random.between(1, 2) };
  }
  if (random.next() < 0.25) return { status: 'pending', scheduled: null };
  const isLate = random.next() < 0.09;
  return { status: 'assigned', scheduled: isLate ? -random.between(1, 4) : random.between(2, 14) };
}
