/**
 * What rows, values and changes mean, in the oracle's own words: it would not see a fault of the app's reading,
 * comparing and folding if it used them itself. A test holds the two against each other.
 */

import type { Fields, FieldValue, ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { KINDS } from '../../memory-server/kinds.ts';

const AMOUNTS = ['estimated_cost', 'subtotal', 'tax_rate', 'total_amount'];
const DAYS = ['start_date', 'estimated_completion_date', 'valid_until', 'scheduled_date'];
const PLACE = ['address_line_1', 'city', 'state', 'postal_code'];
const SITE = [...PLACE, 'address_line_2'];

/** Fields that only make sense together. */
const GROUPS: Readonly<Record<ResourceName, readonly string[]>> = {
  customers: PLACE,
  projects: SITE,
  estimates: ['subtotal', 'tax_rate', 'total_amount'],
  workOrders: SITE,
};

/** The fields that only make sense together with `field`, itself among them; none for most. */
export function groupOf(resource: ResourceName, field: string): readonly string[] {
  return GROUPS[resource].includes(field) ? GROUPS[resource] : [];
}

/** What a row of the model's server says, in the form in which the app keeps it. */
export function readRow(resource: ResourceName, wire: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.keys(KINDS[resource].fields).map((field) => [field, readField(field, wire[field])]),
  );
}

function readField(field: string, value: unknown): FieldValue {
  if (AMOUNTS.includes(field)) return amountIn(value);
  if (value === null || value === undefined) return field === 'customer' || DAYS.includes(field) ? null : '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function amountIn(value: unknown): number | null {
  if (typeof value === 'object' && value !== null) return amountIn((value as { amount?: unknown }).amount);
  return value === null || value === undefined || value === '' ? null : Number(value);
}

/** Whether two values of a field are the same to a server. */
export function means(field: string, a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return bare(field, a) === bare(field, b);
}

/** Fields to which several people add lines. */
const TEXTS = ['notes', 'description', 'terms_and_conditions'];

/** Whether a value that was typed is in what is held: of a text each of its lines, beside those of others. */
export function holds(field: string, held: FieldValue | undefined, typed: FieldValue): boolean {
  if (means(field, held, typed)) return true;
  if (!TEXTS.includes(field)) return false;
  const lines = linesOf(held);
  return linesOf(typed).every((line) => lines.includes(line));
}

/** Lines of a text that another one has not; none for any other field. */
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

/** A value without what servers take away or write in another way. */
function bare(field: string, value: FieldValue | undefined): string {
  const text = String(value ?? '').trim();
  if (text === '') return '';
  if (AMOUNTS.includes(field)) return String(Number(text));
  if (field === 'email') return text.toLowerCase();
  const digits = text.replace(/[^0-9]/g, '');
  return field === 'phone' && digits !== '' ? digits : text;
}

type Change = Pick<Mutation, 'kind' | 'fields' | 'state'>;

/** What a screen shows of a record with these changes open, oldest first, over what the server has. */
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
  // Only a create brings back what was deleted: an update behind it was made to a row that turned out to be that record.
  const creation = later.findIndex(({ kind }) => kind === 'create');
  const since = deletion < 0 ? later : creation < 0 ? [] : later.slice(creation);
  const before = deletion < 0 ? server : null;
  if (since.length === 0) return { view: before, mark };
  const values = since.flatMap(({ fields }) =>
    Object.entries(fields).map(([name, { value }]) => [name, value]),
  );
  return { view: { ...before, ...Object.fromEntries(values) } as Fields, mark };
}
