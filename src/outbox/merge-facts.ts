import { CHECKLIST, earlierTick, readItem } from '../domain/day/checklist.ts';
import { CLAIM } from '../domain/day/claim.ts';
import { type Entry, LOG, readEntries } from '../domain/day/entries.ts';
import { readFactLine } from '../domain/day/facts.ts';
import { JOB, JOB_LABELS, joinNames, namesIn, STEPS } from '../domain/day/job.ts';
import { readSigned } from '../domain/day/signed-stamp.ts';
import { labelKey } from '../domain/day/text-blocks.ts';
import { inOrder, type LineSides } from './merge-lines.ts';

/*
 * A block of facts is merged fact by fact, three ways: a fact that one side alone changed, added or removed is that side's.
 *
 *   base            mine             theirs           merged
 *   [ ] Moisture    [x] Moisture     (removed)        [x] Moisture      both changed it: work that was done stays
 *   Crew: Ann       Crew: Ann, Bo    Crew: Cy         Crew: Cy, Bo      a list is a set
 *   Time: 9:00      Time: 10:00      Time: 11:00      a person decides
 */

/** One fact with its lines. A line that is no fact is one by itself. */
interface Unit {
  readonly key: string;
  readonly lines: readonly string[];
  /** Equal for two units that say the same. */
  readonly value: string;
  /** Time in ms of a log entry. */
  readonly at?: number;
}

type Units = ReadonlyMap<string, Unit>;
type UnitSides = Readonly<Record<keyof LineSides, Unit | undefined>>;

/** Reads a block of one kind, and settles what both sides changed: undefined for a fact that goes, null for a question. */
interface Grammar {
  readonly read: (lines: readonly string[]) => Unit[];
  readonly settle: (key: string, sides: UnitSides) => Unit | null | undefined;
  /** Tells if the units stand in the order of their times. */
  readonly timed?: boolean;
}

const labelled: Grammar = { read: labelledUnits, settle: settleLabel };
const listed: Grammar = { read: (lines) => joinedUnits(lines.map(itemUnit), joinTicks), settle: settleTick };
const priced: Grammar = { read: (lines) => lines.map(pricedUnit), settle: () => null };
const noted: Grammar = { read: entryUnits, settle: () => null, timed: true };

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  [labelKey(JOB)]: labelled,
  [labelKey(CLAIM)]: labelled,
  [labelKey(CHECKLIST)]: listed,
  [labelKey(LOG)]: noted,
  // Blocks of a later version, which other devices may run already.
  drying: noted,
  items: priced,
};

/** Whose fact or line stands where both sides changed it. */
export type Choice = 'mine' | 'theirs' | 'both';

/** @param key name of the block as names are compared */
export function isFactBlock(key: string): boolean {
  return Object.hasOwn(GRAMMARS, key);
}

/** Merges the lines of a block of facts; null if a person has to decide. */
export function mergeFacts(key: string, sides: LineSides, choice: Choice | null): readonly string[] | null {
  const grammar = grammarOf(key);
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((lines) => unitsOf(grammar, lines));
  if (!base || !mine || !theirs) return null;
  const merged: Unit[] = [];
  for (const name of inOrder([...theirs.keys()], [...mine.keys()])) {
    const three = { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) };
    const unit = mergeUnit(grammar, name, three);
    if (unit) merged.push(unit);
    else if (unit === null && choice === null) return null;
    else if (unit === null) merged.push(...chosen(three, choice));
  }
  const ordered = grammar.timed ? byTime(merged, [...theirs.values()]) : merged;
  return ordered.flatMap(({ lines }) => lines);
}

/** Returns the facts that a side added or changed and that the merged block does not hold. */
export function unreadFacts(
  key: string,
  { was, said, is }: Readonly<Record<'was' | 'said' | 'is', readonly string[]>>,
): string[] {
  const grammar = grammarOf(key);
  const [before, merged] = [unitsOf(grammar, was), unitsOf(grammar, is)];
  return [...unitsOf(grammar, said).values()]
    .filter((unit) => unit.key !== BLANK && before.get(unit.key)?.value !== unit.value)
    .filter((unit) => {
      const sides = { base: before.get(unit.key), mine: unit, theirs: merged.get(unit.key) };
      if (LISTS.includes(unit.key)) return addedNames(sides).some((name) => !hasName(sides.theirs, name));
      return sides.theirs === undefined;
    })
    .map(({ value }) => value);
}

/** Returns the entries of a block by their times; none of a block that holds no entries. */
export function timedUnits(key: string, lines: readonly string[]): readonly Pick<Unit, 'key' | 'lines'>[] {
  const grammar = GRAMMARS[key];
  return grammar?.timed ? grammar.read(lines).filter(({ at }) => at !== undefined) : [];
}

function grammarOf(key: string): Grammar {
  return GRAMMARS[key] ?? noted;
}

function mergeUnit(grammar: Grammar, key: string, sides: UnitSides): Unit | null | undefined {
  const { base, mine, theirs } = sides;
  if (mine?.value === theirs?.value || mine?.value === base?.value) return theirs;
  if (theirs?.value === base?.value) return mine;
  return grammar.settle(key, sides);
}

function chosen({ mine, theirs }: UnitSides, choice: Choice | null): Unit[] {
  const sides = { mine: [mine], theirs: [theirs], both: [theirs, mine] }[choice ?? 'both'];
  return sides.filter((one) => one !== undefined);
}

