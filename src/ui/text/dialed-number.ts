import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type Dialed, dialed } from './plain-number.ts';

/** Numbers without a country's code are read as in the United States. */
const HOME = 'US';
/** '1-800-FLOWERS': an area's code, then seven letters and digits. Phones leave out the letters that are too many. */
const LETTERS = /(?<![\dA-Z])(\+?1?[-. ]?\(?\d{3}\)?[-. ]?)([A-Z\d](?:[-. ]?[A-Z\d]){6})(?:(?!x\d)[A-Z])*/gi;
const TOLL_FREE = /8(?:00|33|44|55|66|77|88)/;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

/** A comma or semicolon that ends a number: behind one, an extension is all that follows, or is called one. */
const NEXT = /(?<![,;])[,;]+(?![,;]|\d{1,6}#?$|\s*(?:e?xt|x|#))/gi;
/** A hyphen between two whole numbers. */
const BETWEEN = /(\d{3}\D{0,2}\d{3}\D?\d{4})[-–—](?=\(?\d{3}\D{0,2}\d{3}\D?\d{4})/g;
const IN_BRACKETS = /\(\s*((?:e?xt|x|#)[^()]*)\)/gi;
const SEPARATOR = /[/|&]|\b(?:or|and)\b/i;

/** What follows is no phone number. */
const OF_A_PAPER = /(?:claim|policy|file|clm|\bno|#)[\s.:#-]*$/i;
const DATE = /\b\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})\b/g;
/** No area and no exchange of North America begins with 0 or 1. */
const AT_HOME = /^[2-9]\d\d[2-9]\d{6}$/;

/** Finds the first number in what somebody typed, by what numbers of all countries look like; null where there is none. */
export function dialedNumber(typed: string): Dialed | null {
  const text = byKeypad(typed)
    .replace(DATE, ' ')
    .replace(IN_BRACKETS, ' $1')
    .replace(NEXT, ' / ')
    .replace(BETWEEN, '$1 / ');
  const all = findPhoneNumbersInText(text, { defaultCountry: HOME, extended: true }).filter(
    ({ number, startsAt }) => !isNone(number) && !OF_A_PAPER.test(text.slice(0, startsAt)),
  );
  const found = all.find((one) => !isOdd(text.slice(one.startsAt, one.endsAt))) ?? all[0];
  if (found) return dialed(found.number.number, found.number.ext);
  return text.split(SEPARATOR).map(asTyped).find(Boolean) ?? null;
}

function isNone({ countryCallingCode, nationalNumber }: PhoneNumber): boolean {
  return countryCallingCode === '1' && !AT_HOME.test(nationalNumber);
}

/** Tells if ten digits stand in other groups than a number's: a claim's number, perhaps. */
function isOdd(found: string): boolean {
  const digits = found.replace(/\D/g, '');
  return digits.length === 10 && !/^\+|^\(?\d{3}\D{0,3}\d{3}\D{0,3}\d{4}$/.test(found.trim());
}

/** Digits to dial as they stand: seven within an area, and what other countries write with '+' or '0' in front. */
function asTyped(text: string): Dialed | null {
  const read = parsePhoneNumberFromString(text, HOME);
  if (!read) return null;
  const { number, nationalNumber: digits, ext } = read;
  if (text.includes('+')) return digits.length < 7 ? null : dialed(number, ext);
  return digits.length === 7 || /^0\d{8,14}$/.test(digits) ? dialed(digits, ext) : null;
}

function byKeypad(text: string): string {
  return text.replace(LETTERS, (whole, area: string, local: string) => {
    // 'Ann' in '555-0101 Ann' is no part of the number.
    // A typed O for a zero is no key.
    if (/^[\do. -]+$/i.test(local)) return area + local.replace(/o/gi, '0');
    const isNumber = /[a-z]/i.test(local) && (!local.includes(' ') || TOLL_FREE.test(area));
    return isNumber ? area + local.toLowerCase().replace(/[a-z]/g, keyOf) : whole;
  });
}

function keyOf(letter: string): string {
  return String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);
}
