import { CHECKLIST, earlierTick, readItem, type Tick } from '../../domain/day/checklist.ts';
import { CLAIM } from '../../domain/day/claim.ts';
import { type Entry, LOG, readEntries, readSigned } from '../../domain/day/entries.ts';
import { JOB, JOB_LABELS, joinNames, namesIn, STEPS } from '../../domain/day/job.ts';
import { nameKey } from '../../domain/day/person-names.ts';
import { labelKey, readFactLine } from '../../domain/day/text-blocks.ts';
import { DRYING } from '../../domain/drying/drying-facts.ts';
import { ITEMS } from '../../domain/papers/item-sums.ts';
import { itemKey, readLineItem } from '../../domain/papers/line-items.ts';
import type { Side } from '../lane-event.ts';
import { inOrder, type LineSides, type Sides } from './merge-lines.ts';

/*
 * Merges a block fact by fact. If only one side changed a fact, its version stands. If both changed it:
 *
 *   base            mine             theirs           merged
 *   [ ] Moisture    [x] Moisture     (removed)        [x] Moisture      work that was done stays
 *   Crew: Ann       Crew: Ann, Bo    Crew: Cy         Crew: Cy, Bo      a list is a set
 *   Time: 9:00      Time: 10:00      Time: 11:00      a person decides
 */

/** A fact with its lines, or a single line that is not a fact. */
interface Unit {
  readonly key: string;
  readonly lines: readonly string[];
  /** Compared to find changes. */
  readonly value: string;
  /** Time in ms of a log entry or a step. */
  readonly at?: number;
  /** Crew names or flags. */
  readonly list?: { readonly label: string; readonly names: readonly string[] };
  readonly tick?: Tick;
  /** The name of an item with a price. */
  readonly name?: string;
}

type Units = ReadonlyMap<string, Unit>;
type UnitSides = Sides<Unit | undefined>;

export interface Grammar {
  readonly read: (lines: readonly string[]) => Unit[];
  /** Merges a fact that both sides changed. Undefined drops the fact. Null, or no `settle`, asks a person. */
  readonly settle?: (sides: UnitSides) => Unit | null | undefined;
  readonly timed?: boolean;
}

const labelled: Grammar = { read: labelledUnits, settle: settleLabel };
const listed: Grammar = { read: listedUnits, settle: settleTick };
const priced: Grammar = { read: (lines) => lines.map(pricedUnit) };
const noted: Grammar = { read: entryUnits, timed: true };

const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  [labelKey(JOB), labelled],
  [labelKey(CLAIM), labelled],
  [labelKey(CHECKLIST), listed],
  [labelKey(LOG), noted],
  [labelKey(DRYING), noted],
  [labelKey(ITEMS), priced],
]);

/** Returns undefined for free text and other programs' blocks. */
export function grammarOf(key: string): Grammar | undefined {
  return GRAMMARS.get(key);
}

/** Returns null if a person must decide about a fact and `choice` is null. */
export function mergeFacts(
  grammar: Grammar,
  sides: LineSides,
  choice: Side | null,
): readonly string[] | null {
  const base = unitsOf(grammar, sides.base);
  const mine = withEdits(base, unitsOf(grammar, sides.mine));
  const theirs = withEdits(base, unitsOf(grammar, sides.theirs));
  const merged: Unit[] = [];
  for (const key of inOrder([...theirs.keys()], [...mine.keys()])) {
    const three = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const unit = mergeUnit(grammar, three);
    if (unit !== null) merged.push(...present(unit));
    else if (choice === null) return null;
    else merged.push(...present(...chosen(three, choice)));
  }
  const ordered = grammar.timed ? byTime(merged, [...theirs.values()]) : merged;
  return ordered.flatMap(({ lines }) => lines);
}

