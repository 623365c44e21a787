import { checkWords, estimateCheckWords as words } from '../words/checks.ts';
import { readClockTime } from './day/clock-time.ts';
import { readJob } from './day/job.ts';
import type { Estimate } from './estimate.ts';
import { type Amount, toCents } from './money.ts';
import { type PlainDate, readDayOrTime } from './plain-date.ts';
import type { Fields, ResourceName, ResourceRecords } from './resource-spec.ts';
import type { WorkOrder } from './work-order.ts';

/** What keeps a draft from being saved. */
export interface FieldProblem {
  readonly field: string;
  /** Words beside the field; null where the alert says it all. */
  readonly inline: string | null;
  /** Words in the dialog's alert; null where the field's own words do. */
  readonly alert: string | null;
}

type Check<R> = (draft: R, before: R) => readonly FieldProblem[];
type Checks = { readonly [N in ResourceName]: Check<ResourceRecords[N]> };

/** Kept apart from the kinds themselves: only forms check, and lists wait for no form. */
const CHECKS: Checks = {
  customers: () => [],
  projects: (draft) => [
    ...checkDays(draft, ['start_date', 'estimated_completion_date']),
    ...checkAmounts(draft, ['estimated_cost']),
  ],
  estimates: checkEstimate,
  workOrders: (draft, before) => [
    ...checkDays(draft, ['scheduled_date']),
    ...checkAmounts(draft, ['estimated_cost']),
    ...checkTime(draft, before),
  ],
};

/**
 * Returns what keeps a draft of this kind from being saved.
 * @param before the record as it was when the form was opened
 */
export function checkDraft(resource: ResourceName, draft: Fields, before: Fields): readonly FieldProblem[] {
  const check = CHECKS[resource] as unknown as Check<Fields>;
  return check(draft, before);
}

function checkEstimate(draft: Estimate): readonly FieldProblem[] {
  const problems: FieldProblem[] = [
    ...checkDays(draft, ['valid_until']),
    ...checkAmounts(draft, ['subtotal', 'total_amount']),
  ];
  const rate = taxRateProblem(draft.tax_rate);
  if (rate !== undefined) problems.push({ field: 'tax_rate', inline: rate, alert: null });
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

/** A time that was there before stays, even where it is none: another program may have written it. */
function checkTime(draft: WorkOrder, before: WorkOrder): FieldProblem[] {
  const { time } = readJob(draft.notes);
  const inline = timeProblem(time);
  return inline === null || time === readJob(before.notes).time ? [] : [{ field: TIME, inline, alert: null }];
}

/** The name under which a problem with a job's time is reported: it stands in the notes and has a field of its own. */
export const TIME = 'time' as const;

/** Returns the fault of a job's time in words; null if there is none. */
export function timeProblem(time: string): string | null {
  return time === '' || readClockTime(time) !== null ? null : checkWords.noTime({ typed: time });
}

/** A problem for each of these fields that holds text: a person typed what is no amount. */
function checkAmounts<F extends string>(
  draft: Readonly<Record<NoInfer<F>, Amount>>,
  fields: readonly F[],
): FieldProblem[] {
  return fields.flatMap((field) => {
    const inline = amountProblem(draft[field]);
    return inline === undefined ? [] : [{ field, inline, alert: null }];
  });
}

/** Returns the fault of an amount in words; undefined if it has none. */
export function amountProblem(amount: Amount, unit: 'dollars' | 'percent' = 'dollars'): string | undefined {
  if (typeof amount !== 'string') return undefined;
  const typed = amount.trim();
  return unit === 'percent' ? checkWords.noPercent({ typed }) : checkWords.noAmount({ typed });
}

/** Returns the fault of a tax rate in words; undefined if it has none. */
export function taxRateProblem(rate: Amount): string | undefined {
  const isOutside = typeof rate === 'number' && (rate < 0 || rate > 100);
  return isOutside ? words.taxRate : amountProblem(rate, 'percent');
}

/** Returns the fault of an estimate's subtotal that somebody has typed; undefined if it has none or is still to come. */
export function subtotalProblem(subtotal: Amount): string | undefined {
  return typeof subtotal === 'number' && subtotal < 0 ? words.subtotal : undefined;
}

/** The same for days: a person typed what is no date. A date-time is one. */
export function checkDays<F extends string>(
  draft: Readonly<Record<NoInfer<F>, PlainDate>>,
  fields: readonly F[],
): FieldProblem[] {
  return fields.flatMap((field) => {
    const problem = dayProblem(draft[field]);
    return problem === null ? [] : [{ field, inline: problem, alert: null }];
  });
}

/** What is wrong with a day as it stands in a draft; null where nothing is. */
export function dayProblem(value: PlainDate): string | null {
  const typed = (value ?? '').trim();
  if (typed === '' || readDayOrTime(typed) !== null) return null;
  return checkWords.noDate({ typed });
}
