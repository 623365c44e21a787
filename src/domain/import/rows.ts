import type { Address } from '../address.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer, customerSpec } from '../customer.ts';
import { dividedZip, readBlock, splitAddress, withLostZero } from './addresses.ts';
import { cleanText } from './clean-text.ts';
import { type ColumnMatch, nameColumnKind, plainName } from './columns.ts';
import { joinNames, maybePerson, type RowNames, readPerson } from './names.ts';
import {
  type CellDoubt,
  certain,
  doubted,
  isBlankWord,
  misplacedIn,
  type ReadValue,
  readEmail,
  readPhone,
} from './read-cell.ts';
import { type UnreadValue, unreadValues } from './unread-values.ts';

export interface RowRead {
  readonly customer: Customer;
  readonly doubts: readonly CellDoubt[];
  /** Values that did not fit into a field. */
  readonly unread: readonly UnreadValue[];
}

export interface Columns {
  readonly header: readonly string[];
  readonly match: ColumnMatch;
}

/** The user's choices, by the words in the file. */
export interface ChoiceWords {
  readonly customer_type: Readonly<Record<string, string>>;
  readonly status: Readonly<Record<string, string>>;
}

type ChoiceField = keyof ChoiceWords;

const CHOICES: Readonly<Record<ChoiceField, readonly string[]>> = {
  customer_type: CUSTOMER_TYPES,
  status: CUSTOMER_STATUSES,
};
/** Values that other programs write, without spaces. They only make suggestions: the user decides. */
const LIKELY: Readonly<Record<ChoiceField, Readonly<Record<string, string>>>> = {
  customer_type: {
    homeowner: 'residential',
    home: 'residential',
    house: 'residential',
    individual: 'residential',
    person: 'residential',
    private: 'residential',
    business: 'commercial',
    company: 'commercial',
    propertymanager: 'property_management',
    pm: 'property_management',
    insurancecompany: 'insurance',
    carrier: 'insurance',
  },
  status: {
    current: 'active',
    open: 'active',
    customer: 'active',
    client: 'active',
    notactive: 'inactive',
    archived: 'inactive',
    closed: 'inactive',
    former: 'inactive',
    past: 'inactive',
    new: 'lead',
    opportunity: 'prospect',
    potential: 'prospect',
  },
};
/** The companion server's limits, in code points. */
const LONGEST: Readonly<Record<keyof Customer, number>> = {
  first_name: 100,
  last_name: 100,
  email: 254,
  phone: 20,
  company_name: 200,
  address_line_1: 255,
  city: 100,
  state: 100,
  postal_code: 20,
  customer_type: 100,
  status: 100,
};
const NO_ENV = { now: 0, random: 0 };

/** A field that is missing or blank in the file gets the value that a new form starts with. */
export function readRow(cells: readonly string[], columns: Columns): RowRead {
  const texts = textsOf(cells, columns);
  const customer = { ...customerSpec.blank(NO_ENV) };
  const doubts: CellDoubt[] = [];
  for (const field of customerSpec.fieldNames) {
    const { value, doubt } = readField(field, texts[field], texts.state);
    if (value !== '') customer[field] = value;
    if (doubt) doubts.push({ field, value, ...doubt });
  }
  const person = personInstead(customer, cells, columns);
  if (person) doubts.push(person);
  return { customer, doubts, unread: unreadValues(cells, columns.match, texts) };
}

/** Asks whether a company name is a person's, unless the file has a column for people's names. */
function personInstead(
  { company_name }: Customer,
  cells: readonly string[],
  { header, match }: Columns,
): CellDoubt | null {
  const isFromWhole = match.full_name.some((place) => cleanText(cells[place] ?? '') === company_name);
  if (!isFromWhole || !maybePerson(company_name) || hasPersonColumn(match, header)) return null;
  const parts = readPerson(company_name);
  const field = 'company_name';
  return { field, cause: 'personOrCompany', value: company_name, fix: company_name, lost: '', parts };
}

export function readTyped(field: keyof Customer, typed: string): ReadValue {
  return readField(field, cleanText(typed), '');
}

export function choicesOf(field: keyof Customer): readonly string[] | undefined {
  return isChoiceField(field) ? CHOICES[field] : undefined;
}

