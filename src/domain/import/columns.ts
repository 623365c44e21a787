import { ADDRESS_FIELDS } from '../address.ts';
import { fieldNamed, IMPORT_FIELDS, type ImportField, placeRank } from './column-names.ts';
import { type FileLine, isFilled } from './file-lines.ts';

/** The columns that hold each field, in order: the first that is filled in a row counts. */
export type ColumnMatch = Readonly<Record<ImportField, readonly number[]>>;

type Places = Record<ImportField, number[]>;

/** Rows that are looked at for what a column holds. */
const LOOKED_AT = 200;
const PLACED: ReadonlySet<ImportField> = new Set([...ADDRESS_FIELDS, 'address_line_2', 'address_block']);
const EMAIL = /^\W*[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\s().-]*(?:\d[\s().-]*){10,15}$/;
/** Each is likely enough where most filled cells of a column without a telling name look so. */
const CONTENTS: readonly (readonly [ImportField, RegExp])[] = [
  ['email', EMAIL],
  ['phone', PHONE],
  ['postal_code', /^\d{5}(?:-\d{4})?$/],
  [
    'state',
    /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/,
  ],
];
/** Fields whose name a column's content may refute. */
const NO_NAME: ReadonlySet<ImportField> = new Set([
  'full_name',
  'first_name',
  'last_name',
  'company_name',
  'address_line_1',
]);
const MOST = 0.6;

/** Matches columns with fields, by their names and by what they hold. A column that holds nothing comes last. */
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

/** Tells a match with which customers can be known apart, by a name or an address. */
export function isEnough({ first_name, last_name, full_name, email, company_name }: ColumnMatch): boolean {
  return [first_name, last_name, full_name, email, company_name].some((places) => places.length > 0);
}

/** Places of columns that nothing is taken from and that hold something. */
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

/** Keeps the columns of one address at the same place of their lists, whether one of them is blank or not. */
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
