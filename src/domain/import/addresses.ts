import type { Address } from '../address.ts';
import { plainText } from '../search-text.ts';

/** Codes by name, without spaces. */
const STATES: Readonly<Record<string, string>> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  districtofcolumbia: 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  newhampshire: 'NH',
  newjersey: 'NJ',
  newmexico: 'NM',
  newyork: 'NY',
  northcarolina: 'NC',
  northdakota: 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  puertorico: 'PR',
  rhodeisland: 'RI',
  southcarolina: 'SC',
  southdakota: 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  virginislands: 'VI',
  washington: 'WA',
  westvirginia: 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
};
/** Old abbreviations, for states whose ZIP codes begin with a zero. */
const OLD_NAMES: Readonly<Record<string, string>> = { mass: 'MA', conn: 'CT', usvi: 'VI' };
const CODES: ReadonlySet<string> = new Set([...Object.values(STATES), 'AA', 'AE', 'AP']);
/** States whose ZIP codes begin with one zero. */
const WITH_ZERO: ReadonlySet<string> = new Set(['AE', 'CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);
/** States whose ZIP codes begin with two zeros. */
const WITH_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI']);
const COUNTRY = /,?\s*\b(?:usa|u\.s\.a\.|us|united states(?: of america)?)\.?$/i;
/** Spelled as `plainName` returns them. */
export const COUNTRY_WORDS = ['usa', 'us', 'u', 's', 'a', 'united', 'states', 'of', 'america'] as const;
const LONGEST = 300;
const STATE = /[A-Za-z]\.?[A-Za-z]\.?|[A-Za-z][a-z]+(?: [A-Za-z][a-z]+){0,2}/.source;
/** A spreadsheet may have removed a leading zero. */
const ZIP = /\d{4,5}(?:-\d{4})?/.source;
/** Match the end of an address: 'Austin, TX 78701', 'Austin TX 78701'. */
const PLACES = [
  new RegExp(`^(?:(.*),\\s*)?([^,\\d]+),\\s*(${STATE}),?\\s+(${ZIP})$`, 's'),
  new RegExp(`^(?:(.*),\\s*)?([^,\\d]+?)\\s+(${STATE}),?\\s+(${ZIP})$`, 's'),
];

/** Splits '12 Oak St, Austin, TX 78701'. Returns null if the parts are not clear. */
export function splitAddress(text: string): Address | null {
  if (text.length > LONGEST) return null;
  const whole = text.replace(COUNTRY, '');
  for (const place of PLACES) {
    const [, street = '', city = '', state = '', postal_code = ''] = place.exec(whole) ?? [];
    // In '12 Oak St Austin TX 78701', nothing shows where the city begins.
    if (city !== '' && stateCode(state) !== null)
      return { address_line_1: street.trim(), city: city.trim(), state: state.trim(), postal_code };
  }
  return null;
}

/** Reads an address block, which may begin with the customer's name. */
export function readBlock(lines: readonly string[], names: readonly string[]): Address {
  const known = new Set(names.map(plain).filter(Boolean));
  const words = new Set(names.flatMap((name) => name.split(' ').map(plain)));
  // 'Jane Doe' may also be Jane Q. Doe's name.
  const isName = (line: string): boolean =>
    known.has(plain(line)) || (line.includes(' ') && line.split(' ').every((word) => words.has(plain(word))));
  const street: string[] = [];
  for (const line of new Set(lines)) {
    if (isName(line)) continue;
    const place = splitAddress(line);
    if (place)
      return { ...place, address_line_1: [...street, place.address_line_1].filter(Boolean).join(', ') };
    street.push(line);
  }
  return { address_line_1: street.join(', '), city: '', state: '', postal_code: '' };
}

/** Returns null if no zero is missing; a null `fix` if one may be missing. */
export function withLostZero(zip: string, state: string): { readonly fix: string | null } | null {
  const [, digits = '', more] = /^(?!0)(\d{3,4})(?:-?(\d{4}))?$/.exec(zip) ?? [];
  if (digits === '') return null;
  const code = stateCode(state);
  const fix = digits.padStart(5, '0') + (more === undefined ? '' : `-${more}`);
  const isLikely = digits.length === 3 ? WITH_ZEROS : WITH_ZERO;
  if (state === '' || (code !== null && isLikely.has(code))) return { fix };
  // Other countries have ZIP codes of their own.
  return code === null ? null : { fix: null };
}

/** Adds the hyphen to a US ZIP code of nine digits. */
export function dividedZip(zip: string, state: string): string {
  return state === '' || stateCode(state) !== null ? zip.replace(/^(\d{5})(\d{4})$/, '$1-$2') : zip;
}

/** Returns null for states outside the US. */
export function stateCode(state: string): string | null {
  const upper = state.replace(/[\s.]/g, '').toUpperCase();
  if (CODES.has(upper)) return upper;
  const name = plain(state);
  const names = Object.hasOwn(STATES, name) ? STATES : OLD_NAMES;
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}

function plain(line: string): string {
  return plainText(line).replace(/[^\p{L}\p{N}]+/gu, '');
}
