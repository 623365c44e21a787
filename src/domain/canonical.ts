import type { FieldValue } from './resource-spec.ts';

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
  return canonicalText(field, String(a)) === canonicalText(field, String(b));
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
