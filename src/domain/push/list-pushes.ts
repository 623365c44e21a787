import type { Estimate } from '../estimate.ts';
import { readText } from '../field.ts';
import { toCents } from '../money.ts';
import { type DateForms, dayAt, daysBetween } from '../plain-date.ts';
import type { Project } from '../project.ts';
import { isOver } from '../resource-specs.ts';
import { SortedRuns } from '../steps.ts';
import { estimatePush } from './estimate-pushes.ts';
import { jobPush } from './job-pushes.ts';
import { isOld, type Push, type PushRow, type PushTime, type WorkOrderRow } from './push.ts';
import { completedUpTo, madeUpTo, statusSince } from './since.ts';

export interface PushRows {
  readonly customers: readonly Pick<PushRow<unknown>, 'localId' | 'serverId'>[];
  readonly projects: readonly PushRow<Project>[];
  readonly estimates: readonly PushRow<Estimate>[];
  readonly workOrders: readonly WorkOrderRow[];
}

export interface PushQuestion extends PushTime {
  /** How work orders write dates. */
  readonly dates: DateForms;
  /** All of them are on this device. Only then can a customer lack one. */
  readonly whole: { readonly estimates: boolean; readonly workOrders: boolean };
}

/** Steps end after this much work, about a millisecond. Reading the notes of a job is the slowest part. */
const STEP = 1000;
const NOTES = 100;

interface Job {
  readonly since: number;
  readonly days: number;
  readonly cents: number;
}

type Completed = Job &
  (
    | { readonly kind: 'workOrders'; readonly row: WorkOrderRow }
    | { readonly kind: 'projects'; readonly row: PushRow<Project> }
  );

/** The work for one customer. */
interface Work {
  hasOpenJob: boolean;
  /** Completed or cancelled ones. */
  jobsOver: number;
  /** The latest time at which completed work can have been made or completed. Null without any. */
  doneUpTo: number | null;
  hasEstimate: boolean;
  /** Rejected or expired ones. */
  estimatesOver: number;
  /** The one completed last. */
  completed: Completed | null;
}

/**
 * Lists overdue work first, longest overdue on top, then by money times days; what has waited longest of all comes
 * after that, in the same order. Each record is listed once. What a customer lacks is told only of customers on this
 * device.
 */
export function* listPushes(rows: PushRows, question: PushQuestion): Generator<void, readonly Push[]> {
  const books = new Books(rows.customers, question);
  for (const work of [books.customers(), books.workOrders(rows.workOrders), books.estimates(rows.estimates)])
    yield* work;
  yield* books.projects(rows.projects);
  return yield* inOrder(yield* books.pushes());
}

class Books {
  readonly #rows: PushRows['customers'];
  readonly #question: PushQuestion;
  /** References may hold either id. */
  readonly #localIds = new Map<string, string>();
  readonly #work = new Map<string, Work>();
  readonly #found: Push[] = [];
  /** Listed unless a work order was made for them. */
  readonly #accepted: PushRow<Estimate>[] = [];
  readonly #begun: PushRow<Project>[] = [];

  constructor(customers: PushRows['customers'], question: PushQuestion) {
    this.#rows = customers;
    this.#question = question;
  }

  *customers(): Generator<void, void> {
    for (const [n, { localId, serverId }] of this.#rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      this.#localIds.set(localId, localId);
      if (serverId !== undefined) this.#localIds.set(String(serverId), localId);
    }
  }

