import { plainText } from '../../domain/plain-text.ts';
import type { FieldValue } from '../../domain/resource-spec.ts';

/** Keys of one column are compared as they are. Null is a blank cell. */
export type SortKey = string | number | null;

/** Longer than any number that people write in a text. */
const DIGITS = 15;

/**
 * The key of a cell's value. Texts are compared as people look for them: capitals and accents make no difference, and
 * numbers in them go by value. Comparing such keys takes a tenth of what a collator takes.
 */
export function sortKeyOf(value: FieldValue): SortKey {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  const plain = plainText(text);
  return /\d/.test(plain) ? plain.replace(/\d+/g, (number) => number.padStart(DIGITS, '0')) : plain;
}

/**
 * Returns a negative number if `a` comes first. Numbers come before texts: a column of choices has the places of the
 * known ones and the texts of the others. Blank cells go last either way.
 */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  const isBefore = typeof a === typeof b ? a < b : typeof a === 'number';
  return isBefore === descending ? 1 : -1;
}
