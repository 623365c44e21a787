import { plainText } from './plain-text.ts';

/** All of these are to be found, each in a record's own text or in that of what it refers to. */
export type SearchTerms = readonly string[];

/** Digits and what people put between them. */
const NUMBER = /^[\d\s()+./-]*$/;
/** Fewer digits are in too many numbers. */
const FEWEST = 3;
/** With the country's number before it: the number may be written without. */
const WITH_COUNTRY = /^1(?=\d{10}$)/;
/** Stands between words, and in a text perhaps not. */
const ENDS = /^[,;]+|[,;]+$/g;

/**
 * What a search looks for, in one or two ways, of which either will do: each of its words, and where it looks like a part
 * of a phone number, its digits. A text that holds what was typed as it was typed holds each of its words. Null where
 * nothing was typed.
 */
export function searchWays(typed: string): readonly SearchTerms[] | null {
  const words = plainText(typed)
    .split(/\s+/)
    .map((word) => word.replace(ENDS, ''))
    .filter(Boolean);
  if (words.length === 0) return null;
  const digits = NUMBER.test(typed) ? digitsOf(typed).replace(WITH_COUNTRY, '') : '';
  return digits.length < FEWEST || digits === words[0] ? [words] : [words, [digits]];
}

/** A phone number by its digits: '+1-555-777-1234' is '15557771234'. Of what is no text there are none. */
export function digitsOf(phone: unknown): string {
  return typeof phone === 'string' ? phone.replace(/\D+/g, '') : '';
}
