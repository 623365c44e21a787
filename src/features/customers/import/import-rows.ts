import { CUSTOMER_WANTED, type Customer, customerSpec } from '../../../domain/customer.ts';
import { choicesOf } from '../../../domain/customer-columns.ts';
import { fieldLabel } from '../../../domain/field-labels.ts';
import { plainText } from '../../../domain/plain-text.ts';
import { digitsOf } from '../../../domain/search-terms.ts';
import { importWords } from '../../../words/import.ts';

/** A row of a file that is to become a customer. */
export interface ImportRow {
  /** As a spreadsheet counts: the names of the columns are in row 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly customer: Customer;
  /** What the person said; null where the checks decide. */
  readonly choice: 'in' | 'out' | null;
}

/** What is wrong with a row, in words. */
export interface RowProblem {
  /** The field to be corrected; null where it is the whole row. */
  readonly field: keyof Customer | null;
  readonly words: string;
}

/** A row with what was found about it. */
export interface CheckedRow extends ImportRow {
  readonly problems: readonly RowProblem[];
  /** Who it may be already, in words; null for nobody. */
  readonly duplicate: string | null;
  /** It holds a choice that a customer cannot have, which has to be corrected first. */
  readonly isBlocked: boolean;
  readonly isImported: boolean;
}

/** What two customers have in common that are probably one. */
type Common = 'email' | 'phone' | 'address';

/** A customer that a row may be: `row` where it is an earlier row of the file. */
interface Known {
  readonly name: string;
  readonly row?: number;
}

/** Rows that are looked at in one step: a millisecond or two. */
const STEP = 200;
/** Fewer digits are no phone number. */
const FEWEST_DIGITS = 7;
/** A number with the country's before it is the same without. */
const WITH_COUNTRY = /^1(?=\d{10}$)/;

/** Finds customers by e-mail, phone number, or name and street. */
export class KnownCustomers {
  readonly #known = new Map<string, Known>();
  readonly #below: KnownCustomers | null;

  /** @param below what is known besides; nothing is added to it */
  constructor(below: KnownCustomers | null = null) {
    this.#below = below;
  }

  add(customer: Customer, known: Known): void {
    for (const [, key] of keysOf(customer)) if (!this.#known.has(key)) this.#known.set(key, known);
  }

  find(customer: Customer): { readonly common: Common; readonly known: Known } | null {
    for (const [common, key] of keysOf(customer)) {
      const known = this.#get(key);
      if (known) return { common, known };
    }
    return null;
  }

  #get(key: string): Known | undefined {
    const below = this.#below ? this.#below.#get(key) : undefined;
    return below ?? this.#known.get(key);
  }
}

/** The customers of this device, in steps. */
export function* knownCustomers(customers: Iterable<Customer>): Generator<void, KnownCustomers> {
  const known = new KnownCustomers();
  let n = 0;
  for (const customer of customers) {
    known.add(customer, { name: customerSpec.title(customer) });
    n += 1;
    if (n % STEP === 0) yield;
  }
  return known;
}

/**
 * Checks all rows, in steps: what they lack, and who they may be. A row that is left out is nobody's duplicate.
 * @param columns how many the file names
 */
export function* checkRows(
  rows: readonly ImportRow[],
  onDevice: KnownCustomers,
  columns: number,
): Generator<void, readonly CheckedRow[]> {
  const known = new KnownCustomers(onDevice);
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    const one = checkRow(row, known, columns);
    if (one.isImported) known.add(row.customer, { name: customerSpec.title(row.customer), row: row.row });
    checked.push(one);
    if (checked.length % STEP === 0) yield;
  }
  return checked;
}

function checkRow(row: ImportRow, known: KnownCustomers, columns: number): CheckedRow {
  const { customer, cells, choice } = row;
  const choices = choiceProblems(customer);
  const problems = [...missingIn(customer), ...choices, ...tooManyValues(cells, columns)];
  const found = known.find(customer);
  const duplicate = found && duplicateWords(found.common, found.known);
  const isBlocked = choices.length > 0;
  const isFine = problems.length === 0 && duplicate === null;
  const isImported = !isBlocked && (choice === null ? isFine : choice === 'in');
  return { ...row, problems, duplicate, isBlocked, isImported };
}

/** What the form says is usually required. */
function missingIn(customer: Customer): RowProblem[] {
  const wanted = Object.entries(CUSTOMER_WANTED) as [keyof typeof CUSTOMER_WANTED, RegExp][];
  return wanted.flatMap(([field, shape]) => {
    const value = customer[field];
    if (shape.test(value)) return [];
    const words =
      value === '' ? importWords.missing({ field: fieldLabel(field) }) : importWords.notEmail({ value });
    return [{ field, words }];
  });
}

function choiceProblems(customer: Customer): RowProblem[] {
  return customerSpec.fields.flatMap((field) => {
    const value = customer[field];
    const choices = choicesOf(field);
    if (!choices || choices.includes(value)) return [];
    return [{ field, words: importWords.unknownChoice({ field: fieldLabel(field), value }) }];
  });
}

/** A comma that was not quoted moves all that stands behind it into the wrong columns. */
function tooManyValues(cells: readonly string[], columns: number): RowProblem[] {
  const isMoved = cells.slice(columns).some((cell) => cell.trim() !== '');
  return isMoved ? [{ field: null, words: importWords.tooManyValues }] : [];
}

function duplicateWords(common: Common, { name, row }: Known): string {
  if (row === undefined) {
    if (common === 'email') return importWords.sameEmail({ name });
    return common === 'phone' ? importWords.samePhone({ name }) : importWords.sameAddress({ name });
  }
  if (common === 'email') return importWords.sameEmailInFile({ name, row });
  return common === 'phone'
    ? importWords.samePhoneInFile({ name, row })
    : importWords.sameAddressInFile({ name, row });
}

function keysOf(customer: Customer): (readonly [Common, string])[] {
  const email = customer.email.trim().toLowerCase();
  const digits = digitsOf(customer.phone).replace(WITH_COUNTRY, '');
  const name =
    plainText(`${customer.first_name} ${customer.last_name}`).trim() ||
    plainText(customer.company_name).trim();
  const street = plainText(customer.address_line_1).trim();
  const keys: (readonly [Common, string])[] = [];
  if (email !== '') keys.push(['email', `email ${email}`]);
  if (digits.length >= FEWEST_DIGITS) keys.push(['phone', `phone ${digits}`]);
  if (name !== '' && street !== '') keys.push(['address', `address ${name}\n${street}`]);
  return keys;
}

/** Why a row is left out, in words; '' where it is not. */
export function reasonOf({ isImported, problems, duplicate }: CheckedRow): string {
  if (isImported) return '';
  const words = [...problems.map((problem) => problem.words), ...(duplicate === null ? [] : [duplicate])];
  return words.length === 0 ? importWords.chosenOut : words.join(' ');
}
