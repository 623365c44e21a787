import { readJob } from '../day/job.ts';
import { nameKey } from '../day/person-names.ts';
import type { Estimate } from '../estimate.ts';
import { readText } from '../field.ts';
import { toCents } from '../money.ts';
import { type DateForms, dayAt, daysBetween } from '../plain-date.ts';
import type { Project } from '../project.ts';
import { isOver } from '../resource-specs.ts';
import { SortedRuns } from '../steps.ts';
import { estimatePush } from './estimate-pushes.ts';
import { jobPush } from './job-pushes.ts';
import type { Push, PushRow, PushTime, WorkOrderRow } from './push.ts';
import { completedUpTo, madeUpTo, statusSince } from './since.ts';

export interface PushRows {
  readonly customers: readonly Pick<PushRow<unknown>, 'localId' | 'serverId'>[];
  readonly projects: readonly PushRow<Project>[];
  readonly estimates: readonly PushRow<Estimate>[];
  readonly workOrders: readonly WorkOrderRow[];
}

export interface PushQuestion extends PushTime {
  /** Of work orders. */
  readonly dates: DateForms;
  /** All of them are on this device. Only then can a customer lack one. */
  readonly whole: { readonly estimates: boolean; readonly workOrders: boolean };
}

/** Steps end after this much work, about a millisecond. Reading the notes of a job is the slowest part. */
const STEP = 1000;
const NOTES = 100;

interface Job {
  readonly cents: number;
  readonly since: number;
}

/** What is known of one customer. */
interface Work {
  hasOpenJob: boolean;
  /** The latest time at which completed work can have been made or completed. Null without any. */
  doneUpTo: number | null;
  hasEstimate: boolean;
  /** The one completed last. */
  completed: (Job & { readonly push: Push }) | null;
}

/** Lists overdue work first, longest overdue on top, then by money times days. Each record is listed once. */
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
  /** Local ids by server ids that differ from them: references may hold either. */
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
      if (serverId !== undefined && String(serverId) !== localId)
        this.#localIds.set(String(serverId), localId);
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
      if (!isOver('workOrders', row.view.status)) work.hasOpenJob = true;
      if (row.view.status === 'completed') {
        work.doneUpTo = Math.max(work.doneUpTo ?? 0, madeUpTo(row.seen), completedUpTo(row));
        const job = this.#jobOf(row, row.view.estimated_cost);
        completedIn(work, job, { rule: 'noEstimate', kind: 'workOrders', row, ...job });
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
      if (work && !isOver('estimates', row.view.status)) work.hasEstimate = true;
    }
  }

  *projects(rows: PushRows['projects']): Generator<void, void> {
    for (const [n, row] of rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      if (row.view.status === 'in_progress') this.#begun.push(row);
      if (row.view.status !== 'completed') continue;
      const work = this.#workOf(row);
      const job = this.#jobOf(row, row.view.estimated_cost);
      if (work) completedIn(work, job, { rule: 'noEstimate', kind: 'projects', row, ...job });
    }
  }

  *pushes(): Generator<void, Push[]> {
    const { whole } = this.#question;
    let n = 0;
    if (whole.workOrders) {
      for (const row of this.#accepted) {
        if (++n % STEP === 0) yield;
        if (this.#hasNoJobSince(row)) {
          const { days, cents } = this.#jobOf(row, row.view.total_amount);
          this.#found.push({ rule: 'notPlanned', kind: 'estimates', row, days, cents });
        }
      }
      for (const row of this.#begun) {
        if (++n % STEP === 0) yield;
        if (this.#workOf(row)?.hasOpenJob === false) {
          const { days, cents } = this.#jobOf(row, row.view.estimated_cost);
          this.#found.push({ rule: 'projectNotPlanned', kind: 'projects', row, days, cents });
        }
      }
    }
    if (whole.estimates) {
      for (const { completed, hasEstimate } of this.#work.values()) {
        if (++n % STEP === 0) yield;
        if (completed && !hasEstimate) this.#found.push(completed.push);
      }
    }
    return this.#found;
  }

  /** Work that may have been made or completed after the estimate was accepted counts as done for it. */
  #hasNoJobSince(row: PushRow<Estimate>): boolean {
    const work = this.#workOf(row);
    const { at, isExact } = statusSince(row, this.#question.countedFrom);
    const earliest = isExact ? at : (row.seen.created_at ?? Number.NEGATIVE_INFINITY);
    if (!work || work.hasOpenJob) return false;
    return work.doneUpTo === null || work.doneUpTo < earliest;
  }

  #jobOf(row: PushRow<unknown>, amount: Estimate['total_amount']): Job & { readonly days: number } {
    const { now, countedFrom } = this.#question;
    const since = Math.min(statusSince(row, countedFrom).at, now);
    return { since, cents: toCents(amount), days: daysBetween(dayAt(since), dayAt(now)) };
  }

  /** Null without a customer. */
  #workOf({ view }: PushRow<{ readonly customer: string | null }>): Work | null {
    const id = readText(view.customer);
    if (id === '') return null;
    const customer = this.#localIds.get(id) ?? id;
    const known = this.#work.get(customer);
    if (known) return known;
    const work: Work = {
      hasOpenJob: false,
      doneUpTo: null,
      hasEstimate: false,
      completed: null,
    };
    this.#work.set(customer, work);
    return work;
  }
}

/** One row for each customer, because one estimate settles all. */
function completedIn(work: Work, { since, cents }: Job, push: Push): void {
  if (!work.completed || since > work.completed.since) work.completed = { since, cents, push };
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
  const isLate = Number(other.rule === 'overdue') - Number(one.rule === 'overdue');
  if (isLate !== 0) return isLate;
  if (one.rule === 'overdue') return other.days - one.days;
  return worthOf(other) - worthOf(one) || other.days - one.days;
}

/** A push of today still counts its money. */
function worthOf({ cents, days }: Push): number {
  return cents * Math.max(days, 1);
}

/** Returns the names on the crews of these jobs, and those of one person's jobs, in steps. */
export function* pushesOfCrew(
  pushes: readonly Push[],
  name: string,
): Generator<void, { readonly names: readonly string[]; readonly pushes: readonly Push[] }> {
  const names = new Map<string, string>();
  const theirs: Push[] = [];
  const wanted = nameKey(name);
  let n = 0;
  for (const push of pushes) {
    if (push.kind !== 'workOrders') continue;
    n += NOTES;
    if (n % STEP === 0) yield;
    const { crew } = readJob(readText(push.row.view.notes));
    for (const member of crew) if (!names.has(nameKey(member))) names.set(nameKey(member), member);
    if (crew.some((member) => nameKey(member) === wanted)) theirs.push(push);
  }
  return { names: [...names.values()], pushes: wanted === '' ? pushes : theirs };
}
