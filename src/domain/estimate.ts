import type { Choice } from '../words/common.ts';
import { estimateLabel, namelessRecords } from '../words/common.ts';
import { type Amount, readAmount, withTax } from './money.ts';
import { blankDaysAsNull, type PlainDate, readDay } from './plain-date.ts';
import { readChoice, readReference, readText } from './read-wire.ts';
import type { ResourceSpec } from './resource-spec.ts';

export const ESTIMATE_STATUSES = [
  'draft',
  'sent',
  'accepted',
  'rejected',
  'expired',
] as const satisfies readonly Choice[];

/** Not decided yet: what the dashboard counts as pending, and what can run out. */
export const PENDING_ESTIMATES = ['draft', 'sent'] as const satisfies readonly EstimateStatus[];

type EstimateStatus = (typeof ESTIMATE_STATUSES)[number];

/** What a job would cost. Choices are strings: a server may know more of them than we do. */
export type Estimate = {
  /** '' until somebody, usually the server, has given it one. */
  estimate_number: string;
  title: string;
  description: string;
  /** The customer's local id; null where none is chosen. */
  customer: string | null;
  status: string;
  valid_until: PlainDate;
  /** In dollars. */
  subtotal: Amount;
  /** In percent. */
  tax_rate: Amount;
  /** In dollars. */
  total_amount: Amount;
  terms_and_conditions: string;
  notes: string;
};

/** True for an estimate whose last day is over before anybody decided. Nothing is written: it is a hint. */
export function hasRunOut(estimate: Pick<Estimate, 'status' | 'valid_until'>, today: string): boolean {
  const pending: readonly string[] = PENDING_ESTIMATES;
  return pending.includes(estimate.status) && estimate.valid_until !== null && estimate.valid_until < today;
}

/**
 * Returns the day on which an estimate was made; null if that is not known, or is after its own last day: a copy may have been
 * first seen long after it was made, and nobody issues an offer that has run out.
 * @param made the day on which the record was made, as far as the device knows
 */
export function issuedOn(
  { valid_until: last }: Pick<Estimate, 'valid_until'>,
  made: string | null,
): string | null {
  return made !== null && last !== null && made > last.slice(0, 10) ? null : made;
}

/** One follows from the other two, and not every server agrees on how. */
const SUMS = ['subtotal', 'tax_rate', 'total_amount'] as const;

export const estimateSpec: ResourceSpec<Estimate> = {
  name: 'estimates',
  path: '/api/v1/estimates/estimates/',
  label: estimateLabel,
  fields: [
    'estimate_number',
    'title',
    'description',
    'customer',
    'status',
    'valid_until',
    'subtotal',
    'tax_rate',
    'total_amount',
    'terms_and_conditions',
    'notes',
  ],
  placement: 'last',
  mergeGroups: [SUMS],
  texts: ['description', 'terms_and_conditions', 'notes'],
  computedGroups: [SUMS],
  workedOut: ({ subtotal = null, tax_rate = null, total_amount = null }) =>
    typeof total_amount === 'number' && withTax(subtotal, tax_rate) === total_amount ? ['total_amount'] : [],
  closed: ['rejected', 'expired'],
  references: [{ field: 'customer', to: 'customers' }],
  blank: () => ({
    estimate_number: '',
    title: '',
    description: '',
    customer: null,
    status: 'draft',
    valid_until: null,
    subtotal: 0,
    tax_rate: 0,
    total_amount: 0,
    terms_and_conditions: '',
    notes: '',
  }),
  searchText: (row) => [row.title, row.estimate_number, row.description].join('\n'),
  title: (row) => row.title.trim() || row.estimate_number.trim() || namelessRecords.estimates,
  decode: (wire) => ({
    estimate_number: readText(wire['estimate_number']),
    title: readText(wire['title']),
    description: readText(wire['description']),
    customer: readReference(wire['customer']),
    status: readChoice(wire['status'], 'draft'),
    valid_until: readDay(wire['valid_until']),
    subtotal: readAmount(wire['subtotal']),
    tax_rate: readAmount(wire['tax_rate']),
    total_amount: readAmount(wire['total_amount']),
    terms_and_conditions: readText(wire['terms_and_conditions']),
    notes: readText(wire['notes']),
  }),
  // A blank number is the server's to assign.
  encode: (fields, kind) => {
    const sent = blankDaysAsNull(fields, ['valid_until']);
    if (kind === 'update' || sent.estimate_number?.trim() !== '') return sent;
    const { estimate_number: _, ...others } = sent;
    return others;
  },
};