function readField(field: keyof Customer, text: string, state: string): ReadValue {
  if (text === '') return certain('');
  if (isChoiceField(field)) return readChoice(field, text);
  if (field === 'phone') return readPhone(text);
  const read = field === 'email' ? readEmail(text) : certain(text);
  if (read.doubt) return read;
  const misplaced = misplacedIn(field, text);
  if (misplaced) return doubted(text, misplaced);
  if (field === 'postal_code') {
    const zip = dividedZip(text.replace(/^'(?=\d)/, '').replace(/^(\d{3,9})\.0$/, '$1'), state);
    const lost = withLostZero(zip, state);
    return lost ? doubted(zip, 'lostZero', lost.fix) : checkLength(field, zip);
  }
  return checkLength(field, read.value);
}

function checkLength(field: keyof Customer, value: string): ReadValue {
  const most = LONGEST[field];
  if (value.length <= most) return certain(value);
  const letters = Array.from(value);
  if (letters.length <= most) return certain(value);
  return doubted(value, 'tooLong', letters.slice(0, most).join('').trim(), letters.slice(most).join(''));
}

function readChoice(field: ChoiceField, text: string): ReadValue {
  const plain = plainName(text);
  const known = CHOICES[field].find((choice) => isSameWord(choice, plain));
  return known === undefined ? doubted(text, 'unknownChoice', likelyChoice(field, plain)) : certain(known);
}

function likelyChoice(field: ChoiceField, plain: string): string | null {
  const word = plain.replaceAll(' ', '');
  return Object.hasOwn(LIKELY[field], word) ? (LIKELY[field][word] ?? null) : null;
}

function isSameWord(choice: string, plain: string): boolean {
  return choice.replaceAll('_', '') === plain.replaceAll(' ', '');
}

export function isChoiceField(field: string | null): field is ChoiceField {
  return field !== null && Object.hasOwn(CHOICES, field);
}

function textsOf(
  cells: readonly string[],
  { header, match }: Columns,
): Readonly<Record<keyof Customer, string>> {
  const at = (place: number | undefined): string => cleanText(cells[place ?? -1] ?? '');
  const first = (places: readonly number[]): string => places.map(at).find(Boolean) ?? '';
  // Skips 'n/a' under 'Phone' if there is a number under 'Mobile'.
  const firstKnown = (places: readonly number[]): string =>
    places.map(at).find((text) => text !== '' && !isBlankWord(text)) ?? first(places);
  const inFile = namesOf(match, header, first, at);
  const { first_name, last_name, company_name } = joinNames(inFile);
  const known = [company_name, `${first_name} ${last_name}`, ...inFile.whole.map(({ text }) => text)];
  return {
    first_name,
    last_name,
    company_name,
    ...addressOf(match, at, known),
    email: firstKnown(match.email),
    phone: firstKnown(match.phone),
    customer_type: first(match.customer_type),
    status: first(match.status),
  };
}

type First = (places: readonly number[]) => string;
type At = (place: number | undefined) => string;

function namesOf(match: ColumnMatch, header: readonly string[], first: First, at: At): RowNames {
  return {
    first_name: joined([first(match.first_name), first(match.middle_name)]),
    last_name: joined([first(match.last_name), first(match.name_suffix)]),
    company_name: first(match.company_name),
    whole: match.full_name
      .map((place) => ({ column: header[place] ?? '', text: at(place) }))
      .filter(({ text }) => text !== ''),
    hasCompany: match.company_name.length > 0 || match.full_name.length > 1,
    hasPerson: hasPersonColumn(match, header),
  };
}

function hasPersonColumn(
  { first_name, last_name, full_name }: ColumnMatch,
  header: readonly string[],
): boolean {
  return (
    first_name.length > 0 ||
    last_name.length > 0 ||
    full_name.some((place) => nameColumnKind(header[place] ?? '') === 'person')
  );
}

function addressOf(match: ColumnMatch, at: At, names: readonly string[]): Address {
  const streets = match.address_line_1;
  const used = streets.find((place) => at(place) !== '') ?? streets[0];
  // If the file has several addresses, the other columns of each follow its street column.
  const owned = (places: readonly number[]): readonly number[] =>
    places.filter((place) => streetBefore(streets, place) === used);
  const part = (field: 'city' | 'state' | 'postal_code'): string =>
    (owned(match[field]).length > 0 ? owned(match[field]) : match[field]).map(at).find(Boolean) ?? '';
  // A suite must not be added to a different address.
  const seconds = streets.length > 1 ? owned(match.address_line_2) : match.address_line_2;
  const lines = [at(used), ...seconds.map(at)];
  const parts = { city: part('city'), state: part('state'), postal_code: part('postal_code') };
  const read = { address_line_1: joined(lines, ', '), ...parts };
  const hasPlace = joined(Object.values(parts)) !== '';
  const blocks = match.address_block.map(at).filter(Boolean);
  if (blocks.length > 0 && (read.address_line_1 === '' || !hasPlace)) {
    const block = readBlock(blocks, names);
    const street = read.address_line_1 || block.address_line_1;
    return hasPlace ? { ...read, address_line_1: street } : { ...block, address_line_1: street };
  }
  const divided = hasPlace ? null : splitAddress(read.address_line_1);
  return divided && divided.address_line_1 !== '' ? divided : read;
}

/** Returns the last street column before this one, or else the first. */
function streetBefore(streets: readonly number[], place: number): number | undefined {
  const before = streets.filter((street) => street < place);
  return before.length > 0 ? Math.max(...before) : Math.min(...streets);
}

function joined(parts: readonly string[], by = ' '): string {
  return parts.filter(Boolean).join(by);
}
