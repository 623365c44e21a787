import { plainText } from '../plain-text.ts';

/** A name in one cell, as the fields of a customer. */
export interface NameParts {
  readonly first_name: string;
  readonly last_name: string;
  readonly company_name: string;
}

/** Words of companies. A few are last names as well. */
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
/** Words that no person has as a last name. */
const LEGAL_FORM =
  /\b(?:llc|l\.l\.c|inc|incorporated|corp|corporation|ltd|limited|llp|lllp|pllc|plc|gmbh|company|hoa)\b/;
/** Company words that are last names as well. */
const SURNAME =
  /^(?:bank|banks|builders?|co|coffee|deli|electric|farms?|gym|hardware|inn|lumber|mall|market|plaza|pool|pools|ranch|salon|school|shop|spa|store|storage|supply|tire|town|trust|union)$/;
const TWO_WORDS = /^[\p{L}'’-]{2,} ([\p{L}'’-]{2,})$/u;
const SEVERAL = /[&+]|\band\b/i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|m\.d|phd|ph\.d|dds|d\.d\.s|dvm|esq|cpa|rn)\.?$/i;
/** Words that belong to the last name behind them. */
const PARTICLE =
  /^(?:van|von|de|del|della|der|den|di|da|dos|das|du|la|le|el|al|bin|ibn|st\.?|san|santa|ter|ten|'t|y)$/i;

/** Divides the name of a customer, who may be a company. */
export function readName(text: string): NameParts {
  const name = text.replace(/,\s*$/, '').trim();
  return isCompany(name) ? company(name) : readPerson(name);
}

/** Divides the name of a person, also where it has a word of companies: 'Mary Bank'. */
export function readPerson(text: string): NameParts {
  const { name, note } = withoutNote(text.replace(/,\s*$/, '').trim());
  const [last = '', ...others] = name.split(/\s*,\s*/);
  const suffixes = [...others.filter(isSuffix), ...note];
  const first = others.filter((part) => !isSuffix(part));
  if (first.length === 0) return fromWords(last.split(/ (?=\S)/), suffixes);
  // 'Smith, Jones, Ray' are no person's first and last name.
  if (first.length > 1) return company(text);
  const words = (first[0] ?? '').split(/ (?=\S)/);
  while (words.length > 1 && isSuffix(words.at(-1) ?? '')) suffixes.unshift(words.pop() ?? '');
  return person(words.join(' '), [last, ...suffixes].join(' '));
}

/** Tells a company by its words, by digits, and by '&' where it does not join the first names of a couple. */
export function isCompany(name: string): boolean {
  if (hasPersonForm(name)) return false;
  if (/\d/.test(name)) return true;
  if (COMPANY_WORD.test(plainText(name))) return true;
  if (!SEVERAL.test(name)) return false;
  return !isCouple(name);
}

/** Tells two words that may be a person's as well as a company's: 'Aubrey Plaza', 'Harbor Bank'. */
export function maybePerson(name: string): boolean {
  const [, last = ''] = TWO_WORDS.exec(name) ?? [];
  return SURNAME.test(plainText(last)) && isPlain(name.split(' ')[0] ?? '');
}

/** 'Plaza, Maria', 'Doe, Jane - 12 Oak St', 'Jane Doe 2': a comma, a note or a number says more than the word. */
function hasPersonForm(name: string): boolean {
  const { name: whole, note } = withoutNote(name);
  if (/\d/.test(whole)) return false;
  const [last = '', first, ...more] = whole.split(/\s*,\s*/);
  if (first === undefined)
    return /^\d$/.test(note[0] ?? '') && isPlain(whole) && whole.split(' ').length === 2;
  return more.length === 0 && isPlain(first) && !SEVERAL.test(whole) && (isOneWord(last) || isPlain(last));
}

/** Parts a note, a job or the number of a double from a name. All stay behind the last name. */
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

/** Tells a company where a person is expected. */
export function isSurelyCompany(name: string): boolean {
  return LEGAL_FORM.test(plainText(name));
}

/** 'Tom & Ann Ray', 'Ray, Tom & Ann'. */
function isCouple(name: string): boolean {
  return (
    /^[^\s&,]+ (?:&|\+|and) [^\s&,]+ [^&,]+$/i.test(name) ||
    /^[^&,]+, [^\s&,]+(?: [^\s&,]\.?)? (?:&|\+|and) [^\s&,]+(?: [^\s&,]\.?)?$/i.test(name)
  );
}

/** One word is a first name. A note in brackets stays behind the last name. */
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