/** Returns true if `merged` holds every fact that `side` added or changed. */
export function holdsFacts(
  grammar: Grammar,
  { base, side, merged }: Readonly<Record<'base' | 'side' | 'merged', readonly string[]>>,
): boolean {
  const [before, after] = [unitsOf(grammar, base), unitsOf(grammar, merged)];
  return [...unitsOf(grammar, side).values()].every((own) => {
    const [was, held] = [before.get(own.key), after.get(own.key)];
    if (own.key === BLANK || was?.value === own.value) return true;
    // The list is gone if each side removed the names that the other kept.
    return own.list ? addedNames(own, was).every((name) => hasName(held, name)) : held !== undefined;
  });
}

export function timedUnits(key: string, lines: readonly string[]): readonly Pick<Unit, 'key' | 'lines'>[] {
  const grammar = grammarOf(key);
  return grammar?.timed ? grammar.read(lines).filter(({ at }) => at !== undefined) : [];
}

function mergeUnit(grammar: Grammar, sides: UnitSides): Unit | null | undefined {
  const { base, mine, theirs } = sides;
  if (mine?.value === theirs?.value || mine?.value === base?.value) return theirs;
  if (theirs?.value === base?.value) return mine;
  return grammar.settle ? grammar.settle(sides) : null;
}

function chosen({ mine, theirs }: UnitSides, choice: Side): (Unit | undefined)[] {
  return { mine: [mine], theirs: [theirs], both: [theirs, mine] }[choice];
}

function present(...units: readonly (Unit | undefined)[]): Unit[] {
  return units.filter((unit) => unit !== undefined);
}

const BLANK = 'blank';

/** Adds a number to repeated keys, so that equal lines are all kept. */
function unitsOf({ read }: Grammar, lines: readonly string[]): Units {
  const units = new Map<string, Unit>();
  for (const unit of read(lines)) {
    let key = unit.key;
    for (let n = 2; units.has(key); n += 1) key = `${unit.key} #${n}`;
    units.set(key, { ...unit, key });
  }
  return units;
}

function lineUnit(line: string): Unit {
  const said = line.trim();
  return { key: said === '' ? BLANK : `line:${said}`, lines: [line], value: said };
}

function joinedUnits(units: readonly Unit[], join: (one: Unit, other: Unit) => Unit | undefined): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const at = joined.findIndex(({ key }) => key === unit.key);
    const known = joined[at];
    const both = known && join(known, unit);
    if (both) joined[at] = both;
    else joined.push(unit);
  }
  return joined;
}

const LISTS = [JOB_LABELS.crew, JOB_LABELS.flags].map(labelKey);
const STAMPS = STEPS.map((step) => labelKey(JOB_LABELS[step]));

function labelledUnits(lines: readonly string[]): Unit[] {
  return joinedUnits(
    lines.map(factUnit),
    (one, other) => one.list && listUnit(one.list.label, [...one.list.names, ...namesOf(other)]),
  );
}

function factUnit(line: string): Unit {
  const fact = readFactLine(line);
  if (!fact) return lineUnit(line);
  const name = labelKey(fact.label);
  if (LISTS.includes(name)) return { ...listUnit(fact.label, namesIn(fact.value)), lines: [line] };
  const at = STAMPS.includes(name) ? readSigned(fact.value, () => 0)?.at : undefined;
  const unit = { key: `fact:${name}`, lines: [line], value: labelKey(fact.value) };
  return at === undefined ? unit : { ...unit, at };
}

function listUnit(label: string, names: readonly string[]): Unit {
  const members = new Map<string, string>();
  for (const name of names) {
    const key = memberKey(label, name);
    if (!members.has(key)) members.set(key, name);
  }
  const once = [...members.values()];
  const said = joinNames(once);
  return {
    key: `fact:${labelKey(label)}`,
    lines: [`${label}: ${said}`],
    value: [...members.keys()].join(),
    list: { label, names: once },
  };
}

function settleLabel({ base, mine, theirs }: UnitSides): Unit | null | undefined {
  const list = theirs?.list ?? mine?.list;
  if (list) {
    const stay = namesOf(theirs).filter((name) => hasName(mine, name) || !hasName(base, name));
    const names = [...stay, ...addedNames(mine, base)];
    return names.length === 0 ? undefined : listUnit(list.label, names);
  }
  if (mine?.at === undefined || theirs?.at === undefined) return null;
  // If both took the step, the earlier time stands.
  return mine.at < theirs.at ? mine : theirs;
}

