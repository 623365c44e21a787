import { type Customer, customerName } from '../customer.ts';
import { COUNTRY_WORDS, stateCode } from './addresses.ts';
import { cleanText } from './clean-text.ts';
import { type ColumnMatch, type ImportField, plainName, wordsOf } from './columns.ts';
import { isBlankWord } from './read-cell.ts';

/** Cells that did not fit into `field`, which already has a value. */
export interface UnreadValue {
  readonly field: keyof Customer;
  readonly text: string;
}

/** Fields that take only the first filled column, and the customer's fields that get their values. */
const FIRST_FILLED: readonly (readonly [ImportField, keyof Customer])[] = [
  ['first_name', 'first_name'],
  ['middle_name', 'first_name'],
  ['last_name', 'last_name'],
  ['name_suffix', 'last_name'],
  ['company_name', 'company_name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['customer_type', 'customer_type'],
  ['status', 'status'],
];
const ADDRESS_PARTS = [
  'address_line_1',
  'address_line_2',
  'address_block',
  'city',
  'state',
  'postal_code',
] as const;

type Texts = Readonly<Record<keyof Customer, string>>;

export function unreadValues(cells: readonly string[], match: ColumnMatch, texts: Texts): UnreadValue[] {
  const at = (place: number): string => cleanText(cells[place] ?? '');
  const unread: UnreadValue[] = [];
  for (const [part, field] of FIRST_FILLED) {
    if (match[part].length < 2) continue;
    const seen: string[] = [];
    for (const text of match[part].map(at)) {
      if (text === '' || isBlankWord(text) || isIn(field, text, [texts[field], ...seen])) continue;
      unread.push({ field, text });
      seen.push(text);
    }
  }
  const address = unreadAddress(match, at, texts);
  return address === '' ? unread : [...unread, { field: 'address_line_1', text: address }];
}

function isIn(field: keyof Customer, text: string, known: readonly string[]): boolean {
  const key = field === 'phone' ? digitsOf : field === 'email' ? lowered : plainName;
  return known.some((one) => key(one).includes(key(text)));
}

function lowered(text: string): string {
  return text.toLowerCase();
}

/** Drops the country code. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') || text;
}

/** A block may hold the customer's name beside the address. */
function unreadAddress(match: ColumnMatch, at: (place: number) => string, texts: Texts): string {
  const places = ADDRESS_PARTS.flatMap((part) => match[part]);
  if (match.address_block.length === 0 && ADDRESS_PARTS.every((part) => match[part].length < 2)) return '';
  const { address_line_1, city, state, postal_code, company_name } = texts;
  const read = [address_line_1, city, state, postal_code, company_name, customerName(texts)].join(' ');
  const known = new Set([...wordsOf(read), ...COUNTRY_WORDS]);
  const code = stateCode(state);
  const isKnown = (text: string): boolean =>
    (code !== null && stateCode(text) === code) || wordsOf(text).every((word) => known.has(word));
  return [...new Set(places.map(at))].filter((text) => !isKnown(text)).join(', ');
}
