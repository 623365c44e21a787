import type { Customer } from '../customer.ts';
import { isEmailAddress, isPhoneNumber } from '../server-rules.ts';
import { ONLY_PHONE, ONLY_ZIP } from './columns.ts';

type DoubtCause =
  | 'extension'
  /** A phone number with a word like 'cell'. */
  | 'label'
  | 'twoPhones'
  /** 3.12556E+09: a spreadsheet rounded it. */
  | 'rounded'
  | 'notPhone'
  | 'twoEmails'
  | 'notEmail'
  /** A ZIP code without its leading zero. */
  | 'lostZero'
  | 'tooLong'
  /** Not one of the app's types or statuses. */
  | 'unknownChoice'
  /** Values of another kind, perhaps one column off. */
  | 'emailInside'
  | 'phoneInside'
  | 'zipInside'
  | 'streetInside'
  /** No digit. */
  | 'notZip'
  /** 'Aubrey Plaza', 'Harbor Bank' */
  | 'personOrCompany';

/** The user decides. Until then the customer has `value`. */
export interface CellDoubt {
  readonly field: keyof Customer;
  readonly cause: DoubtCause;
  /** The cleaned text. */
  readonly value: string;
  readonly fix: string | null;
  /** Text that the fix leaves out. */
  readonly lost: string;
  /** Fields that the fix sets, if more than `field`. */
  readonly parts?: Readonly<Partial<Customer>>;
}

export interface ReadValue {
  readonly value: string;
  readonly doubt: Omit<CellDoubt, 'field' | 'value'> | null;
}

export function certain(value: string): ReadValue {
  return { value, doubt: null };
}

export function doubted(value: string, cause: DoubtCause, fix: string | null = null, lost = ''): ReadValue {
  return { value, doubt: { cause, fix, lost } };
}

export function isBlankWord(text: string): boolean {
  return /^(?:n\.?\/?a\.?|none|null|nil|no|no (?:e-?mail|phone|number|address)|unknown|not (?:available|provided|known)|tbd|x+|-+|–|—|\.+|\?+|0+)$/i.test(
    text,
  );
}

const LONGEST_EMAIL = 254;
const EMAIL_SEPARATORS = /\s*(?::::|[;,|\s])\s*|\s+or\s+|\s+and\s+/i;

/** Asks the user about several addresses. */
export function readEmail(text: string): ReadValue {
  const typed = text.replace(JOINERS, '').replaceAll('’', "'");
  if (typed === '' || isBlankWord(typed)) return certain('');
  const whole = tidyEmail(typed);
  if (isEmail(whole)) return certain(whole);
  const parts = (typed.match(/<[^<>]*@[^<>]*>/g) ?? typed.split(EMAIL_SEPARATORS))
    // An address may contain a slash.
    .flatMap((part) => (isEmail(tidyEmail(part)) ? [part] : part.split('/')))
    .map(tidyEmail)
    .filter(isEmail);
  const [first, ...others] = parts.filter((part, at) => at === parts.findIndex((one) => isSame(one, part)));
  if (first === undefined) return doubted(text, 'notEmail', repaired(whole));
  if (others.length > 0) return doubted(text, 'twoEmails', first, others.join(', '));
  const left = parts
    .reduce((rest, part) => rest.replaceAll(part, ' '), typed)
    .replace(/[<>;,|:\s]+|mailto:/gi, ' ')
    .trim();
  // 'Ann Lee <ann@example.com>' names the person, as other columns do.
  return left === '' || /<[^<>]*>\s*$/.test(typed) ? certain(first) : doubted(text, 'notEmail', first, left);
}

function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && isEmailAddress(text);
}

function tidyEmail(text: string): string {
  return text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^(?:mailto|e-?mail):\s*|\?subject=.*$/gi, '')
    .replace(/^["'(<]+(?=[^"'(<>]*@)|[.,;:>)"'?]+$/g, '')
    .trim();
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Corrects common typing errors. */
function repaired(text: string): string | null {
  const close = text.replace(/\s+/g, '');
  const tries = [
    close,
    close.replaceAll(',', '.'),
    close.replace(/\.{2,}/g, '.').replace(/@+/g, '@'),
    close.replace(/[([{]at[)\]}]/i, '@'),
  ];
  return tries.find((one) => one !== text && isEmail(one)) ?? null;
}