function addedNames(unit: Unit | undefined, base: Unit | undefined): string[] {
  return namesOf(unit).filter((name) => !hasName(base, name));
}

function hasName(unit: Unit | undefined, name: string): boolean {
  const { label = '', names = [] } = unit?.list ?? {};
  return names.some((known) => memberKey(label, known) === memberKey(label, name));
}

function memberKey(label: string, member: string): string {
  const isCrew = labelKey(label) === labelKey(JOB_LABELS.crew);
  return (isCrew && nameKey(member)) || labelKey(member);
}

function namesOf(unit: Unit | undefined): readonly string[] {
  return unit?.list?.names ?? [];
}

function listedUnits(lines: readonly string[]): Unit[] {
  return joinedUnits(lines.map(itemUnit), earlier);
}

function itemUnit(line: string): Unit {
  const tick = readItem(line);
  if (!tick) return lineUnit(line);
  return { key: `item:${labelKey(tick.text)}`, lines: [line], value: `${tick.done} ${tick.by}`, tick };
}

/** The earlier tick stays, and any tick wins over none. A changed item wins over its removal. */
function settleTick({ mine, theirs }: UnitSides): Unit | undefined {
  return mine && theirs ? earlier(theirs, mine) : (theirs ?? mine);
}

function earlier(one: Unit, other: Unit): Unit | undefined {
  const { tick } = one;
  return tick && (earlierTick(tick, { ...tick, ...other.tick }) === tick ? one : other);
}

/** `2 x Air mover, 3 days @ 45.00 = 270.00` */
function pricedUnit(line: string): Unit {
  const item = readLineItem(line);
  if (!item) return lineUnit(line);
  const value = itemKey(item);
  return { key: `item:${value}`, lines: [line], value, name: labelKey(item.name) };
}

/**
 * Items with any difference are different items, so that those of two people all stay. A removed item and a new one with
 * the same name are an edit: the new one gets the key of the old one.
 */
function withEdits(base: Units, side: Units): Units {
  const gone = [...base.values()].filter(({ key }) => !side.has(key));
  const edited = [...side.values()].map((unit) => {
    const isNew = unit.name !== undefined && !base.has(unit.key);
    const at = isNew ? gone.findIndex(({ name }) => name === unit.name) : -1;
    const [old] = at < 0 ? [] : gone.splice(at, 1);
    return old ? { ...unit, key: old.key } : unit;
  });
  return new Map(edited.map((unit) => [unit.key, unit]));
}

function entryUnits(lines: readonly string[]): Unit[] {
  const text = [`--- ${LOG} ---`, ...lines].join('\n');
  const entryAt = new Map<number, Entry>();
  for (const entry of readEntries(text, LOG, () => 0))
    for (const at of entry.lines) entryAt.set(at - 1, entry);
  return lines.flatMap((line, at) => {
    const entry = entryAt.get(at);
    if (!entry) return lineUnit(line);
    if (entry.lines[0] !== at + 1) return [];
    const value = [entry.at, labelKey(entry.who), labelKey(entry.text)].join(':');
    return { key: value, lines: lines.slice(at, at + entry.lines.length), value, at: entry.at };
  });
}

/** Sorts entries by time, newest first if theirs are. Other lines stay below the entry that they follow. */
function byTime(units: readonly Unit[], theirs: readonly Unit[]): Unit[] {
  const timesOf = (some: readonly Unit[]): number[] => some.flatMap(({ at }) => at ?? []);
  const times = timesOf(theirs).length > 1 ? timesOf(theirs) : timesOf(units);
  const newestFirst = times[0] === Math.max(...times) && times[0] !== Math.min(...times);
  let at = newestFirst ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const placed = units.map((unit) => {
    at = unit.at ?? at;
    return { unit, at };
  });
  return placed
    .sort((one, other) => compare(one.at, other.at) * (newestFirst ? -1 : 1))
    .map(({ unit }) => unit);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
