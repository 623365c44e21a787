import { ADDRESS_FIELDS } from '../address.ts';
import type { Customer } from '../customer.ts';
import { plainText } from '../search-text.ts';

/** In each row, the first filled column counts. */
export type ColumnMatch = Readonly<Record<ImportField, readonly number[]>>;

type Places = Record<ImportField, number[]>;

/** The sample, in rows. */
const LOOKED_AT = 200;
const PLACED: ReadonlySet<ImportField> = new Set([...ADDRESS_FIELDS, 'address_line_2', 'address_block']);
const EMAIL = /^\W*[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const ONLY_PHONE = /^\+?[\s().-]*(?:\d[\s().-]*){10,15}$/;
export const ONLY_ZIP = /^\d{5}(?:-\d{4})?$/;
/** Used for columns whose names say nothing, if most filled cells match. */
const CONTENTS: readonly (readonly [ImportField, RegExp])[] = [
  ['email', EMAIL],
  ['phone', ONLY_PHONE],
  ['postal_code', ONLY_ZIP],
  [
    'state',
    /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/,
  ],
];
/** For these fields, a column's contents can contradict its name. */
const NO_NAME: ReadonlySet<ImportField> = new Set([
  'full_name',
  'first_name',
  'last_name',
  'company_name',
  'address_line_1',
]);
const MOST = 0.6;

/** Empty columns come last. */
export function matchColumns(header: readonly string[], rows: readonly FileLine[]): ColumnMatch {
  const some = rows.slice(0, LOOKED_AT);
  const cellsOf = (place: number): readonly string[] =>
    some.map(({ cells }) => (cells[place] ?? '').trim()).filter(Boolean);
  const found: { field: ImportField; place: number; order: number }[] = [];
  const unnamed: number[] = [];
  for (const [place, name] of header.entries()) {
    const named = fieldNamed(name);
    const isRefuted = named && NO_NAME.has(named.field) && isMostly(EMAIL, cellsOf(place));
    if (!named || isRefuted) unnamed.push(place);
    else {
      found.push({ field: named.field, place, order: orderOf(name, named, cellsOf(place).length === 0) });
    }
  }
  const match = Object.fromEntries(
    IMPORT_FIELDS.map((field) => [field, [] as number[]]),
  ) as unknown as Places;
  for (const { field, place } of found.sort((a, b) => a.order - b.order || a.place - b.place))
    match[field].push(place);
  for (const place of unnamed) {
    const field = fieldHeld(cellsOf(place));
    if (field && match[field].length === 0) match[field].push(place);
  }
  return match;
}

/** Customers need a name or an e-mail address to be told apart. */
export function isEnough({ first_name, last_name, full_name, email, company_name }: ColumnMatch): boolean {
  return [first_name, last_name, full_name, email, company_name].some((places) => places.length > 0);
}

export function unusedColumns(
  header: readonly string[],
  match: ColumnMatch,
  rows: readonly FileLine[],
): readonly number[] {
  const used = new Set(Object.values(match).flat());
  return header.flatMap((name, place) => {
    const isBlank = name === '' && !rows.some(({ cells }) => isFilled(cells[place]));
    return used.has(place) || isBlank ? [] : [place];
  });
}

/** Returns a sort key. Columns of one address get the same place in each field's list, even if blank. */
function orderOf(name: string, named: { field: ImportField; rank: number }, isBlank: boolean): number {
  if (PLACED.has(named.field)) return placeRank(name) * 100 + named.rank;
  return named.rank + (isBlank ? 100 : 0);
}

function fieldHeld(cells: readonly string[]): ImportField | undefined {
  return CONTENTS.find(([, shape]) => isMostly(shape, cells))?.[0];
}

function isMostly(shape: RegExp, cells: readonly string[]): boolean {
  return cells.length > 0 && cells.filter((cell) => shape.test(cell)).length >= cells.length * MOST;
}

/** A line that is not blank. */
export interface FileLine {
  /** From 1. Blank lines count, as in a spreadsheet. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A CSV file is one sheet without a name. */
export interface FileSheet {
  readonly name: string;
  readonly lines: readonly FileLine[];
}

export type FileMend =
  /** A quotation mark was read as text. */
  | 'quote'
  /** A quoted cell spanned lines that are rows of their own. */
  | 'split'
  /** A line was quoted as a whole; its cells were read again. */
  | 'reread'
  /** Two lines are one row, with a line end in an unquoted cell. */
  | 'joined'
  /** A byte was not UTF-8 and was read as windows-1252. */
  | 'byte';

export interface FileNote {
  readonly about: FileMend;
  readonly rows: readonly number[];
}

/** Some files end with an invisible character, which fills no cell. */
const VISIBLE = /[^\s\p{C}]/u;

export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell !== '' && VISIBLE.test(cell);
}

const OTHER_PARTS = ['full_name', 'middle_name', 'name_suffix', 'address_line_2', 'address_block'] as const;

/**
 * 'full_name' is a person or a company. 'address_line_2' is added to line 1. 'address_block' is an address in
 * one cell, or its lines in several ('Bill to 1', 'Bill to 2').
 */
export type ImportField = keyof Customer | (typeof OTHER_PARTS)[number];

/** Words that tell apart the addresses of a contact. */
const PLACES =
  /(?:mailing|billing|bill|bill to|home|business|work|company|primary|main|service|property|shipping|ship|ship to|other|contact|customer|client|job|site|loss|location|physical|project)/;

/** Patterns for the result of `plainName`, the most telling first. PLACE stands for `PLACES`. */
const NAMES: Readonly<Record<ImportField, readonly RegExp[]>> = {
  first_name: [
    /(?:contact |customer |client )?(?:first|given)(?: name)?/,
    /firstname/,
    /forename/,
    /fname/,
    /givenname/,
  ],
  last_name: [
    /(?:contact |customer |client )?(?:last|family)(?: name)?/,
    /lastname/,
    /surname/,
    /lname/,
    /familyname/,
  ],
  full_name: [
    /full name/,
    /fullname/,
    /(?:full )?name last(?: name)? first(?: name)?|last(?: name)? first(?: name)?/,
    /(?:primary )?contact(?: name| full name| person)?/,
    /name/,
    /(?:customer|client|display|account)(?: full)? name/,
    /customername/,
    /displayname/,
    /customer(?: job)?/,
    /client/,
    /(?:home ?|property )?owner(?: name)?/,
    /(?:insured|tenant|policy ?holder)(?: name)?/,
    /display name as|bill to(?: name)?/,
    /file as/,
  ],
  email: [
    /(?:primary |main |contact |customer |client )?e ?mails?(?: address(?:es)?)?(?: id)?/,
    /emailaddress/,
    /mail/,
    /e ?mail ?[1-5](?: value| address)?/,
    /e ?mail (?:primary|main|home|work|business|personal)/,
    /(?:home|personal|work|business|billing|other|secondary|alternate|alt) e ?mail(?: address)?/,
  ],
  phone: [
    /(?:primary|main|contact|customer|client) phones?(?: numbers?| s)?/,
    /phones?(?: numbers?| s| no)?/,
    /phonenumber/,
    /(?:mobile|cell|cellular)(?: phones?)?(?: numbers?| s)?/,
    /mobilephone|cellphone|mobilenumber/,
    /tel(?:ephone)?(?: numbers?| no)?/,
    /phone(?: numbers?)? ?[1-5](?: value| number)?/,
    /phone (?:primary|main|mobile|cell|home|work|business|office)|contact number/,
    /(?:home|residential|personal) (?:tele)?(?:phones?|numbers?)(?: numbers?| s)?(?: 2)?/,
    /(?:work|business|office|day|daytime|evening) (?:tele)?(?:phones?|numbers?)(?: numbers?| s)?(?: 2)?/,
    /homephone|workphone/,
    /(?:alt|alternate|other|secondary|company main|additional) ?phones?(?: numbers?| s)?/,
  ],
  company_name: [
    /(?:company|business|organi[sz]ation|firm)(?: names?)?/,
    /companyname|businessname/,
    /organi[sz]ation [1-5] name/,
    /(?:primary )?associated company(?: names?)?/,
  ],
  customer_type: [/(?:customer|client|contact|account) type/, /type/, /customertype/],
  status: [/(?:customer |client |active |account )?status/, /customerstatus/],
  address_line_1: [
    /(?:PLACE )?(?:street )?address(?: line)? 1/,
    /(?:PLACE )?street(?: address)?(?: line)?(?: 1)?/,
    /(?:PLACE )?address(?: line)?(?:(?: [1-5])? street)?(?: line)?(?: 1)?/,
    /(?:PLACE )?property street(?: 1)?/,
    /addressline1|address1|street1|streetaddress/,
  ],
  address_line_2: [
    /(?:PLACE )?(?:street )?address(?: street)?(?: line)? [23]/,
    /(?:PLACE )?street(?: address)?(?: line)? [23]/,
    /address [1-5] (?:street(?: line)? [23]|extended address)/,
    /(?:PLACE )?property street [23]/,
    /(?:apt|apartment|suite|unit)(?: number| no)?/,
    /(?:apt|apartment) (?:suite|unit)(?: other)?/,
    /addressline2|address2|street2/,
  ],
  address_block: [
    /(?:bill|invoice|ship) to [1-5]/,
    /full address/,
    /city state (?:zip|postal)(?: ?code)?/,
    /address [1-5] formatted/,
    /(?:PLACE )?formatted address/,
  ],
  city: [/(?:PLACE )?(?:property )?(?:address(?: [1-5])? )?(?:city(?: town)?|town)/],
  state: [
    /(?:PLACE )?(?:property )?(?:address(?: [1-5])? )?(?:state|province|region)(?: province| region)?(?: code)?/,
  ],
  postal_code: [
    /(?:PLACE )?(?:property )?(?:address(?: [1-5])? )?(?:zip|post(?:al)?)(?: ?code)?(?: postal(?: code)?)?/,
    /zip ?code|postcode/,
  ],
  middle_name: [/middle(?: name| initial)?/, /additional name/, /m ?i/],
  name_suffix: [/(?:name )?suffix/],
};

const PERSON_COLUMN =
  /^(?:full ?name|(?:full )?name last(?: name)? first(?: name)?|last(?: name)? first(?: name)?|(?:primary )?contact(?: name| full name| person)?)$/;
const LISTED_COLUMN =
  /^(?:(?:customer|client|display|account)(?: full)? name|customername|displayname|customer(?: job)?|client|display name as|bill to(?: name)?|file as)$/;

export function isLastFirst(name: string): boolean {
  return /\blast(?: name)? first\b/.test(plainName(name));
}

/** 'listed': the name under which other programs list a customer. */
export function nameColumnKind(name: string): 'person' | 'listed' | 'any' {
  const plain = plainName(name);
  if (PERSON_COLUMN.test(plain)) return 'person';
  return LISTED_COLUMN.test(plain) ? 'listed' : 'any';
}

/** In the order of the form. */
export const IMPORT_FIELDS = Object.keys(NAMES) as readonly ImportField[];

const PATTERNS = IMPORT_FIELDS.map(
  (field) => [field, NAMES[field].map(({ source }) => new RegExp(`^(?:${withPlaces(source)})$`))] as const,
);

function withPlaces(source: string): string {
  return source.replaceAll('PLACE', PLACES.source);
}

/** The likeliest address first. */
const PLACE_ORDER = [
  /^(?!.*\b(?:bill|home|business|work|company|service|property|ship|shipping|billing|other)\b)/,
  /\b(?:mailing|bill(?:ing)?|invoice)\b/,
  /\bhome\b/,
  /\b(?:business|work|company)\b/,
  /\b(?:service|property)\b/,
  /\bship(?:ping)?\b/,
];

/** Returns 'e mail 1 value' for 'E-mail 1 - Value'. */
export function plainName(name: string): string {
  return plainText(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function wordsOf(text: string): readonly string[] {
  return plainName(text).split(' ').filter(Boolean);
}

export function isKnownName(name: string): boolean {
  return fieldNamed(name) !== null;
}

/** Returns a lower rank for a more telling name. */
export function fieldNamed(name: string): { readonly field: ImportField; readonly rank: number } | null {
  // 'Cell #' means the number, 'Main Phone #s' several numbers.
  const plain = plainName(name.replace(/#(s?)/gi, ' number$1 '));
  for (const [field, patterns] of PATTERNS) {
    const rank = patterns.findIndex((pattern) => pattern.test(plain));
    if (rank >= 0) return { field, rank };
  }
  return null;
}

function placeRank(name: string): number {
  const plain = plainName(name);
  const rank = PLACE_ORDER.findIndex((place) => place.test(plain));
  const number = Number(/\baddress (\d)\b/.exec(plain)?.[1] ?? 0);
  return (rank < 0 ? PLACE_ORDER.length : rank) * 10 + number;
}
