import { isWithin } from '../../../domain/drying/drying-facts.ts';
import { dryingFormWords } from '../../../words/drying.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
  /** One digit after the point is stored. */
  readonly hasFraction?: boolean;
}

const GROUPED = /^-?\d{1,3}(?:,\d{3})+$/;
const PLAIN = /^-?\d*[.,]?\d+$/;

/** A comma before each three digits groups them, as in '1,850'. Another is a decimal mark, as in '12,5'. */
function numberOr(text: string): number | null {
  const typed = text.trim();
  if (GROUPED.test(typed)) return Number(typed.replaceAll(',', ''));
  return PLAIN.test(typed) ? Number(typed.replace(',', '.')) : null;
}

export function within(text: string, range: Range): number | null {
  const number = numberOr(text);
  if (number === null || !isWithin(number, range)) return null;
  return number === Number(number.toFixed(range.hasFraction ? 1 : 0)) ? number : null;
}

export function required(name: string, text: string): Record<string, string> {
  return text.trim() === '' ? { [name]: dryingFormWords.needed } : {};
}

export function inRange(name: string, text: string, range: Range): Record<string, string> {
  if (text.trim() === '' || within(text, range) !== null) return {};
  const { notNumber, notWhole } = dryingFormWords;
  return { [name]: (range.hasFraction ? notNumber : notWhole)({ min: range.min, max: range.max }) };
}
