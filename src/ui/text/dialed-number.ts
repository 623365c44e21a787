import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type Dialed, dialed } from './plain-number.ts';

/** The country of numbers without a country code. */
const HOME = 'US';
/** '1-800-FLOWERS'. Extra letters are ignored, as on a phone. */
const LETTERS = /(?<![\dA-Z])(\+?1?[-. ]?\(?\d{3}\)?[-. ]?)([A-Z\d](?:[-. ]?[A-Z\d]){6})(?:(?!x\d)[A-Z])*/gi;
const TOLL_FREE = /8(?:00|33|44|55|66|77|88)/;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

/** Matches separators between two numbers, but not before an extension. */
const NEXT = /(?<![,;])[,;]+(?![,;]|\d{1,6}#?$|\s*(?:e?xt|x|#))/gi;
const BETWEEN = /(\d{3}\D{0,2}\d{3}\D?\d{4})[-–—](?=\(?\d{3}\D{0,2}\d{3}\D?\d{4})/g;
const IN_BRACKETS = /\(\s*((?:e?xt|x|#)[^()]*)\)/gi;
const SEPARATOR = /[/|&]|\b(?:or|and)\b/i;

/** A number after one of these is not a phone number. */
const BEFORE_OTHER_NUMBER = /(?:claim|policy|file|clm|\bno|#)[\s.:#-]*$/i;
const DATE = /\b\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})\b/g;
/** In North America, no area code or exchange begins with 0 or 1. */
const AT_HOME = /^[2-9]\d\d[2-9]\d{6}$/;

/** Finds the first phone number in a text, in the formats of all countries. */
export function dialedNumber(typed: string): Dialed | null {
  const text = byKeypad(typed)
    .replace(DATE, ' ')
    .replace(IN_BRACKETS, ' $1')
    .replace(NEXT, ' / ')
    .replace(BETWEEN, '$1 / ');
  const all = findPhoneNumbersInText(text, { defaultCountry: HOME, extended: true }).filter(
    ({ number, startsAt }) => !isNone(number) && !BEFORE_OTHER_NUMBER.test(text.slice(0, startsAt)),
  );
  const found = all.find((one) => !isOdd(text.slice(one.startsAt, one.endsAt))) ?? all[0];
  if (found) return dialed(found.number.number, found.number.ext);
  return text.split(SEPARATOR).map(asTyped).find(Boolean) ?? null;
}

function isNone({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '1' && !AT_HOME.test(nationalNumber);
}

/** Ten digits grouped unlike a phone number may be a claim number. */
function isOdd(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  return digits.length === 10 && !/^\+|^\(?\d{3}\D{0,3}\d{3}\D{0,3}\d{4}$/.test(found.trim());
}

/** Reads seven local digits, and numbers that begin with '+' or '0'. */
function asTyped(text: string): Dialed | null {
  const read = parsePhoneNumberFromString(text, HOME);
  if (!read) return null;
  const { number, nationalNumber: digits, ext } = read;
  if (text.includes('+')) return digits.length < 7 ? null : dialed(number, ext);
  return digits.length === 7 || /^0\d{8,14}$/.test(digits) ? dialed(digits, ext) : null;
}

function byKeypad(text: string): string {
  return text.replace(LETTERS, (whole, area: string, local: string) => {
    // 'Ann' in '555-0101 Ann' is not part of the number. A typed O means zero.
    if (/^[\do. -]+$/i.test(local)) return area + local.replace(/o/gi, '0');
    const isNumber = /[a-z]/i.test(local) && (!local.includes(' ') || TOLL_FREE.test(area));
    return isNumber ? area + local.toLowerCase().replace(/[a-z]/g, keyOf) : whole;
  });
}

function keyOf(letter: string): string {
  return String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}
