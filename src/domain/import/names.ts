import type { Customer } from '../customer.ts';
import { plainText } from '../search-text.ts';
import { isLastFirst, nameColumnKind, plainName, wordsOf } from './columns.ts';

interface NameParts {
  readonly first_name: string;
  readonly last_name: string;
  readonly company_name: string;
}

/** A few of these are last names too. */
const COMPANY_WORD = new RegExp(
  `^the |\\b(?:${[
    'llc|l\\.l\\.c|inc|incorporated|corp|corporation|ltd|limited|llp|lllp|pllc|plc|gmbh|co|company|companies|dba',
    'group|holdings|partners|partnership|associates|assoc|association|assn|hoa|condominiums?|condos?|apartments?|apts',
    'services?|solutions|systems|enterprises?|industries|industrial|international|properties|realty|property|management|mgmt|leasing|rentals?',
    'construction|contractors?|contracting|builders|building|plumbing|roofing|electric(?:al)?|heating|cooling|hvac|mechanical',
    'restoration|cleaning|cleaners|janitorial|painting|flooring|carpets?|landscaping|lawn|pest|pools|remodeling|renovations?',
    'designs?|studios?|supply|supplies|hardware|lumber|auto|automotive|motors|tires?|towing|trucking|transport|logistics|storage|moving',
    'insurance|agency|bank|credit union|financial|capital|investments?|ventures|trust|foundation|estate of|legal|attorneys?',
    'law (?:firm|offices?|group|center)|consulting|consultants|marketing|media|technologies|technology|tech|software',
    'dental|dentistry|orthodontics|medical|clinic|hospital|health|healthcare|pharmacy|veterinary|animal|therapy|chiropractic',
    'optical|wellness|fitness|gym|spa|salon|ministries|synagogue|mosque|school|academy|university|college|daycare|preschool',
    '(?:baptist|catholic|lutheran|methodist|presbyterian|community|christian) church|church of|library|museum|city of|county|town of|state of|dept|department',
    'hotel|motel|inn|suites|resort|restaurant|cafe|coffee|bakery|deli|pizza|grill|brewery|catering|market|grocery|store|shop|shops',
    'mall|plaza|center|centre|club|theater|theatre|farms?|ranch|nursery|florist|jewelers|boutique|laundry|laundromat|bros|brothers',
  ].join('|')})\\b|(?:&|\\band) sons?\\b`,
);
/** No person has these as a last name. */
const LEGAL_FORM =
  /\b(?:llc|l\.l\.c|inc|incorporated|corp|corporation|ltd|limited|llp|lllp|pllc|plc|gmbh|company|hoa)\b/;
/** Company words that are last names too. */
const SURNAME =
  /^(?:bank|banks|builders?|co|coffee|deli|electric|farms?|gym|hardware|inn|lumber|mall|market|plaza|pool|pools|ranch|salon|school|shop|spa|store|storage|supply|tire|town|trust|union)$/;
