// Finds values that the form itself refuses. server-rules.ts finds values that a server refuses, such as long ones.

import { checkWords, estimateCheckWords as words } from '../words/checks.ts';
import { itemProblems } from '../words/items.ts';
import { readClockTime } from './day/clock-time.ts';
import { readJob } from './day/job.ts';
import type { Estimate } from './estimate.ts';
import type { Field } from './field.ts';
import { type Amount, toCents } from './money.ts';
import { unfinishedItems } from './papers/typed-item.ts';
import { type PlainDate, readDayOrTime } from './plain-date.ts';
import type { Fields, FieldValue, ResourceName, ResourceRecords } from './resource-spec.ts';
import { specOf } from './resource-specs.ts';
import type { WorkOrder } from './work-order.ts';

export interface FieldProblem {
  readonly field: string;
  /** Shown beside the field; null if the alert is enough. */
  readonly inline: string | null;
  /** Shown in the dialog's alert; null if `inline` is enough. */
  readonly alert: string | null;
}

type Check<R> = (draft: R, before: R) => readonly FieldProblem[];
type Checks = { readonly [N in ResourceName]: Check<ResourceRecords[N]> };

/** Kept out of the specs, so that lists need not load them. */
const CHECKS: Partial<Checks> = {
  estimates: checkEstimate,
  workOrders: checkTime,
};

/** @param before the record as it was when the form was opened */
export function checkDraft(resource: ResourceName, draft: Fields, before: Fields): readonly FieldProblem[] {
  const check = CHECKS[resource] as unknown as Check<Fields> | undefined;
  const wrong = Object.entries(specOf(resource).fields).flatMap(([name, field]) => {
    const inline = valueProblem(field, draft[name] ?? null);
    return inline === undefined ? [] : [{ field: name, inline, alert: null }];
  });
  return [...wrong, ...(check?.(draft, before) ?? [])];
}

function valueProblem({ type }: Field, value: FieldValue): string | undefined {
  switch (type) {
    case 'date':
    case 'dateTime':
      return dayProblem(value === null ? null : String(value));
    case 'money':
      return amountProblem(value);
    case 'percent':
      return taxRateProblem(value);
    default:
      return undefined;
  }
}

function checkEstimate(draft: Estimate, before: Estimate): readonly FieldProblem[] {
  const problems: FieldProblem[] = [...itemsProblems(draft, before)];
  const missing = (field: 'subtotal' | 'total_amount'): boolean =>
    typeof draft[field] !== 'string' && toCents(draft[field]) <= 0;
  if (!draft.customer) {
    problems.push({ field: 'customer', inline: words.customer, alert: words.customerAlert });
  }
  if (!draft.valid_until) {
    problems.push({ field: 'valid_until', inline: words.validUntil, alert: words.validUntilAlert });
  }
  if (missing('subtotal')) {
    problems.push({ field: 'subtotal', inline: words.subtotal, alert: words.subtotalAlert });
  }
  if (missing('total_amount')) {
    problems.push({ field: 'total_amount', inline: words.total, alert: null });
  }
  return problems;
}

/** Allows unfinished items that were there before: another device may have written them. */
function itemsProblems(draft: Estimate, before: Estimate): FieldProblem[] {
  const known = unfinishedItems(before.description);
  const begun = unfinishedItems(draft.description).filter((line) => !known.includes(line));
  return [...new Set(begun)].map((line) => ({
    field: 'description',
    inline: null,
    alert: itemProblems.unfinished({ line }),
  }));
}

/** Allows an unreadable time that was there before: another program may have written it. */
function checkTime(draft: WorkOrder, before: WorkOrder): FieldProblem[] {
  const { time } = readJob(draft.notes);
  const inline = timeProblem(time);
  return inline === undefined || time === readJob(before.notes).time
    ? []
    : [{ field: TIME, inline, alert: null }];
}

/** A job's time has no field in the record; it is in the notes. */
export const TIME = 'time' as const;

export function timeProblem(time: string): string | undefined {
  return time === '' || readClockTime(time) !== null ? undefined : checkWords.noTime({ typed: time });
}

export function amountProblem(amount: Amount, unit: 'dollars' | 'percent' = 'dollars'): string | undefined {
  if (typeof amount !== 'string') return undefined;
  const typed = amount.trim();
  return unit === 'percent' ? checkWords.noPercent({ typed }) : checkWords.noAmount({ typed });
}

export function taxRateProblem(rate: Amount): string | undefined {
  const isOutside = typeof rate === 'number' && (rate < 0 || rate > 100);
  return isOutside ? words.taxRate : amountProblem(rate, 'percent');
}

export function subtotalProblem(subtotal: Amount): string | undefined {
  return typeof subtotal === 'number' && subtotal < 0 ? words.subtotal : undefined;
}

/** Accepts a date-time too. */
export function dayProblem(value: PlainDate): string | undefined {
  const typed = (value ?? '').trim();
  return typed === '' || readDayOrTime(typed) !== null ? undefined : checkWords.noDate({ typed });
}