/** In digits, as in `isPhoneNumber`. The companion server accepts at most 20 characters. */
const FEWEST = 7;
const MOST = 15;
const LONGEST_PHONE = 20;

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const JOINERS = /[\u200C\u200D]/g;
/** Spreadsheets write long numbers like 5.55555E+09. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;
const EXTENSION = /[\s,;(-]*(?:(?<!\p{L})ext(?:ension|n)?|(?<!\p{L})x|#)[\s.:=-]*(\d{1,7})\)?$/iu;
/** A date from another column. */
const DATE =
  /^(?:\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}|(?:19|20)\d{2}([-/.])\d{1,2}\2\d{1,2})(?: \d{1,2}:\d{2})?$/;
/** These characters divide two values, and never occur in a number. */
const DIVIDES = /[;,|:&=]/;
/** A label that says no more than 'phone'. */
const PLAIN_LABEL = /^(?:(?:tele)?phone|tel|ph)\b\s*(?:number|no|#)?\s*[:.]*\s*/i;
const HAS_LETTER = /\p{L}/u;
const PHONE_SEPARATORS = /\s*(?::::|[/;,|&\n]|\bor\b|\band\b)\s*/i;
/** With or without the country code. */
const TEN_DIGITS = /(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/g;

/** Asks the user about anything besides one number. */
export function readPhone(text: string): ReadValue {
  const phone = tidyPhone(text);
  if (phone === '' || isBlankWord(phone)) return certain('');
  if (DATE.test(phone)) return doubted(text, 'notPhone');
  if (isPhoneNumber(phone)) return certain(shortened(phone));
  const read =
    fromScientific(phone) ??
    oddlyDivided(phone) ??
    severalIn(phone) ??
    extended(phone) ??
    labelled(phone) ??
    doubted(phone, 'notPhone', withDashes(phone));
  return read.doubt ? { ...read, value: text } : read;
}

function isNumberOf(text: string): boolean {
  const digits = digitsIn(text);
  return digits >= FEWEST && digits <= MOST;
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** Removes 'Phone:', marks around the number, a spreadsheet's .0. */
function tidyPhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replace(JOINERS, '')
    .replace(/^'(?=[\d(+])/, '')
    .replace(/^tel:/i, '')
    .replace(PLAIN_LABEL, '')
    .replace(/^(\d{7,15})\.0+$/, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\( | \)/g, (mark) => mark.trim())
    .replace(/ ?- ?/g, '-')
    .replace(/[\s.,;:]+$/, '')
    .trim();
}

/** Drops the separators of a number that is too long. */
function shortened(phone: string): string {
  if (phone.length <= LONGEST_PHONE) return phone;
  return (phone.startsWith('+') ? '+' : '') + phone.replace(/\D/g, '');
}

/** The number is certain only if no digit is missing: a spreadsheet may have rounded it. */
function fromScientific(phone: string): ReadValue | null {
  const [, first = '', rest = '', power = ''] = SCIENTIFIC.exec(phone) ?? [];
  if (first === '') return null;
  const digits = first + rest;
  const isWhole = digits.length === Number(power) + 1 && isNumberOf(digits);
  return isWhole ? certain(digits) : doubted(phone, 'rounded');
}

/** '555/555-0101', '[555] 555.0101' */
function oddlyDivided(phone: string): ReadValue | null {
  const parts = /^(?:\+?(1)\D+)?\D?(\d{3})\D{1,2}(\d{3})\D(\d{4})$/.exec(phone)?.slice(1) ?? [];
  return parts.length === 0 || HAS_LETTER.test(phone) ? null : certain(parts.filter(Boolean).join('-'));
}

function withDashes(phone: string): string | null {
  const fix = phone.replace(/[^\d+]+/g, '-').replace(/^-|-$/g, '');
  return HAS_LETTER.test(phone) || DIVIDES.test(phone) || !isPhoneNumber(fix) ? null : shortened(fix);
}

function severalIn(phone: string): ReadValue | null {
  const parts = phone.split(PHONE_SEPARATORS).filter((part) => digitsIn(part) > 0);
  const numbers = parts.filter((part) => digitsIn(part) >= FEWEST);
  const inText = phone.match(TEN_DIGITS) ?? [];
  const isSeveral = inText.length > 1 || numbers.length > 1 || (numbers.length === 1 && isEnding(parts[1]));
  if (!isSeveral) return null;
  const [found = ''] = inText.length > 0 ? inText : numbers;
  const fix = firstNumber(found);
  if (fix === null) return null;
  const others = phone.slice(phone.indexOf(found) + found.length).replace(/^[\s/;,|&:)-]+/, '');
  const before = phone.slice(0, phone.indexOf(found)).trim();
  const lost = [before, others].filter(Boolean).join(' ');
  const isRepeated = others.replace(/\D/g, '') === fix.replace(/\D/g, '') && !HAS_LETTER.test(lost);
  return isRepeated ? certain(fix) : doubted(phone, 'twoPhones', fix, lost);
}

/** '555-555-0104/0204' has only the end of the second number. */
function isEnding(part: string | undefined): boolean {
  return part !== undefined && /^\d{2,4}$/.test(part);
}

function extended(phone: string): ReadValue | null {
  const found = EXTENSION.exec(phone);
  const fix = found && firstNumber(phone.slice(0, found.index));
  return fix ? doubted(phone, 'extension', fix, found[0].replace(/^[\s,;-]+/, '')) : null;
}

/** '(555) 555-0102 cell', 'home: 555-555-0102', '555-555-0102 (Ann)' */
function labelled(phone: string): ReadValue | null {
  const runs = phone.match(/\+?[\d(][\d ().-]*\d/g) ?? [];
  const numbers = runs.filter(isNumberOf);
  const [run = ''] = numbers;
  const fix = numbers.length === 1 ? firstNumber(run) : null;
  const rest = phone.replace(run, ' ').replace(/\s+/g, ' ');
  // In '555-555-01O1', a letter replaces a digit, and the rest would be another number.
  if (fix === null || /\d/.test(rest)) return null;
  if (/\d\p{L}{2,}|\d\p{L}\d/u.test(phone)) return null;
  return doubted(phone, 'label', fix, rest.replace(/^[\s(:,-]+|[\s):,-]+$/g, ''));
}

function firstNumber(part: string): string | null {
  const [run = ''] = (part.match(/\+?[\d(][\d ().-]*\d/g) ?? []).filter(isNumberOf);
  return run === '' ? null : shortened(tidyPhone(run));
}

const EMAIL = /[^\s@<>(]+@[^\s@<>)]+\.[^\s@<>)]/;
const PHONE_INSIDE = /(?<!\d)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]+\d{4}(?!\d)/;
const STREET = /^\d+[a-z]? +\p{L}/iu;
const NAMES = ['first_name', 'last_name', 'company_name'];
const TEXTS = [...NAMES, 'address_line_1', 'city', 'state', 'postal_code'];

/** Returns null unless the value surely belongs in another column. */
export function misplacedIn(field: keyof Customer, text: string): DoubtCause | null {
  if (!TEXTS.includes(field)) return null;
  if (text.includes('@') && EMAIL.test(text)) return 'emailInside';
  const hasDigit = /\d/.test(text);
  if (!hasDigit) return field === 'postal_code' ? 'notZip' : null;
  if (ONLY_PHONE.test(text)) return 'phoneInside';
  if (field === 'postal_code') return null;
  if (ONLY_ZIP.test(text)) return 'zipInside';
  if (field === 'address_line_1') return null;
  if (PHONE_INSIDE.test(text)) return 'phoneInside';
  return NAMES.includes(field) || !STREET.test(text) ? null : 'streetInside';
}
