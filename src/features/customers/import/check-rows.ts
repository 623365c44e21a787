import { type Customer, customerSpec } from '../../../domain/customer.ts';
import { fieldLabel } from '../../../domain/field-labels.ts';
import { isChoiceField } from '../../../domain/import/rows.ts';
import { importCauses, importWords } from '../../../words/import.ts';
import { type Context, type Finding, findIn, type ReadRow } from './findings.ts';
import type { SheetSaid } from './import-state.ts';
import { KnownCustomers } from './known-customers.ts';

export interface CheckedRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly customer: Customer;
  /** Findings that are still open. */
  readonly findings: readonly Finding[];
  /** Typed by the user. */
  readonly corrections: Readonly<Partial<Customer>>;
  /** Fields that can be corrected in place. */
  readonly editable: readonly (keyof Customer)[];
  readonly isIn: boolean;
  /** It is left out only as long as nothing is decided. */
  readonly isOpen: boolean;
  /** No decision brings it in, only a correction. */
  readonly isBlocked: boolean;
  /** Why it is left out; '' where it is not. */
  readonly reason: string;
}

/** Rows that share a finding, whatever was decided about them. */
export interface Group
  extends Pick<Finding, 'group' | 'weight' | 'field' | 'title' | 'isLearned' | 'isName'> {
  /** Other groups with the same rows: one decision is about all of them. */
  readonly also: readonly string[];
  readonly places: number[];
  readonly examples: Set<string>;
  /** Words that are none of the field's choices, with the choices that they probably mean. */
  readonly words: Map<string, { count: number; readonly fix: string | null }>;
  /** Rows that wait for a decision. */
  open: number;
  /** Rows that 'correct' settles. */
  fixes: number;
  canKeep: boolean;
}

export interface Counts {
  in: number;
  open: number;
  out: number;
  /** Rows that are in, and that the server may refuse. */
  warned: number;
}

export interface Check {
  readonly rows: readonly CheckedRow[];
  readonly groups: readonly Group[];
  /** Fields that any row fills in, or that something was found in; the order in which they are shown. */
  readonly fields: readonly (keyof Customer)[];
  readonly all: readonly number[];
  /** Places of the rows that need or needed a decision. */
  readonly toLookAt: readonly number[];
  readonly counts: Readonly<Counts>;
}

export interface CheckInput extends Context {
  readonly reads: readonly ReadRow[];
  readonly sheet: SheetSaid;
  /** Choice fields that the file has a column for. */
  readonly choices: readonly (keyof Customer)[];
}

/** Rows that are checked in one step: a few milliseconds on a slow phone. */
const STEP = 20;
const MOST_EXAMPLES = 3;
const NAMES = ['first_name', 'last_name', 'company_name'] as const;

type Groups = Map<string, Group>;

/** Checks all rows in steps. Rows that are left out are not compared with later ones. */
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
    // A row stays in the groups that it was in before it was corrected: it would vanish while it is edited.
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

/** Decides about one row. What is said about it alone goes before what is said about its groups. */
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

/** Makes one group of the blank fields that the same rows lack, like first and last names. */
function joinSame(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const at = joined.findIndex((other) => isSameBlank(other, group));
    const first = joined[at];
    if (first) joined[at] = both(first, group);
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

function both(first: Group, { group, field }: Group): Group {
  const also = [...first.also, group];
  const fields = [first.group, ...also].map((key) => fieldLabel(key.split(' ')[0] ?? key));
  const names = fields.reduce((before, next) => importWords.either({ first: before, second: next }));
  const title: Group['title'] = ({ count }) => importCauses.blank({ count, field: names });
  return { ...first, also, title, field: first.field ?? field };
}

function countOpen(group: Group | undefined): void {
  if (group && (group.weight === 'blocks' || group.weight === 'asks')) group.open += 1;
}

/** A choice that the file does not have is the default one in every row. */
function noteFilled(filled: Set<keyof Customer>, { customer, editable }: CheckedRow): void {
  for (const field of customerSpec.fieldNames)
    if (customer[field] !== '' && !isChoiceField(field)) filled.add(field);
  for (const field of editable) filled.add(field);
}

/** Puts fields to be corrected beside the name: later columns may be out of sight. */
function shownFields(filled: ReadonlySet<keyof Customer>, groups: Groups): readonly (keyof Customer)[] {
  const found = [...groups.values()].flatMap(({ field }) => field ?? []);
  const order = new Set([...NAMES, ...found, ...customerSpec.fieldNames]);
  return [...order].filter((field) => filled.has(field));
}

function countIn(counts: Counts, { isIn, isOpen, findings }: CheckedRow): void {
  counts[isIn ? 'in' : isOpen ? 'open' : 'out'] += 1;
  if (isIn && findings.some(({ weight }) => weight === 'warns')) counts.warned += 1;
}
