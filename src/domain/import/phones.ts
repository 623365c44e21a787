import { isPhoneNumber } from '../contact-shapes.ts';
import { certain, doubted, isBlankWord, type ReadValue } from './doubts.ts';

/** As in `isPhoneNumber`; the companion takes at most 20 characters. */
const FEWEST = 7;
const MOST = 15;
const LONGEST = 20;

const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const JOINERS = /[\u200C\u200D]/g;
/** Spreadsheets write a long number so: 5.55555E+09. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;
const EXTENSION = /[\s,;(-]*(?:(?<!\p{L})ext(?:ension|n)?|(?<!\p{L})x|#)[\s.:=-]*(\d{1,7})\)?$/iu;
/** '12/3/2024', '2024-12-03': a date from another column. */
const DATE =
  /^(?:\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}|(?:19|20)\d{2}([-/.])\d{1,2}\2\d{1,2})(?: \d{1,2}:\d{2})?$/;
/** Signs that stand between two things, and in no number. */
const DIVIDES = /[;,|:&=]/;
/** Says no more than that it is a phone number. */
const PLAIN_LABEL = /^(?:(?:tele)?phone|tel|ph)\b\s*(?:number|no|#)?\s*[:.]*\s*/i;
const HAS_LETTER = /\p{L}/u;
const SEPARATORS = /\s*(?::::|[/;,|&\n]|\bor\b|\band\b)\s*/i;
/** A ten-digit number, with or without the country's. */
const TEN_DIGITS = /(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)/g;

/** Reads a phone number as a server takes it. What is more than a number becomes a doubt. */
export function readPhone(text: string): ReadValue {
  const phone = tidy(text);
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

/** Takes away what is no part of the number and tells nothing: 'Phone:', marks around it, and the .0 of a spreadsheet. */
function tidy(text: string): string {
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

/** Writes a number that is too long with its separators without them. */
function shortened(phone: string): string {
  if (phone.length <= LONGEST) return phone;
  return (phone.startsWith('+') ? '+' : '') + phone.replace(/\D/g, '');
}

/** Returns the number where all its digits are there: the spreadsheet may have thrown some away for good. */
function fromScientific(phone: string): ReadValue | null {
  const [, first = '', rest = '', power = ''] = SCIENTIFIC.exec(phone) ?? [];
  if (first === '') return null;
  const digits = first + rest;
  const isWhole = digits.length === Number(power) + 1 && isNumberOf(digits);
  return isWhole ? certain(digits) : doubted(phone, 'rounded');
}

/** '555/555-0101', '[555] 555.0101': only the signs between are unusual. */
function oddlyDivided(phone: string): ReadValue | null {
  const parts = /^(?:\+?(1)\D+)?\D?(\d{3})\D{1,2}(\d{3})\D(\d{4})$/.exec(phone)?.slice(1) ?? [];
  return parts.length === 0 || HAS_LETTER.test(phone) ? null : certain(parts.filter(Boolean).join('-'));
}

/** A number with signs that a server does not know, as it might be meant. */
function withDashes(phone: string): string | null {
  const fix = phone.replace(/[^\d+]+/g, '-').replace(/^-|-$/g, '');
  return HAS_LETTER.test(phone) || DIVIDES.test(phone) || !isPhoneNumber(fix) ? null : shortened(fix);
}

function severalIn(phone: string): ReadValue | null {
  const parts = phone.split(SEPARATORS).filter((part) => digitsIn(part) > 0);
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

/** '555-555-0104/0204': the second number has only its end written. */
function isEnding(part: string | undefined): boolean {
  return part !== undefined && /^\d{2,4}$/.test(part);
}

function extended(phone: string): ReadValue | null {
  const found = EXTENSION.exec(phone);
  const fix = found && firstNumber(phone.slice(0, found.index));
  return fix ? doubted(phone, 'extension', fix, found[0].replace(/^[\s,;-]+/, '')) : null;
}

/** '(555) 555-0102 cell', 'home: 555-555-0102', '555-555-0102 (Ann)'. */
function labelled(phone: string): ReadValue | null {
  const runs = phone.match(/\+?[\d(][\d ().-]*\d/g) ?? [];
  const numbers = runs.filter(isNumberOf);
  const [run = ''] = numbers;
  const fix = numbers.length === 1 ? firstNumber(run) : null;
  const rest = phone.replace(run, ' ').replace(/\s+/g, ' ');
  // '555-555-01O1' has a letter for a digit: what is left would be another number.
  if (fix === null || /\d/.test(rest)) return null;
  if (/\d\p{L}{2,}|\d\p{L}\d/u.test(phone)) return null;
  return doubted(phone, 'label', fix, rest.replace(/^[\s(:,-]+|[\s):,-]+$/g, ''));
}

/** The number of a part of a cell; null where it is none. */
function firstNumber(part: string): string | null {
  const [run = ''] = (part.match(/\+?[\d(][\d ().-]*\d/g) ?? []).filter(isNumberOf);
  return run === '' ? null : shortened(tidy(run));
}
