import type { FieldValue } from './resource-spec.ts';

/** A day, or a day with a time. */
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;

/**
 * Whether two values of a field mean the same to a server that trims text, folds the case of an e-mail
 * address, reformats phone numbers and rounds decimals: null, '' and absent are one value. Used to
 * recognise our own record and our own change on a server, never to decide whether a person changed
 * something.
 */
export function sameValue(field: string, a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (a === b) return true;
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  if (typeof a === 'number' || typeof b === 'number') return Number(a) === Number(b);
  return (
    canonicalText(field, String(a)) === canonicalText(field, String(b)) || sameTime(String(a), String(b))
  );
}

/** A moment in whatever form, or a day that a server keeps as a moment of that day. */
function sameTime(a: string, b: string): boolean {
  if (!TIME.test(a) || !TIME.test(b)) return false;
  if (a.length === 10 || b.length === 10) return a.slice(0, 10) === b.slice(0, 10);
  return Date.parse(a) === Date.parse(b);
}

function isBlank(value: FieldValue | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function canonicalText(field: string, value: string): string {
  const text = value.trim();
  if (field === 'email') return text.toLowerCase();
  if (field === 'phone') return text.replace(/\D/g, '') || text;
  return text;
}
