import { z } from 'zod';
import { hasTime, isDay } from '../../src/domain/plain-date.ts';
import { isEmailAddress, isPhoneNumber } from '../../src/domain/server-rules.ts';
import { CURRENCY } from '../../src/domain/work-order.ts';
import { type DecimalRules, NO_NUMBER, readDecimal } from './decimal.ts';
import type { FieldErrors } from './field-errors.ts';

const NULL_CHARACTER = String.fromCharCode(0);

/** The database would replace it with another character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Uses Django REST Framework's messages. */
function missingOr(otherwise: (input: unknown) => string) {
  return (issue: { input?: unknown }): string => {
    if (issue.input === undefined) return 'This field is required.';
    if (issue.input === null) return 'This field may not be null.';
    return otherwise(issue.input);
  };
}

interface TextRules {
  /** In code points, not UTF-16 units. */
  readonly max: number;
  /** True if '' and mere whitespace are allowed. */
  readonly blank?: boolean;
}

export const LONG_TEXT: TextRules = { max: 10_000, blank: true };

interface AnnouncedRules {
  readonly max?: number;
  readonly shape?: 'email' | 'phone';
}

/** Announced by the extension `field-rules`. A refined field inherits them. */
const ANNOUNCED = z.registry<AnnouncedRules>();

export function textRulesOf(field: z.ZodType): AnnouncedRules {
  return ANNOUNCED.get(field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field) ?? {};
}

/** Trims text, and converts a number to text, like Django REST Framework. */
export function textField({ max, blank = false }: TextRules) {
  const text = z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .refine((value) => blank || value !== '', { error: 'This field may not be blank.', abort: true })
    .refine((value) => Array.from(value).length <= max, {
      error: `Ensure this field has no more than ${max} characters.`,
    })
    .refine((value) => !value.includes(NULL_CHARACTER), { error: 'Null characters are not allowed.' })
    .refine((value) => !LONE_SURROGATE.test(value), {
      error: ({ input }) =>
        `Surrogate characters are not allowed: ${nameOf(LONE_SURROGATE.exec(String(input)))}.`,
    });
  return z.preprocess(trimmed, text).register(ANNOUNCED, { max });
}

/** Adds a rule that does not apply to blank text. */
function textFieldThat(
  rules: TextRules & { readonly is: (text: string) => boolean; readonly otherwise: string },
) {
  return textField(rules).refine((value) => value === '' || rules.is(value), { error: rules.otherwise });
}

export function emailField() {
  const max = 254;
  const otherwise = 'Enter a valid email address.';
  return textFieldThat({ max, blank: true, is: isEmailAddress, otherwise }).register(ANNOUNCED, {
    max,
    shape: 'email',
  });
}

export function phoneField() {
  const max = 20;
  const otherwise = "Phone number must be entered in the format: '+1-555-123-4567'.";
  return textFieldThat({ max, blank: true, is: isPhoneNumber, otherwise }).register(ANNOUNCED, {
    max,
    shape: 'phone',
  });
}

export function choiceField(choices: readonly string[]) {
  return z.enum(choices, {
    error: missingOr(
      (input) => `"${typeof input === 'string' ? input : JSON.stringify(input)}" is not a valid choice.`,
    ),
  });
}

/** For passwords and tokens. */
export function verbatimField() {
  return z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .refine((value) => value !== '', { error: 'This field may not be blank.' });
}

function nameOf(found: RegExpExecArray | null): string {
  return `U+${found?.[0].charCodeAt(0).toString(16).toUpperCase() ?? ''}`;
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : value;
}

/** Names the type as in Django REST Framework's messages. */
export function pythonType(value: unknown): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value === 'boolean' ? 'bool' : 'str';
}

const WRONG_DATE = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
const TIME = /^T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[-+]\d{2}:\d{2})?$/;

/** From year 1 on, because neither Python nor PostgreSQL has a year 0. */
export function dateField() {
  return fieldThat(isStorableDay);
}

/** A date, or an ISO 8601 date-time, kept as written. */
export function dateOrTimeField() {
  return fieldThat((text) => (hasTime(text) ? isDateTime(text) : isStorableDay(text)));
}

function fieldThat(isDate: (text: string) => boolean) {
  return z.string({ error: missingOr(() => WRONG_DATE) }).refine(isDate, { error: WRONG_DATE });
}