const TWO_WORDS = /^[\p{L}'’-]{2,} ([\p{L}'’-]{2,})$/u;
const SEVERAL = /[&+]|\band\b/i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|m\.d|phd|ph\.d|dds|d\.d\.s|dvm|esq|cpa|rn)\.?$/i;
/** These belong to the last name that follows. */
const PARTICLE =
  /^(?:van|von|de|del|della|der|den|di|da|dos|das|du|la|le|el|al|bin|ibn|st\.?|san|santa|ter|ten|'t|y)$/i;

export function readName(text: string): NameParts {
  const name = text.replace(/,\s*$/, '').trim();
  return isCompany(name) ? company(name) : readPerson(name);
}

/** Reads a person's name even with a company word: 'Mary Bank'. */
export function readPerson(text: string): NameParts {
  const { name, note } = withoutNote(text.replace(/,\s*$/, '').trim());
  const [last = '', ...others] = name.split(/\s*,\s*/);
  const suffixes = [...others.filter(isSuffix), ...note];
  const first = others.filter((part) => !isSuffix(part));
  if (first.length === 0) return fromWords(last.split(/ (?=\S)/), suffixes);
  // 'Smith, Jones, Ray' is not a person.
  if (first.length > 1) return company(text);
  const words = (first[0] ?? '').split(/ (?=\S)/);
  while (words.length > 1 && isSuffix(words.at(-1) ?? '')) suffixes.unshift(words.pop() ?? '');
  return person(words.join(' '), [last, ...suffixes].join(' '));
}

/** Decides by words, digits, and an '&' that does not join the first names of a couple. */
function isCompany(name: string): boolean {
  if (hasPersonForm(name)) return false;
  if (/\d/.test(name)) return true;
  if (COMPANY_WORD.test(plainText(name))) return true;
  if (!SEVERAL.test(name)) return false;
  return !isCouple(name);
}

/** 'Aubrey Plaza', 'Harbor Bank' */
export function maybePerson(name: string): boolean {
  const [, last = ''] = TWO_WORDS.exec(name) ?? [];
  return SURNAME.test(plainText(last)) && isPlain(name.split(' ')[0] ?? '');
}

/** 'Plaza, Maria', 'Doe, Jane - 12 Oak St', 'Jane Doe 2': the comma, note or number outweighs a company word. */
function hasPersonForm(name: string): boolean {
  const { name: whole, note } = withoutNote(name);
  if (/\d/.test(whole)) return false;
  const [last = '', first, ...more] = whole.split(/\s*,\s*/);
  if (first === undefined)
    return /^\d$/.test(note[0] ?? '') && isPlain(whole) && whole.split(' ').length === 2;
  return more.length === 0 && isPlain(first) && !SEVERAL.test(whole) && (isOneWord(last) || isPlain(last));
}

/** Splits off a note, a job or a duplicate's number. */
function withoutNote(text: string): { readonly name: string; readonly note: readonly string[] } {
  const [, name = text, note] = /^(.+?) (- .*|[2-9]|\(.*\))$/s.exec(text) ?? [];
  return { name, note: note === undefined ? [] : [note] };
}

function isPlain(words: string): boolean {
  return words !== '' && !/^the$/i.test(words) && !COMPANY_WORD.test(plainText(words));
}

function isOneWord(text: string): boolean {
  return !/\s/.test(text) && !isSurelyCompany(text);
}

function isSurelyCompany(name: string): boolean {
  return LEGAL_FORM.test(plainText(name));
}

/** 'Tom & Ann Ray', 'Ray, Tom & Ann' */
function isCouple(name: string): boolean {
  return (
    /^[^\s&,]+ (?:&|\+|and) [^\s&,]+ [^&,]+$/i.test(name) ||
    /^[^&,]+, [^\s&,]+(?: [^\s&,]\.?)? (?:&|\+|and) [^\s&,]+(?: [^\s&,]\.?)?$/i.test(name)
  );
}

/** A single word is a first name. A note in parentheses goes after the last name. */
function fromWords(words: readonly string[], suffixes: readonly string[]): NameParts {
  const rest = words.map((word) => word);
  const ends = [...suffixes];
  while (rest.length > 2 && (isSuffix(rest.at(-1) ?? '') || /^\(.*\)$/.test(rest.at(-1) ?? '')))
    ends.unshift(rest.pop() ?? '');
  if (rest.length < 2) return person(rest.join(' '), ends.join(' '));
  let at = rest.length - 1;
  while (at > 1 && PARTICLE.test(rest[at - 1] ?? '')) at -= 1;
  return person(rest.slice(0, at).join(' '), [...rest.slice(at), ...ends].join(' '));
}

function isSuffix(word: string): boolean {
  return SUFFIX.test(word.trim());
}

function person(first: string, last: string): NameParts {
  return { first_name: first.trim(), last_name: last.trim(), company_name: '' };
}

function company(name: string): NameParts {
  return { first_name: '', last_name: '', company_name: name };
}

/** The names are already cleaned. */
export interface RowNames extends Pick<Customer, 'first_name' | 'last_name' | 'company_name'> {
  /** Cells of columns for a whole name. */
  readonly whole: readonly WholeName[];
  readonly hasPerson: boolean;
  /** The file has a column for companies, so other names are rarely companies. */
  readonly hasCompany: boolean;
}

interface WholeName {
  readonly column: string;
  readonly text: string;
}

const KINDS = ['person', 'any', 'listed'] as const;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|jr|sr|i{1,3}|iv|md|phd|dds|esq|\p{L})$/u;

/**
 * A contact column holds a person; the listed name beside it is the company. If no field is free for a name, it is
 * added to the company in parentheses.
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

/** QuickBooks lists a job as 'Doe, Jane:Kitchen'. No field holds the job, so it is kept in parentheses. */
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
  // If the person's columns are blank, the listed name is a company, as in QuickBooks.
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

/** Allows for a title and a missing middle name. */
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