  *workOrders(rows: PushRows['workOrders']): Generator<void, void> {
    let spent = 0;
    for (const row of rows) {
      spent += row.view.status === 'in_progress' ? NOTES : 1;
      if (spent > STEP) {
        spent = 0;
        yield;
      }
      const push = jobPush(row, this.#question, this.#question.dates);
      if (push) this.#found.push(push);
      const work = this.#workOf(row);
      if (!work) continue;
      if (isOver('workOrders', row.view.status)) work.jobsOver += 1;
      else work.hasOpenJob = true;
      if (row.view.status === 'completed') {
        work.doneUpTo = Math.max(
          work.doneUpTo ?? 0,
          madeUpTo(row.seen),
          completedUpTo(row, this.#question.now),
        );
        completedIn(work, { kind: 'workOrders', row, ...this.#jobOf(row, row.view.estimated_cost) });
      }
    }
  }

  *estimates(rows: PushRows['estimates']): Generator<void, void> {
    for (const [n, row] of rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      const push = estimatePush(row, this.#question);
      if (push) this.#found.push(push);
      if (row.view.status === 'accepted') this.#accepted.push(row);
      const work = this.#workOf(row);
      if (!work) continue;
      if (isOver('estimates', row.view.status)) work.estimatesOver += 1;
      else work.hasEstimate = true;
    }
  }

  *projects(rows: PushRows['projects']): Generator<void, void> {
    for (const [n, row] of rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      if (row.view.status === 'in_progress') this.#begun.push(row);
      if (row.view.status !== 'completed') continue;
      const work = this.#workOf(row);
      if (work) completedIn(work, { kind: 'projects', row, ...this.#jobOf(row, row.view.estimated_cost) });
    }
  }

  *pushes(): Generator<void, Push[]> {
    const { whole } = this.#question;
    let n = 0;
    if (whole.workOrders) {
      for (const row of this.#accepted) {
        if (++n % STEP === 0) yield;
        const work = this.#workOf(row);
        if (!work || !this.#hasNoJobSince(row, work)) continue;
        const { since, days, cents } = this.#jobOf(row, row.view.total_amount);
        const lacking = { since: reason(since, work.jobsOver), days, cents };
        this.#found.push({ rule: 'notPlanned', kind: 'estimates', row, ...lacking });
      }
      for (const row of this.#begun) {
        if (++n % STEP === 0) yield;
        const work = this.#workOf(row);
        if (!work || work.hasOpenJob) continue;
        const { since, days, cents } = this.#jobOf(row, row.view.estimated_cost, work.doneUpTo);
        const lacking = { since: reason(since, work.jobsOver), days, cents };
        this.#found.push({ rule: 'projectNotPlanned', kind: 'projects', row, ...lacking });
      }
    }
    if (whole.estimates) {
      for (const { completed, hasEstimate, estimatesOver } of this.#work.values()) {
        if (++n % STEP === 0) yield;
        if (!completed || hasEstimate) continue;
        const since = reason(completed.since, estimatesOver);
        this.#found.push({ rule: 'noEstimate', ...completed, since });
      }
    }
    return this.#found;
  }

  /** Work that may have been made or completed after the estimate was accepted counts as done for it. */
  #hasNoJobSince(row: PushRow<Estimate>, work: Work): boolean {
    const { at, isExact } = statusSince(row, this.#question);
    const earliest = isExact ? at : (row.seen.created_at ?? Number.NEGATIVE_INFINITY);
    if (work.hasOpenJob) return false;
    return work.doneUpTo === null || work.doneUpTo < earliest;
  }

  /** @param notBefore the status alone is no reason until then */
  #jobOf(row: PushRow<unknown>, amount: Estimate['total_amount'], notBefore: number | null = null): Job {
    const { now } = this.#question;
    const { at } = statusSince(row, this.#question);
    const since = Math.min(Math.max(at, notBefore ?? at), now);
    return { since, cents: toCents(amount), days: daysBetween(dayAt(since), dayAt(now)) };
  }

  /** Null without a customer on this device. */
  #workOf({ view }: PushRow<{ readonly customer: string | null }>): Work | null {
    const customer = this.#localIds.get(readText(view.customer));
    if (customer === undefined) return null;
    const known = this.#work.get(customer);
    if (known) return known;
    const work: Work = {
      hasOpenJob: false,
      jobsOver: 0,
      doneUpTo: null,
      hasEstimate: false,
      estimatesOver: 0,
      completed: null,
    };
    this.#work.set(customer, work);
    return work;
  }
}

/** One row for each customer, because one estimate settles all. */
function completedIn(work: Work, completed: Completed): void {
  if (!work.completed || completed.since > work.completed.since) work.completed = completed;
}

/** A record that came and is over is another reason, although the customer lacks the same again. */
function reason(since: number, over: number): string {
  return `${dayAt(since)} ${over}`;
}

function* inOrder(pushes: readonly Push[]): Generator<void, readonly Push[]> {
  const sorted = new SortedRuns(comparePushes);
  for (let from = 0; from < pushes.length; from += STEP) {
    yield* sorted.add(pushes.slice(from, from + STEP));
    yield;
  }
  return yield* sorted.all();
}

function comparePushes(one: Push, other: Push): number {
  const age = Number(isOld(one)) - Number(isOld(other));
  if (age !== 0) return age;
  const isLate = Number(other.rule === 'overdue') - Number(one.rule === 'overdue');
  if (isLate !== 0) return isLate;
  if (one.rule === 'overdue') return other.days - one.days;
  return worthOf(other) - worthOf(one) || other.days - one.days;
}

/** A push of today still counts its money. */
function worthOf({ cents, days }: Push): number {
  return cents * Math.max(days, 1);
}
