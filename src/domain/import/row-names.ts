import type { Customer } from '../customer.ts';
import { isLastFirst, nameColumnKind, plainName, wordsOf } from './column-names.ts';
import { isCompany, isSurelyCompany, maybePerson, type NameParts, readPerson } from './names.ts';

/** The names of a row, cleaned, by the columns that hold them. */
export interface RowNames extends Pick<Customer, 'first_name' | 'last_name' | 'company_name'> {
  /** Filled cells of columns for a whole name. */
  readonly whole: readonly WholeName[];
  /** The file has a column for a person. */
  readonly hasPerson: boolean;
  /** The file has a column for a company, so that other names are hardly companies. */
  readonly hasCompany: boolean;
}

export interface WholeName {
  readonly column: string;
  readonly text: string;
}

const KINDS = ['person', 'any', 'listed'] as const;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|jr|sr|i{1,3}|iv|md|phd|dds|esq|\p{L})$/u;
const SEVERAL = /[&+]|\band\b/i;

/**
 * Fills the names of a customer. A column for a contact holds a person; the name that a list shows beside it is the
 * company. A name that no field is left for stays in brackets behind the company.
 */
export function joinNames({ whole, hasPerson, hasCompany, ...given }: RowNames): NameParts {
  let names: NameParts = given;
  for (const kind of KINDS)
    for (const { column, text } of whole) {
      if (nameColumnKind(column) !== kind) continue;
      const [customer, job] = kind === 'listed' ? divideJob(text) : [withComma(column, text), ''];
      if (!isThere(customer, names)) names = withName(names, customer + job, kind, { hasPerson, hasCompany });
      else if (names.last_name === '') names = { ...names, company_name: names.company_name + job };
      else names = { ...names, last_name: names.last_name + job };
    }
  return names;
}

/** 'Doe Jane' under 'Last Name First Name'. */
function withComma(column: string, text: string): string {
  return isLastFirst(column) && !text.includes(',') && !isCompany(text) ? text.replace(' ', ', ') : text;
}

/** QuickBooks lists a job as 'Doe, Jane:Kitchen'. It stays in brackets: a customer has no field for it. */
function divideJob(text: string): readonly [customer: string, job: string] {
  const [, customer = text, job] = /^([^:]*[^:\d\s])\s*:\s*([^:\s].*)$/.exec(text) ?? [];
  return [customer, job === undefined ? '' : ` (${job})`];
}

function withName(
  names: NameParts,
  text: string,
  kind: (typeof KINDS)[number],
  { hasPerson, hasCompany }: Pick<RowNames, 'hasPerson' | 'hasCompany'>,
): NameParts {
  const { first_name, last_name, company_name } = names;
  const isFree = last_name === '' && (first_name === '' || wordsOf(text).includes(plainName(first_name)));
  if (!isFree) return withCompany(names, text);
  // Where the person's own columns are blank, a list shows a company, as QuickBooks does.
  const isListed = kind === 'listed' && hasPerson && !text.includes(',');
  const isAtCompany = company_name !== '' && text.includes(' ');
  const isPerson =
    kind === 'person'
      ? company_name !== '' || maybePerson(text) || !(hasCompany ? isSurelyCompany(text) : isCompany(text))
      : !(isCompany(text) && !(company_name !== '' && maybePerson(text))) && !(isListed && !isAtCompany);
  if (!isPerson) return withCompany(names, text);
  const read = readPerson(text);
  return read.company_name === '' ? { ...read, company_name } : withCompany(names, text);
}

function withCompany(names: NameParts, text: string): NameParts {
  const { company_name } = names;
  return { ...names, company_name: company_name === '' ? text : `${company_name} (${text})` };
}

/** Tells if a name is in the fields already, perhaps with a title or without a middle name. */
function isThere(text: string, { first_name, last_name, company_name }: NameParts): boolean {
  const words = wordsOf(text);
  const company = wordsOf(company_name);
  if (company.length > 0 && (isBeginning(words, company) || isBeginning(company, words))) return true;
  const person = wordsOf(`${first_name} ${last_name}`);
  if (first_name === '' || last_name === '') return words.join(' ') === person.join(' ');
  const isPart = words.every((word) => person.includes(word));
  const isWhole = person.every((word) => words.includes(word) || TITLE.test(word));
  return isPart || (isWhole && !SEVERAL.test(text) && !isCompany(text));
}

function isBeginning(words: readonly string[], of: readonly string[]): boolean {
  return words.every((word, at) => of[at] === word);
}
