import { type Choice, estimateLabel, namelessRecords } from '../words/common.ts';
import type { FieldList, RecordOf } from './field.ts';
import { fromCents, toCents, withTax } from './money.ts';
import { dayAt, daysBetween } from './plain-date.ts';
import { defineResource } from './resource-spec.ts';
import type { Seen } from './seen.ts';

export const ESTIMATE_STATUSES = [
  'draft',
  'sent',
  'accepted',
  'rejected',
  'expired',
] as const satisfies readonly Choice[];

/** These count as pending on the dashboard, and can expire. */
export const PENDING_ESTIMATES = ['draft', 'sent'] as const satisfies readonly EstimateStatus[];

type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

const fields = {
  /** Blank until the server or a user assigns one. */
  estimate_number: { type: 'text' },
  title: { type: 'text' },
  description: { type: 'longText' },
  customer: { type: 'reference', to: 'customers' },
  status: { type: 'choice', choices: ESTIMATE_STATUSES, initial: 'draft' },
  valid_until: { type: 'date' },
  subtotal: { type: 'money' },
  tax_rate: { type: 'percent' },
  total_amount: { type: 'money' },
  terms_and_conditions: { type: 'longText' },
  notes: { type: 'longText' },
} as const satisfies FieldList;

export type Estimate = RecordOf<typeof fields>;

/** Returns the days left to accept it; below 0 if it ran out. Null if decided, or without a last day. */
export function daysLeft(
  { status, valid_until: last }: Pick<Estimate, 'status' | 'valid_until'>,
  today: string,
): number | null {
  const pending: readonly string[] = PENDING_ESTIMATES;
  return last !== null && pending.includes(status) ? daysBetween(today, last) : null;
}

export function hasRunOut(estimate: Pick<Estimate, 'status' | 'valid_until'>, today: string): boolean {
  return (daysLeft(estimate, today) ?? 0) < 0;
}

/**
 * Returns the date on paper; null if nobody knows it. Another device's estimate may be older than its first sight here,
 * and one that was made after its last day was imported.
 */
export function issuedOn(
  { valid_until: last }: Pick<Estimate, 'valid_until'>,
  { created_at, first_seen }: Seen,
  isOwn: boolean,
): string | null {
  if (created_at === null && !isOwn) return null;
  const made = dayAt(created_at ?? first_seen);
  return last !== null && made > last.slice(0, 10) ? null : made;
}

/** Servers compute one of these from the others, in different ways. */
const SUMS = ['subtotal', 'tax_rate', 'total_amount'] as const;

export const estimateSpec = defineResource({
  name: 'estimates',
  path: '/api/v1/estimates/estimates/',
  label: estimateLabel,
  fields,
  placement: 'last',
  filteredBy: 'title',
  mergeGroups: [SUMS],
  computedGroups: [SUMS],
  workedOut: ({ subtotal = null, tax_rate = null, total_amount = null }) =>
    typeof total_amount === 'number' && withTax(subtotal, tax_rate) === total_amount ? ['total_amount'] : [],
  closed: ['rejected', 'expired'],
  searchText: (row) => [row.title, row.estimate_number, row.description].join('\n'),
  title: (row) => row.title.trim() || row.estimate_number.trim() || namelessRecords.estimates,
  toWire: (fields, kind) => {
    if (kind === 'update' || fields.estimate_number?.trim() !== '') return fields;
    const { estimate_number: _, ...others } = fields;
    return others;
  },
});

/** In dollars; null if unknown. */
interface EstimateTotals {
  readonly subtotal: number | null;
  readonly tax: number | null;
  /** Not 0 if a user changed the computed total. */
  readonly adjustment: number;
  readonly total: number | null;
}

/** For display only. Without a rate, the tax is the total minus the subtotal. */
export function estimateTotals({
  subtotal,
  tax_rate: rate,
  total_amount: total,
}: Pick<Estimate, 'subtotal' | 'tax_rate' | 'total_amount'>): EstimateTotals {
  const known = { subtotal: amount(subtotal), total: amount(total) };
  if (known.subtotal === null) return { ...known, tax: null, adjustment: 0 };
  const taxed = amount(rate) === null ? known.total : withTax(subtotal, rate);
  const tax = taxed === null ? null : toCents(taxed) - toCents(subtotal);
  if (tax === null) return { ...known, tax, adjustment: 0 };
  const rest = known.total === null ? 0 : toCents(total) - toCents(subtotal) - tax;
  return { ...known, tax: fromCents(tax), adjustment: fromCents(rest) };
}

function amount(value: Estimate['subtotal']): number | null {
  return typeof value === 'number' ? value : null;
}
