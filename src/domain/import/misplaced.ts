import type { Customer } from '../customer.ts';
import type { DoubtCause } from './doubts.ts';

const EMAIL = /[^\s@<>(]+@[^\s@<>)]+\.[^\s@<>)]/;
const ZIP = /^\d{5}(?:-\d{4})?$/;
/** A ten-digit number in a text, and a cell that is nothing else than a number. */
const PHONE_INSIDE = /(?<!\d)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]+\d{4}(?!\d)/;
const PHONE_ALONE = /^\+?[\s().-]*(?:\d[\s().-]*){10,15}$/;
const STREET = /^\d+[a-z]? +\p{L}/iu;
const NAMES = ['first_name', 'last_name', 'company_name'];
const TEXTS = [...NAMES, 'address_line_1', 'city', 'state', 'postal_code'];

/** Tells the kind of a value that belongs in another column than its own; null where nothing says so. */
export function misplacedIn(field: keyof Customer, text: string): DoubtCause | null {
  if (!TEXTS.includes(field)) return null;
  if (text.includes('@') && EMAIL.test(text)) return 'emailInside';
  const hasDigit = /\d/.test(text);
  if (!hasDigit) return field === 'postal_code' ? 'notZip' : null;
  if (PHONE_ALONE.test(text)) return 'phoneInside';
  if (field === 'postal_code') return null;
  if (ZIP.test(text)) return 'zipInside';
  if (field === 'address_line_1') return null;
  if (PHONE_INSIDE.test(text)) return 'phoneInside';
  return NAMES.includes(field) || !STREET.test(text) ? null : 'streetInside';
}
