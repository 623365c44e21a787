import { fromCsvCell } from './csv.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer, customerSpec } from './customer.ts';
import { plainText } from './plain-text.ts';

/** What a column of a file may hold: a field of a customer, or the whole name. */
export type ImportField = keyof Customer | 'full_name';

/** Where each of them stands in a row; null where the file does not have it. */
export type ColumnMatch = Readonly<Record<ImportField, number | null>>;

/** Names of columns in small letters, without blanks and signs, the most telling first. */
const HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  first_name: ['firstname', 'givenname', 'first', 'forename', 'fname', 'contactfirstname'],
  last_name: ['lastname', 'surname', 'familyname', 'last', 'lname', 'contactlastname'],
  full_name: [
    'name',
    'fullname',
    'customername',
    'contactname',
    'clientname',
    'customer',
    'client',
    'contact',
  ],
  email: ['email', 'emailaddress', 'mail', 'email1', 'primaryemail', 'contactemail'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'telephone',
    'tel',
    'phone1',
    'primaryphone',
    'homephone',
    'workphone',
  ],
  company_name: ['companyname', 'company', 'organization', 'organisation', 'businessname', 'business'],
  customer_type: ['customertype', 'type', 'clienttype'],
  status: ['status', 'customerstatus', 'clientstatus'],
  address_line_1: [
    'addressline1',
    'address1',
    'streetaddress',
    'street',
    'address',
    'street1',
    'addressline',
    'mailingaddress',
    'billingaddress',
    'serviceaddress',
  ],
  city: ['city', 'town'],
  state: ['state', 'stateprovince', 'province', 'region'],
  postal_code: ['zipcode', 'zip', 'postalcode', 'zippostalcode', 'postcode', 'postal'],
};

/** In the order in which a form has them. */
export const IMPORT_FIELDS = Object.keys(HEADERS) as readonly ImportField[];

const CHOICES = { customer_type: CUSTOMER_TYPES, status: CUSTOMER_STATUSES } as const;

const NO_ENV = { now: 0, random: 0 };

/** Which column holds what, as far as their names tell. A whole name is wanted only where its parts are not there. */
export function matchColumns(header: readonly string[]): ColumnMatch {
  const plain = header.map(plainHeader);
  const found = Object.fromEntries(
    IMPORT_FIELDS.map((field) => {
      const places = HEADERS[field].map((name) => plain.indexOf(name)).filter((place) => place >= 0);
      return [field, places[0] ?? null];
    }),
  ) as Record<ImportField, number | null>;
  const hasParts = found.first_name !== null && found.last_name !== null;
  return hasParts ? { ...found, full_name: null } : found;
}

/** Whether enough is matched to know the customers apart by a name or an address. */
export function isEnough({ first_name, last_name, full_name, email, company_name }: ColumnMatch): boolean {
  return [first_name, last_name, full_name, email, company_name].some((place) => place !== null);
}

/** Places of columns that nothing is taken from. */
export function unusedColumns(header: readonly string[], match: ColumnMatch): readonly number[] {
  const used = new Set(Object.values(match));
  return header.flatMap((_, place) => (used.has(place) ? [] : [place]));
}

/** Whether a line looks like a customer, and not like names of columns. */
export function looksLikeRow(line: readonly string[]): boolean {
  return line.some((cell) => /\S@\S+\.\S/.test(cell) || /^[\s+()./-]*(?:\d[\s+()./-]*){7,}$/.test(cell));
}

/** A row as a customer: what the file does not have is as in a new form. */
export function customerOf(cells: readonly string[], match: ColumnMatch): Customer {
  const cell = (field: ImportField): string => cleanCell(cells[match[field] ?? -1] ?? '');
  const [first, last] = splitName(cell('full_name'));
  const customer = { ...customerSpec.blank(NO_ENV) };
  for (const field of customerSpec.fields) customer[field] = valueOf(field, cell(field)) || customer[field];
  return { ...customer, first_name: customer.first_name || first, last_name: customer.last_name || last };
}

/** What a person typed for a field of a row, as a customer holds it. A choice may be written in its words. */
export function valueOf(field: keyof Customer, typed: string): string {
  const text = cleanCell(typed);
  if (!isChoiceField(field)) return text;
  const plain = plainHeader(text);
  return CHOICES[field].find((choice) => plainHeader(choice) === plain) ?? text;
}

/** The values of a field that has a few fixed ones; undefined for any other. */
export function choicesOf(field: keyof Customer): readonly string[] | undefined {
  return isChoiceField(field) ? CHOICES[field] : undefined;
}

function isChoiceField(field: keyof Customer): field is keyof typeof CHOICES {
  return field in CHOICES;
}

/** First and last name, divided at the last blank. One word is a first name. */
function splitName(name: string): readonly [first: string, last: string] {
  const at = name.lastIndexOf(' ');
  return at < 0 ? [name, ''] : [name.slice(0, at).trim(), name.slice(at + 1)];
}

/** A customer's fields have one line each. */
function cleanCell(cell: string): string {
  return fromCsvCell(cell)
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ', ');
}

function plainHeader(name: string): string {
  return plainText(name).replace(/[^\p{L}\p{N}]+/gu, '');
}