function isStorableDay(text: string): boolean {
  return isDay(text) && text >= '0001';
}

function isDateTime(text: string): boolean {
  return isStorableDay(text.slice(0, 10)) && TIME.test(text.slice(10)) && !Number.isNaN(Date.parse(text));
}

const DOLLARS: DecimalRules = { maxDigits: 12, places: 2 };

export function decimalField(rules: DecimalRules = DOLLARS) {
  return z
    .union([z.number(), z.string()], { error: missingOr(() => NO_NUMBER) })
    .transform((value, context) => {
      const read = readDecimal(String(value), rules);
      if ('text' in read) return read.text;
      context.addIssue(read.fault);
      return z.NEVER;
    });
}

/** Null and blank text mean no value. */
export function optionalDecimalField() {
  const blankAsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
  return z.preprocess(blankAsNull, decimalField().nullable());
}

/** Reads {"amount": "99.90", "currency": "USD"} as its decimal text. */
export function moneyField() {
  const money = z.object({ amount: decimalField(), currency: choiceField([CURRENCY]).optional() });
  return z
    .preprocess((value, context) => {
      const type = pythonType(value);
      if (value === undefined || type === 'dict') return value;
      const message = `Invalid data. Expected a dictionary, but got ${type}.`;
      context.issues.push({ code: 'custom', path: ['non_field_errors'], message, input: value });
      return z.NEVER;
    }, money)
    .transform(({ amount }) => amount)
    .nullable();
}

export function numberField({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .number({ error: missingOr(() => NO_NUMBER) })
    .min(min, { error: `Ensure this value is greater than or equal to ${min}.` })
    .max(max, { error: `Ensure this value is less than or equal to ${max}.` });
}

const SHA256 = /^[0-9a-f]{64}$/;

function isSha256(text: string): boolean {
  return SHA256.test(text);
}

export function sha256Field({ blank = false } = {}) {
  const otherwise = 'Enter a SHA-256 hash: 64 lowercase hexadecimal digits.';
  return textFieldThat({ max: 64, blank, is: isSha256, otherwise });
}

const NULL = 'This field may not be null.';
const INTEGER = /^[-+]?\d+$/;
/** Digits that certainly fit into 64 bits. No record has a longer id. */
const STORABLE = /^\d{1,18}$/;

/** Does not check that the record exists. */
export function referenceField() {
  return z.union([z.number(), z.string()], { error: missingOr(wrongType) }).transform((value, context) => {
    const text = typeof value === 'number' ? integerText(value) : value.trim();
    if (text === '') context.addIssue(NULL);
    else if (!INTEGER.test(text)) context.addIssue(wrongType(value));
    else return text;
    return z.NEVER;
  });
}

export function isStorableId(id: string): boolean {
  return STORABLE.test(id);
}

export function noSuchObject(field: string, id: unknown): FieldErrors {
  return { [field]: [`Invalid pk "${String(id)}" - object does not exist.`] };
}

/** Returns all digits, even if JavaScript would write the number as 1e+21. */
function integerText(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function wrongType(value: unknown): string {
  return `Incorrect type. Expected pk value, received ${pythonType(value)}.`;
}

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MAGIC_BYTES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const;
const KIB = 1024;

/** Accepts a PNG or JPEG as a data URL, or ''. Checks the first bytes, because the URL may name the wrong format. */
export function pictureField(maxBytes: number) {
  return z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .superRefine((text, context) => {
      const fault = text === '' ? undefined : faultIn(text, maxBytes);
      if (fault !== undefined) context.addIssue(fault);
    })
    .meta({ description: 'data:image/png;base64,… or data:image/jpeg;base64,…, or blank' });
}

function faultIn(text: string, maxBytes: number): string | undefined {
  const [, format, encoded = ''] = DATA_URL.exec(text) ?? [];
  if (format !== 'png' && format !== 'jpeg') return 'The picture must be a PNG or JPEG, sent as a data URL.';
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maxBytes) {
    return `The picture is ${Math.ceil(bytes.length / KIB)} KiB. The limit is ${maxBytes / KIB} KiB.`;
  }
  if (MAGIC_BYTES[format].every((byte, at) => bytes[at] === byte)) return undefined;
  return `The picture is declared as a ${format.toUpperCase()} but is not one.`;
}
