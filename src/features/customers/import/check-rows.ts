import { type Customer, customerSpec } from '../../../domain/customer.ts';
import type { ColumnMatch } from '../../../domain/import/columns.ts';
import { isChoiceField } from '../../../domain/import/rows.ts';
import { fieldLabel } from '../../../domain/resource-specs.ts';
import { importCauses, importWords } from '../../../words/import.ts';
import { type Context, type Finding, findIn, type ReadRow } from './findings.ts';
import type { SheetSaid } from './import-state.ts';
import { KnownCustomers } from './known-customers.ts';

export interface CheckedRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly customer: Customer;
  readonly findings: readonly Finding[];
  readonly corrections: Readonly<Partial<Customer>>;
  readonly editable: readonly (keyof Customer)[];
  readonly isIn: boolean;
  /** True if the row is left out only until the user decides. */
  readonly isOpen: boolean;
  /** True if the row cannot be imported without a correction. */
  readonly isBlocked: boolean;
  readonly reason: string;
}

export interface Group
  extends Pick<Finding, 'group' | 'weight' | 'field' | 'title' | 'isLearned' | 'isName'> {
  /** Keys of groups with the same rows. A decision applies to them too. */
  readonly also: readonly string[];
  readonly places: number[];
  readonly examples: Set<string>;
  readonly words: Map<string, { count: number; readonly fix: string | null }>;
  open: number;
  /** How many rows 'correct' would settle. */
  fixes: number;
  canKeep: boolean;
}

interface Counts {
  in: number;
  open: number;
  out: number;
  warned: number;
}

export interface Check {
  readonly rows: readonly CheckedRow[];
  readonly groups: readonly Group[];
  readonly fields: readonly (keyof Customer)[];
  readonly all: readonly number[];
  readonly toLookAt: readonly number[];
  readonly counts: Readonly<Counts>;
}

export interface CheckInput extends Context {
  readonly reads: readonly ReadRow[];
  readonly sheet: SheetSaid;
  readonly choices: readonly (keyof Customer)[];
}

/** Rows per step. A step takes milliseconds on a slow phone. */
const STEP = 20;
const MOST_EXAMPLES = 3;
const NAMES = ['first_name', 'last_name', 'company_name'] as const;

type Groups = Map<string, Group>;

export function* checkRows({ reads, sheet, choices, ...given }: CheckInput): Generator<void, Check> {
  const context = { ...given, known: new KnownCustomers(given.known) };
  const rows: CheckedRow[] = [];
  const groups: Groups = new Map();
  const filled = new Set<keyof Customer>(choices);
  const toLookAt: number[] = [];
  const counts: Counts = { in: 0, open: 0, out: 0, warned: 0 };
  for (const read of reads) {
    const place = rows.length;
    const own = { corrections: sheet.corrections[read.row], choice: sheet.choices[read.row] };
    const first = findIn(read, {}, context);
    const now = own.corrections ? findIn(read, own.corrections, context) : first;
    const row = judged(read, now, own, context);
    // A corrected row stays in its first groups. Otherwise it would disappear during the edit.
    const findings = own.corrections ? [...first.findings, ...now.findings] : now.findings;
    for (const finding of findings) groupFor(groups, finding, place);
    for (const { group } of row.isOpen ? row.findings : []) countOpen(groups.get(group));
    if (own.corrections || own.choice || findings.some(({ weight }) => weight !== 'tells'))
      toLookAt.push(place);
    if (row.isIn) context.known.add(row.customer, row.row);
    countIn(counts, row);
    noteFilled(filled, row);
    rows.push(row);
    if (rows.length % STEP === 0) yield;
  }
  return {
    rows,
    groups: joinSame([...groups.values()]),
    fields: shownFields(filled, groups),
    all: [...rows.keys()],
    toLookAt,
    counts,
  };
}

interface Own {
  readonly corrections: Partial<Customer> | undefined;
  readonly choice: 'in' | 'out' | undefined;
}

/** A decision about a row takes precedence over one about its group. */
function judged(
  { row, cells }: ReadRow,
  now: ReturnType<typeof findIn>,
  { corrections = {}, choice }: Own,
  { said: { decisions } }: Context,
): CheckedRow {
  const findings = now.findings.filter(({ isSettled }) => !isSettled);
  const blocked = findings.filter(({ weight }) => weight === 'blocks');
  const asked = findings.filter(({ group, weight }) => {
    if (choice === 'in' || decisions[group] === 'keep') return false;
    return weight === 'asks' || (weight === 'warns' && decisions[group] === 'out');
  });
  const held = [...blocked, ...asked];
  const isIn = choice !== 'out' && held.length === 0;
  const isOut = choice === 'out' || held.some(({ group }) => decisions[group] === 'out');
  const corrected = Object.keys(corrections) as (keyof Customer)[];
  return {
    row,
    cells,
    customer: now.customer,
    findings,
    corrections,
    editable: [...new Set([...findings.flatMap(({ field }) => field ?? []), ...corrected])],
    isIn,
    isOpen: !isIn && !isOut,
    isBlocked: blocked.length > 0,
    reason: isIn ? '' : reasonOf(held, choice),
  };
}

