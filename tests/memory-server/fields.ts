import { type DecimalRules, readDecimal } from '../../server/http/decimal.ts';
import { pythonType } from '../../server/http/fields.ts';
import { isDay } from '../../src/domain/plain-date.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';

/** What is wrong with a field: a text, or texts by inner field. */
export type FieldError = string | Readonly<Record<string, readonly string[]>>;

/** How a stock server takes and keeps one field. */
export interface Field {
  readonly required: boolean;
  /** What a row holds where the field was left out. */
  readonly blank: unknown;
  /** What is wrong with a value that was sent. */
  check(value: unknown): FieldError | null;
  /** How a good value stands in a row, and so in answers. */
  keep(value: unknown): unknown;
  /** The kind of record that it names. */
  readonly to?: ResourceName;
  /** What `field-rules` tells of a text. */
  readonly told?: { readonly max_length?: number; readonly shape?: string };
}

interface TextRules {
  readonly max?: number;
  readonly required?: boolean;
  readonly is?: RegExp;
  readonly otherwise?: string;
  readonly shape?: 'email' | 'phone';
}

const NULL = 'This field may not be null.';
const NO_NUMBER = 'A valid number is required.';
const NO_DAY = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
const DOLLARS: DecimalRules = { maxDigits: 12, places: 2 };

export function text({ max, required = false, is, otherwise, shape }: TextRules = {}): Field {
  const keep = (value: unknown): string => String(value).trim();
  return {
    required,
    blank: '',
    told: { ...(max === undefined ? {} : { max_length: max }), ...(shape ? { shape } : {}) },
    check(value) {
      if (value === null) return NULL;
      if (typeof value !== 'string' && typeof value !== 'number') return 'Not a valid string.';
      const kept = keep(value);
      if (kept === '') return required ? 'This field may not be blank.' : null;
      if (kept.includes('\0')) return 'Null characters are not allowed.';
      if (max !== undefined && kept.length > max) {
        return `Ensure this field has no more than ${max} characters.`;
      }
      return is?.test(kept) === false ? (otherwise ?? null) : null;
    },
    keep,
  };
}

/** The first choice is the one that a new record gets, unless another one is named. */
export function choice(choices: readonly string[], blank = choices[0]): Field {
  return {
    required: false,
    blank,
    check(value) {
      if (value === null) return NULL;
      const given = typeof value === 'string' ? value : JSON.stringify(value);
      return choices.includes(given) ? null : `"${given}" is not a valid choice.`;
    },
    keep: (value) => value,
  };
}

export function reference(to: ResourceName, { required = true } = {}): Field {
  const digits = (value: unknown): string | null =>
    Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value.trim()))
      ? String(value).trim()
      : null;
  return {
    required,
    blank: null,
    to,
    check(value) {
      if (value === null && !required) return null;
      if (value === null || value === '') return NULL;
      if (digits(value) !== null) return null;
      return `Incorrect type. Expected pk value, received ${pythonType(value)}.`;
    },
    keep: (value) => (value === null ? null : Number(digits(value))),
  };
}

/** The name of a file. */
export function hash({ required = false } = {}): Field {
  const otherwise = 'Enter a SHA-256 hash: 64 lowercase hexadecimal digits.';
  return text({ max: 64, required, is: /^[0-9a-f]{64}$/, otherwise });
}

/** A day with a time, kept as it was sent. */
export function moment(): Field {
  return {
    required: false,
    blank: null,
    check: (value) =>
      value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value))) ? null : NO_DAY,
    keep: (value) => value,
  };
}

export function number(): Field {
  return {
    required: false,
    blank: null,
    check: (value) => (value === null || typeof value === 'number' ? null : NO_NUMBER),
    keep: (value) => value,
  };
}

export function day({ required = false } = {}): Field {
  return {
    required,
    blank: null,
    check(value) {
      if (value === null) return required ? NULL : null;
      return typeof value === 'string' && isDay(value) ? null : NO_DAY;
    },
    keep: (value) => value,
  };
}

interface DecimalShape extends Partial<DecimalRules> {
  readonly required?: boolean;
  /** Whether null and '' say that there is none. */
  readonly nullable?: boolean;
  readonly blank?: unknown;
  /** What answers make of the exact text. */
  readonly leaves: (text: string) => unknown;
}

/** A decimal that is taken as a number or numeric text. */
export function decimal({
  required = false,
  nullable = false,
  blank = null,
  leaves,
  ...rules
}: DecimalShape): Field {
  const isNone = (value: unknown): boolean =>
    value === null || (typeof value === 'string' && value.trim() === '');
  return {
    required,
    blank,
    check(value) {
      if (nullable && isNone(value)) return null;
      return value === null ? NULL : decimalFault(value, { ...DOLLARS, ...rules });
    },
    keep: (value) => (isNone(value) ? null : leaves(decimalText(value, { ...DOLLARS, ...rules }))),
  };
}

/** An amount as an object in answers. */
export function usd(amount: string): { readonly amount: string; readonly currency: 'USD' } {
  return { amount, currency: 'USD' };
}

/** An amount that is an object both ways, or null. */
export function money(): Field {
  return {
    required: false,
    blank: null,
    check(value) {
      if (value === null) return null;
      const type = pythonType(value);
      if (type !== 'dict') {
        return { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] };
      }
      const { amount, currency = 'USD' } = value as { amount?: unknown; currency?: unknown };
      const errors: Record<string, readonly string[]> = {};
      const fault = amount === undefined ? 'This field is required.' : decimalFault(amount, DOLLARS);
      if (fault !== null) errors['amount'] = [amount === null ? NULL : fault];
      if (currency !== 'USD') errors['currency'] = [`"${String(currency)}" is not a valid choice.`];
      return Object.keys(errors).length > 0 ? errors : null;
    },
    keep: (value) =>
      value === null ? null : usd(decimalText((value as { amount: unknown }).amount, DOLLARS)),
  };
}

function decimalFault(value: unknown, rules: DecimalRules): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return NO_NUMBER;
  const read = readDecimal(String(value), rules);
  return 'fault' in read ? read.fault : null;
}

function decimalText(value: unknown, rules: DecimalRules): string {
  const read = readDecimal(String(value), rules);
  if ('fault' in read) throw new Error(`${String(value)} was not checked: ${read.fault}`);
  return read.text;
}