const BLANK = 'blank';

/** Lines that are equal and no facts stay as often as they stand there. */
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

/** Puts together what stands twice. */
function joinedUnits(units: readonly Unit[], join: (one: Unit, other: Unit) => Unit | null): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const at = joined.findIndex(({ key }) => key === unit.key);
    const known = joined[at];
    const both = known ? join(known, unit) : null;
    if (both) joined[at] = both;
    else joined.push(unit);
  }
  return joined;
}

const LISTS = [JOB_LABELS.crew, JOB_LABELS.flags].map(factKey);
const STAMPS = STEPS.map((step) => factKey(JOB_LABELS[step]));

function factKey(label: string): string {
  return `fact:${labelKey(label)}`;
}

function labelledUnits(lines: readonly string[]): Unit[] {
  return joinedUnits(lines.map(factUnit), (one, other) =>
    LISTS.includes(one.key) ? (listUnit(one, [...namesOf(one), ...namesOf(other)]) ?? null) : null,
  );
}

function factUnit(line: string): Unit {
  const fact = readFactLine(line);
  if (!fact) return lineUnit(line);
  const key = factKey(fact.label);
  const value = LISTS.includes(key) ? joinNames(once(namesIn(fact.value))) : fact.value;
  return { key, lines: [line], value: labelKey(value) };
}

function settleLabel(key: string, { base, mine, theirs }: UnitSides): Unit | null | undefined {
  const one = theirs ?? mine;
  if (one && LISTS.includes(key)) return listUnit(one, mergedNames({ base, mine, theirs }));
  if (!mine || !theirs || !STAMPS.includes(key)) return null;
  // Both took the step: the first of them did.
  const [ours, others] = [momentOf(mine), momentOf(theirs)];
  return ours === null || others === null ? null : ours < others ? mine : theirs;
}

function mergedNames({ base, mine, theirs }: UnitSides): string[] {
  const stay = namesOf(theirs).filter((name) => hasName(mine, name) || !hasName(base, name));
  return [...stay, ...addedNames({ base, mine })];
}

function addedNames({ base, mine }: Pick<UnitSides, 'base' | 'mine'>): string[] {
  return namesOf(mine).filter((name) => !hasName(base, name));
}

function hasName(unit: Unit | undefined, name: string): boolean {
  return namesOf(unit).some((known) => labelKey(known) === labelKey(name));
}

function listUnit({ key, lines: [line = ''] }: Unit, names: readonly string[]): Unit | undefined {
  const value = joinNames(once(names));
  if (value === '') return undefined;
  return { key, lines: [`${readFactLine(line)?.label ?? ''}: ${value}`], value: labelKey(value) };
}

function once(names: readonly string[]): string[] {
  return names.filter((name, at) => names.findIndex((one) => labelKey(one) === labelKey(name)) === at);
}

function namesOf(unit: Unit | undefined): string[] {
  return namesIn(readFactLine(unit?.lines[0] ?? '')?.value ?? '');
}

function momentOf({ lines: [line = ''] }: Unit): number | null {
  return readSigned(readFactLine(line)?.value ?? '', () => 0)?.at ?? null;
}

function itemUnit(line: string): Unit {
  const item = readItem(line);
  if (!item) return lineUnit(line);
  return { key: `item:${labelKey(item.text)}`, lines: [line], value: `${item.done} ${item.by}` };
}

function joinTicks(one: Unit, other: Unit): Unit | null {
  const [first, second] = [readItem(one.lines[0] ?? ''), readItem(other.lines[0] ?? '')];
  if (!first || !second) return null;
  return earlierTick(first, second) === first ? one : other;
}

/** A tick beats none, and the earlier of two stays. An item that one side removed and the other changed stays. */
function settleTick(_: string, { mine, theirs }: UnitSides): Unit | null | undefined {
  return mine && theirs ? joinTicks(theirs, mine) : (theirs ?? mine);
}

/** `2 x Air mover, 3 days @ 45.00 = 270.00` */
const PRICED = /^[ \t]*\d[\d.,]*[ \t]*x[ \t]+([^@,]*[^@,\s])/i;

function pricedUnit(line: string): Unit {
  const name = PRICED.exec(line)?.[1];
  return name === undefined
    ? lineUnit(line)
    : { key: `item:${labelKey(name)}`, lines: [line], value: labelKey(line) };
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
    return { key: value, lines: entry.lines.map((place) => lines[place - 1] ?? ''), value, at: entry.at };
  });
}

/** Returns entries by their times, the newest first where theirs stand so. A line that is no entry stays behind the one before it. */
function byTime(units: readonly Unit[], theirs: readonly Unit[]): Unit[] {
  const timesOf = (some: readonly Unit[]): number[] => some.flatMap(({ at }) => at ?? []);
  const times = timesOf(theirs).length > 1 ? timesOf(theirs) : timesOf(units);
  const newestFirst = (times[0] ?? 0) > (times.at(-1) ?? 0);
  const groups: Unit[][] = [[]];
  for (const unit of units) {
    if (unit.at === undefined) groups.at(-1)?.push(unit);
    else groups.push([unit]);
  }
  const [head = [], ...entries] = groups;
  const sorted = entries.sort(
    ([one], [other]) => ((one?.at ?? 0) - (other?.at ?? 0)) * (newestFirst ? -1 : 1),
  );
  return [head, ...sorted].flat();
}