function reasonOf(held: readonly Finding[], choice: Own['choice']): string {
  return choice === 'out' ? importWords.chosenOut : held.map(({ words }) => words).join(' ');
}

function groupFor(groups: Groups, finding: Finding, place: number): void {
  const { group: key, example, word, canCorrect, canKeep = false } = finding;
  let group = groups.get(key);
  if (!group) {
    const { weight, field, title, isLearned = false, isName = false } = finding;
    const facts = { group: key, also: [], weight, field, title, canKeep, isLearned, isName };
    group = { ...facts, open: 0, fixes: 0, places: [], examples: new Set(), words: new Map() };
    groups.set(key, group);
  }
  if (group.places.at(-1) === place) return;
  group.places.push(place);
  if (group.examples.size < MOST_EXAMPLES && example !== '') group.examples.add(example);
  if (word)
    group.words.set(word.text, { fix: word.fix, count: (group.words.get(word.text)?.count ?? 0) + 1 });
  if (canCorrect) group.fixes += 1;
  group.canKeep &&= canKeep;
}

/** Joins groups about blank fields with the same rows, such as first and last names. */
function joinSame(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const at = joined.findIndex((other) => isSameBlank(other, group));
    const first = joined[at];
    if (first) joined[at] = joinPair(first, group);
    else joined.push(group);
  }
  return joined;
}

function isSameBlank(one: Group, other: Group): boolean {
  return (
    [one, other].every(({ group }) => group.endsWith('blank')) &&
    one.weight === other.weight &&
    one.places.join() === other.places.join()
  );
}

function joinPair(first: Group, { group, field }: Group): Group {
  const also = [...first.also, group];
  const fields = [first.group, ...also].map((key) => fieldLabel(key.split(' ')[0] ?? key));
  const names = fields.reduce((before, next) => importWords.either({ first: before, second: next }));
  const title: Group['title'] = ({ count }) => importCauses.blank({ count, field: names });
  return { ...first, also, title, field: first.field ?? field };
}

function countOpen(group: Group | undefined): void {
  if (group && (group.weight === 'blocks' || group.weight === 'asks')) group.open += 1;
}

/** Skips choice fields: `filled` already has those with a column. */
function noteFilled(filled: Set<keyof Customer>, { customer, editable }: CheckedRow): void {
  for (const field of customerSpec.fieldNames)
    if (customer[field] !== '' && !isChoiceField(field)) filled.add(field);
  for (const field of editable) filled.add(field);
}

function shownFields(filled: ReadonlySet<keyof Customer>, groups: Groups): readonly (keyof Customer)[] {
  const found = [...groups.values()].flatMap(({ field }) => field ?? []);
  const order = new Set([...NAMES, ...found, ...customerSpec.fieldNames]);
  return [...order].filter((field) => filled.has(field));
}

function countIn(counts: Counts, { isIn, isOpen, findings }: CheckedRow): void {
  counts[isIn ? 'in' : isOpen ? 'open' : 'out'] += 1;
  if (isIn && findings.some(({ weight }) => weight === 'warns')) counts.warned += 1;
}

const DIVIDE_ROWS_STEP = 200;

export interface RowsToImport {
  readonly header: readonly string[];
  readonly customers: readonly Customer[];
  readonly leftOut: readonly (readonly string[])[];
}

/** Rows that are left out keep all their cells, even those without a column. */
export function* divideRows(
  rows: readonly CheckedRow[],
  header: readonly string[],
  match: ColumnMatch,
): Generator<void, RowsToImport> {
  const customers: Customer[] = [];
  const out: CheckedRow[] = [];
  const added = new Set<keyof Customer>();
  let width = header.length;
  for (const [n, row] of rows.entries()) {
    if (row.isIn) customers.push(row.customer);
    else {
      out.push(row);
      width = Math.max(width, row.cells.length);
      for (const field of fieldsOf(row)) if (match[field].length === 0) added.add(field);
    }
    if (n % DIVIDE_ROWS_STEP === DIVIDE_ROWS_STEP - 1) yield;
  }
  const leftOut: (readonly string[])[] = [];
  for (const row of out) {
    const cells = correctedCells(row, match, width);
    leftOut.push([...cells, ...[...added].map((field) => row.corrections[field] ?? ''), row.reason]);
    if (leftOut.length % DIVIDE_ROWS_STEP === 0) yield;
  }
  const unnamed = Array<string>(width - header.length).fill('');
  return { header: [...header, ...unnamed, ...[...added].map(fieldLabel)], customers, leftOut };
}

function fieldsOf({ corrections }: CheckedRow): (keyof Customer)[] {
  return Object.keys(corrections) as (keyof Customer)[];
}

/** Skips fields without a column: `divideRows` adds columns for them. */
function correctedCells(row: CheckedRow, match: ColumnMatch, width: number): readonly string[] {
  const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '');
  for (const field of fieldsOf(row)) {
    const places = match[field];
    const place = places.find((at) => (cells[at] ?? '').trim() !== '') ?? places[0];
    if (place !== undefined) cells[place] = row.corrections[field] ?? '';
  }
  return cells;
}
