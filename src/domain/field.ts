import { type Amount, readAmount } from './money.ts';
import { type PlainDate, readDay, readDayOrTime } from './plain-date.ts';
import type { BlankEnv, FieldValue, ResourceName } from './resource-spec.ts';
import { digitsOf } from './search-text.ts';

/**
 * Field types and what follows from them. Forms, cells, filters, sorting, exports, comparison and sync read a
 * spec's field list.
 */

export type Field =
  /** `generate` returns a value for a new record that is unlikely to be taken. */
  | { readonly type: 'text'; readonly generate?: (env: BlankEnv) => string }
  | { readonly type: 'email' | 'phone' }
  /** Two users' changes are merged by facts and lines. */
  | { readonly type: 'longText' }
  /** Servers may have more choices. */
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly initial: string }
  | { readonly type: 'money' | 'percent' }
  /** Null if unknown. */
  | { readonly type: 'number' }
  /** `dateTime` is a day or a moment, kept as received: some servers write one as the other. */
  | { readonly type: 'date' | 'dateTime' }
  /** The local id of another record; sent as its server id. */
  | { readonly type: 'reference'; readonly to: ResourceName };

export type FieldType = Field['type'];

/** In display order. */
export type FieldList = Readonly<Record<string, Field>>;

type ValueOf<T extends FieldType> = T extends 'money' | 'percent' | 'number'
  ? Amount
  : T extends 'date' | 'dateTime'
    ? PlainDate
    : T extends 'reference'
      ? string | null
      : string;

export type RecordOf<L extends FieldList> = { -readonly [F in keyof L]: ValueOf<L[F]['type']> };

export function initialValue(field: Field): FieldValue {
  switch (field.type) {
    case 'choice':
      return field.initial;
    case 'money':
    case 'percent':
      return 0;
    case 'number':
    case 'date':
    case 'dateTime':
    case 'reference':
      return null;
    default:
      return '';
  }
}

/** Returns true for fields that are '' if blank, never null. */
export function isWritten({ type }: Field): boolean {
  return type === 'text' || type === 'longText' || type === 'email' || type === 'phone';
}

export function isAmount({ type }: Field): boolean {
  return type === 'money' || type === 'percent';
}

/** Never throws: a partly unreadable record is kept with its readable fields. */
export function readField(field: Field, wire: unknown): FieldValue {
  switch (field.type) {
    case 'choice':
      return readChoice(wire, field.initial);
    case 'money':
    case 'percent':
    case 'number':
      return readAmount(wire);
    case 'date':
      return readDay(wire);
    case 'dateTime':
      return readDayOrTime(wire);
    case 'reference':
      return readReference(wire);
    default:
      return readText(wire);
  }
}

export function readableValue(field: Field, stored: FieldValue | undefined): FieldValue {
  if (isWritten(field) || field.type === 'choice') return readText(stored);
  return typeof stored === 'string' || typeof stored === 'number' ? stored : null;
}

/** Normalizes for saving and sending. Servers refuse '' for a date. */
export function normalValue({ type }: Field, value: FieldValue): FieldValue {
  if (type === 'phone' && typeof value === 'string') return value.trim();
  return value === '' && (type === 'date' || type === 'dateTime') ? null : value;
}

const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;

/**
 * Ignores what servers normalize: surrounding spaces, the case of email addresses, and the form of phone numbers and
 * decimals. Null, '' and absent are equal. Recognizes our own changes on a server; never use it to decide whether a
 * user changed something.
 */
export function sameValue(type: FieldType, a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (a === b) return true;
  const [one, other] = [String(a ?? '').trim(), String(b ?? '').trim()];
  if (one === other) return true;
  if (one === '' || other === '') return false;
  switch (type) {
    case 'money':
    case 'percent':
    case 'number':
      return Number(one) === Number(other);
    case 'email':
      return one.toLowerCase() === other.toLowerCase();
    case 'phone':
      return digitsOf(one) !== '' && digitsOf(one) === digitsOf(other);
    case 'date':
    case 'dateTime':
      return sameTime(one, other);
    default:
      return false;
  }
}

/** A server may store a day as a moment of that day. */
function sameTime(a: string, b: string): boolean {
  if (!TIME.test(a) || !TIME.test(b)) return false;
  if (a.length === 10 || b.length === 10) return a.slice(0, 10) === b.slice(0, 10);
  return Date.parse(a) === Date.parse(b);
}

export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}

/** Keeps a choice that this version does not know. */
function readChoice(value: unknown, fallback: string): string {
  const text = readText(value);
  return text === '' ? fallback : text;
}

/**
 * Returns the server's id as text. For records that came from the server, that is the local id. Some servers send the
 * whole record.
 */
function readReference(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) || null : null;
}
