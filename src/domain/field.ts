import { type Amount, readAmount } from './money.ts';
import { type PlainDate, readDay, readDayOrTime } from './plain-date.ts';
import { digitsOf } from './plain-text.ts';
import type { BlankEnv, FieldValue, ResourceName } from './resource-spec.ts';

/**
 * The types of fields, and what follows from a type. Each kind of record lists its fields with their types in its spec.
 * Forms, cells, filters, sorting, exports, comparison and sync read that list.
 */

export type Field =
  /** One line. `generate` makes a new record's value: a number that no other record is likely to have. */
  | { readonly type: 'text'; readonly generate?: (env: BlankEnv) => string }
  | { readonly type: 'email' | 'phone' }
  /** Several people add to it: changes by two are merged by facts and lines. */
  | { readonly type: 'longText' }
  /** A server may know more choices than these. */
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly initial: string }
  /** In dollars, or in percent. */
  | { readonly type: 'money' | 'percent' }
  /** `dateTime` is a day or a moment, in the form in which it came: some servers write one as the other. */
  | { readonly type: 'date' | 'dateTime' }
  /** The local id of another record; sent as that record's server id. */
  | { readonly type: 'reference'; readonly to: ResourceName };

export type FieldType = Field['type'];

/** Fields by name, in the order in which people see them listed. */
export type FieldList = Readonly<Record<string, Field>>;

type ValueOf<T extends FieldType> = T extends 'money' | 'percent'
  ? Amount
  : T extends 'date' | 'dateTime'
    ? PlainDate
    : T extends 'reference'
      ? string | null
      : string;

/** A record with these fields. */
export type RecordOf<L extends FieldList> = { -readonly [F in keyof L]: ValueOf<L[F]['type']> };

/** Returns a blank record's value; '' for one that is generated. */
export function initialValue(field: Field): FieldValue {
  switch (field.type) {
    case 'choice':
      return field.initial;
    case 'money':
    case 'percent':
      return 0;
    case 'date':
    case 'dateTime':
    case 'reference':
      return null;
    default:
      return '';
  }
}

/** Tells if a field holds text that a person writes: '' where it is blank, never null. */
export function isWritten({ type }: Field): boolean {
  return type === 'text' || type === 'longText' || type === 'email' || type === 'phone';
}

/** Tells if a field holds an amount, which stands at the end of its cell. */
export function isAmount({ type }: Field): boolean {
  return type === 'money' || type === 'percent';
}

/** Reads what a server sent. Never throws: a record that cannot be read whole is kept with what can be read. */
export function readField(field: Field, wire: unknown): FieldValue {
  switch (field.type) {
    case 'choice':
      return readChoice(wire, field.initial);
    case 'money':
    case 'percent':
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

/** Returns a stored value as its type says, whatever was stored. */
export function readableValue(field: Field, stored: FieldValue | undefined): FieldValue {
  if (isWritten(field) || field.type === 'choice') return readText(stored);
  return typeof stored === 'string' || typeof stored === 'number' ? stored : null;
}

/** Returns a value as it is saved and sent. Servers refuse '' for a date. */
export function normalValue({ type }: Field, value: FieldValue): FieldValue {
  if (type === 'phone' && typeof value === 'string') return value.trim();
  return value === '' && (type === 'date' || type === 'dateTime') ? null : value;
}

/** A day, or a day with a time. */
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;

/**
 * Tells if two values mean the same to a server that trims text, folds the case of e-mail addresses, reformats phone numbers
 * and rounds decimals: null, '' and absent are one value. Recognizes our own record and change on a server. It never decides
 * if a person changed something.
 */
export function sameValue(type: FieldType, a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (a === b) return true;
  const [one, other] = [String(a ?? '').trim(), String(b ?? '').trim()];
  if (one === other) return true;
  if (one === '' || other === '') return false;
  switch (type) {
    case 'money':
    case 'percent':
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

/** Compares moments in whatever form. A server may keep a day as a moment of that day. */
function sameTime(a: string, b: string): boolean {
  if (!TIME.test(a) || !TIME.test(b)) return false;
  if (a.length === 10 || b.length === 10) return a.slice(0, 10) === b.slice(0, 10);
  return Date.parse(a) === Date.parse(b);
}

/**
 * Tolerant readers for one value of a server's JSON. A record that cannot be read whole is kept with what
 * can be read, so none of these throws: what is no text reads as ''.
 */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}

/** A choice as it came, even one that this version does not know; the default where nothing came. */
function readChoice(value: unknown, fallback: string): string {
  const text = readText(value);
  return text === '' ? fallback : text;
}

/**
 * The local id of the record that a server's id refers to: always the id as text. Some servers send the record
 * itself. Null where there is none.
 */
function readReference(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) || null : null;
}
