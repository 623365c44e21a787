/**
 * Reads rows, compares values and folds changes for the checks. The app's own functions would hide their faults.
 * `meaning.test.ts` compares the two.
 */

import type { Fields, FieldValue, RecordKind } from '../../../src/domain/resource-spec.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { KINDS } from '../../memory-server/kinds.ts';

const AMOUNTS = [
  'estimated_cost',
  'subtotal',
  'tax_rate',
  'total_amount',
  'latitude',
  'longitude',
  'accuracy',
];
const DAYS = ['start_date', 'estimated_completion_date', 'valid_until', 'scheduled_date', 'taken_at'];
const REFERENCES = ['customer', 'project', 'estimate', 'work_order'];
const PLACE = ['address_line_1', 'city', 'state', 'postal_code'];
const SITE = [...PLACE, 'address_line_2'];

const GROUPS: Readonly<Record<RecordKind, readonly string[]>> = {
  customers: PLACE,
  projects: SITE,
  estimates: ['subtotal', 'tax_rate', 'total_amount'],
  workOrders: SITE,
  attachments: [],
};

/** Returns the merge group of `field`, itself included; empty for most fields. */
export function groupOf(resource: RecordKind, field: string): readonly string[] {
  return GROUPS[resource].includes(field) ? GROUPS[resource] : [];
}

/** Converts a row of the simulated server to the app's form. */
export function readRow(resource: RecordKind, wire: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.keys(KINDS[resource].fields).map((field) => [field, readField(field, wire[field])]),
  );
}

function readField(field: string, value: unknown): FieldValue {
  if (AMOUNTS.includes(field)) return amountIn(value);
  if (value === null || value === undefined)
    return REFERENCES.includes(field) || DAYS.includes(field) ? null : '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function amountIn(value: unknown): number | null {
  if (typeof value === 'object' && value !== null) return amountIn((value as { amount?: unknown }).amount);
  return value === null || value === undefined || value === '' ? null : Number(value);
}

/** Returns true if a server treats both values as equal. */
export function means(field: string, a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return bare(field, a) === bare(field, b);
}

/** Texts to which several people add lines. */
const TEXTS = ['notes', 'description', 'terms_and_conditions', 'caption'];

/** Returns true if the held value contains the typed one. A text must contain each line. */
export function holds(field: string, held: FieldValue | undefined, typed: FieldValue): boolean {
  if (means(field, held, typed)) return true;
  if (!TEXTS.includes(field)) return false;
  const lines = linesOf(held);
  return linesOf(typed).every((line) => lines.includes(line));
}

/** Returns the lines that `to` lacks, or none if the field is not a text. */
export function linesLost(field: string, from: FieldValue | undefined, to: FieldValue | undefined): string[] {
  const kept = linesOf(to);
  return TEXTS.includes(field) ? linesOf(from).filter((line) => !kept.includes(line)) : [];
}

function linesOf(value: FieldValue | undefined): string[] {
  return String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Normalizes what servers strip or write differently. */
function bare(field: string, value: FieldValue | undefined): string {
  const text = String(value ?? '').trim();
  if (text === '') return '';
  if (AMOUNTS.includes(field)) return String(Number(text));
  if (field === 'email') return text.toLowerCase();
  const digits = text.replace(/[^0-9]/g, '');
  return field === 'phone' && digits !== '' ? digits : text;
}

type Change = Pick<Mutation, 'kind' | 'fields' | 'state'>;

/** Folds the open changes, oldest first, into the server's copy. */
export function shown(
  server: Fields | null,
  open: readonly Change[],
): { readonly view: Fields | null; readonly mark: 'synced' | 'waiting' | 'attention' } {
  const mark = open.some(({ state }) => state === 'parked')
    ? 'attention'
    : open.length > 0
      ? 'waiting'
      : 'synced';
  const standing = open.filter(({ kind, state }) => kind !== 'delete' || state !== 'parked');
  const deletion = standing.findLastIndex(({ kind }) => kind === 'delete');
  const later = standing.slice(deletion + 1);
  // Only a create undoes a deletion. An update after a deletion was made to a row that later turned out to be this
  // record.
  const creation = later.findIndex(({ kind }) => kind === 'create');
  const since = deletion < 0 ? later : creation < 0 ? [] : later.slice(creation);
  const before = deletion < 0 ? server : null;
  if (since.length === 0) return { view: before, mark };
  const values = since.flatMap(({ fields }) =>
    Object.entries(fields).map(([name, { value }]) => [name, value]),
  );
  return { view: { ...before, ...Object.fromEntries(values) } as Fields, mark };
}
