import type { FieldValue } from '../../domain/resource-spec.ts';
import { plainText } from '../../domain/search-text.ts';

/** Null is a blank cell. */
export type SortKey = string | number | null;

/** Numbers in a text have fewer digits. */
const DIGITS = 15;

/**
 * Ignores case and accents, and sorts numbers in a text by value. Comparing keys takes a tenth of a collator's time.
 */
export function sortKeyOf(value: FieldValue): SortKey {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  const plain = plainText(text);
  return /\d/.test(plain) ? plain.replace(/\d+/g, (number) => number.padStart(DIGITS, '0')) : plain;
}

/** Sorts numbers, such as the keys of known choices, before texts. Blank cells are last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  const isBefore = typeof a === typeof b ? a < b : typeof a === 'number';
  return isBefore === descending ? 1 : -1;
}
