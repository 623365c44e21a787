import {
  addEntry,
  entriesAmong,
  LOG,
  localOffset,
  type SignedStamp,
  type Stamp,
  writeStamp,
} from '../day/entries.ts';
import { readJob } from '../day/job.ts';
import { bareLines, linesWithin, oneLine, sameLabel } from '../day/text-blocks.ts';
import type { WorkOrder } from '../work-order.ts';
import { countingTimes } from './counting-time.ts';
import { DRYING, type DryingFact, whoKey } from './drying-facts.ts';
import { factKey } from './fact-key.ts';
import { readFacts, type Said } from './read-facts.ts';
import { splitTimes } from './timed-readings.ts';
import { writeFacts } from './write-facts.ts';

export interface DryingEntry extends SignedStamp, Said {
  readonly text: string;
  /** False for an entry elsewhere in the notes. It is written as the app writes entries. */
  readonly isInBlock: boolean;
}

/**
 * Reads the entries of the block, and those elsewhere in the notes: another program may have moved them, or the block
 * may have lost its heading. An entry outside the block that could be prose has no facts, and is only shown.
 * @param texts the notes of a job's work orders
 * @returns each entry once, oldest first
 */
export function readDrying(texts: readonly string[], offsetOf: (at: number) => number): DryingEntry[] {
  const entries = new Map<string, DryingEntry>();
  // Sorted, so that a person's entries of one minute count in the same order on each device.
  for (const text of [...texts].sort()) {
    for (const entry of entriesIn(text, offsetOf)) {
      const key = entryKey(entry);
      if (!entries.get(key)?.isInBlock) entries.set(key, entry);
    }
  }
  return inOrder([...entries.values()]);
}

/** Returns the same key for copies of an entry in two texts. */
function entryKey({ at, who, text }: DryingEntry): string {
  return [at, whoKey(who), text].join('\n');
}

const NOTHING: Said = { facts: [], isWhole: false };

interface FoundEntry {
  readonly entry: DryingEntry;
  readonly places: readonly number[];
}

function entriesIn(text: string, offsetOf: (at: number) => number): DryingEntry[] {
  const placesOf = (block: string): Set<number> => new Set(linesWithin(text, block).map(({ at }) => at));
  const [within, log] = [placesOf(DRYING), placesOf(LOG)];
  const lines = bareLines(text).map((line, at) => ({ line, at }));
  const found = entriesAmong(lines, offsetOf).flatMap(({ lines: places, ...entry }) => {
    const isInBlock = places.some((place) => within.has(place));
    return splitTimes(entry).map(({ at, text: said }) => ({
      entry: { ...entry, at, text: said, isInBlock, ...(readFacts(said) ?? NOTHING) },
      places,
    }));
  });
  const among = placesAmongReadings(found);
  return found.flatMap(({ entry, places }) => {
    if (entry.isInBlock || isUnmistakable(entry)) return entry;
    const isLogged = places.some((place) => log.has(place) && !among.has(place));
    return isLogged || !isAppWritten(entry) ? [] : { ...entry, ...NOTHING };
  });
}

/** Returns the lines outside the block that are written as the app writes them, next to ones that cannot be prose. */
function placesAmongReadings(found: readonly FoundEntry[]): Set<number> {
  const written = found.filter(({ entry }) => !entry.isInBlock && isAppWritten(entry));
  const all = new Set(written.flatMap(({ places }) => places));
  const among = new Set(written.filter(({ entry }) => isUnmistakable(entry)).flatMap(({ places }) => places));
  // The loop also visits the lines that it adds.
  for (const place of among) for (const next of [place - 1, place + 1]) if (all.has(next)) among.add(next);
  return among;
}

function isAppWritten({ facts, isWhole, text }: DryingEntry): boolean {
  return isWhole && writeFacts(facts).join() === oneLine(text);
}

/** A person may write 'Set D1 to high' or 'removed D1' in the log. That sets no point, and ends no equipment days. */
function isUnmistakable(entry: DryingEntry): boolean {
  return entry.facts.some(hasFigure) && isAppWritten(entry);
}

/** Returns true if the fact is written in a form that prose does not have. */
function hasFigure(fact: DryingFact): boolean {
  switch (fact.word) {
    case 'air':
    case 'points':
      return typeof fact.value !== 'string';
    case 'chamber':
      return fact.lossClass !== null || fact.cubicFeet !== null;
    case 'correct':
    case 'changed':
    case 'altitude':
    case 'job':
      return true;
    default:
      return false;
  }
}

/** @returns true if a text has all facts of an entry, in whatever lines; false for an entry without facts */
export function saysAll(text: string, entry: string): boolean {
  const keysIn = (one: string): string[] =>
    readDrying([one], () => 0).flatMap((said) => said.facts.map((fact) => factKey(said, fact)));
  const [wanted, there] = [keysIn(`--- ${DRYING} ---\n${entry}`), new Set(keysIn(text))];
  return wanted.length > 0 && wanted.every((key) => there.has(key));
}

/**
 * Leaves out repeated facts: other programs split and join lines, so equipment would count twice. Of two equal facts,
 * keeps the one in the block, because the block also shows what was not understood.
 */
export function withFactsOnce(entries: readonly DryingEntry[]): DryingEntry[] {
  const known = new Set<string>();
  const isNew = (key: string): boolean => known.size < known.add(key).size;
  return entries
    .map((entry, place) => ({ entry, place }))
    .sort((one, other) => Number(other.entry.isInBlock) - Number(one.entry.isInBlock))
    .map(({ entry, place }) => {
      // Copies, so that each fact is an object of its own.
      const facts = entry.facts.filter((fact) => isNew(factKey(entry, fact))).map((fact) => ({ ...fact }));
      const isCopy = facts.length === 0 && entry.facts.length > 0 && entry.isWhole;
      return { entry: { ...entry, facts }, place, isCopy };
    })
    .sort((one, other) => one.place - other.place)
    .flatMap(({ entry, isCopy }) => (isCopy ? [] : entry));
}

/** Returns an unsaved entry, so that `foldDrying` can show its effect. */
export function draftEntry(stamp: SignedStamp, facts: readonly DryingFact[]): DryingEntry {
  return { ...stamp, facts, isWhole: true, text: writeFacts(facts).join('\n'), isInBlock: true };
}

/** Sorts by time, and within a minute by writer, so that the order of the texts does not matter. */
export function inOrder(entries: readonly DryingEntry[]): DryingEntry[] {
  return entries
    .map((entry) => ({ entry, who: whoKey(entry.who) }))
    .sort((one, other) => one.entry.at - other.entry.at || compare(one.who, other.who))
    .map(({ entry }) => entry);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Adds entries; never changes one.
 * @param job all entries of the job, which may be in several work orders
 */
export function addDrying(
  notes: string,
  stamp: SignedStamp,
  facts: readonly DryingFact[],
  job: readonly DryingEntry[] = [],
): string {
  const own = readDrying([notes], () => stamp.offset);
  const known = new Set(own.map(entryKey));
  const elsewhere = job.filter((entry) => !known.has(entryKey(entry)));
  const times = countingTimes(own, stamp, facts, elsewhere);
  return [...new Set(times)].reduce((text, at) => {
    const said = writeFacts(facts.filter((_, n) => times[n] === at));
    return said.reduce((more, one) => addEntry(more, DRYING, { ...stamp, at, text: one }), text);
  }, notes);
}

/**
 * Returns the notes of all work orders that name the same project of the customer: visits are often work orders of
 * their own.
 */
export function jobNotes(
  own: Pick<WorkOrder, 'customer' | 'notes'>,
  all: readonly Pick<WorkOrder, 'customer' | 'notes'>[],
): string[] {
  const { project } = readJob(own.notes);
  const others = all.filter(
    ({ customer, notes }) =>
      project !== '' && customer === own.customer && sameLabel(readJob(notes).project, project),
  );
  return [own.notes, ...others.map(({ notes }) => notes)];
}

/** Returns the calendar day at the place where the entry was written. */
export function dayOf({ at, offset }: Pick<SignedStamp, 'at' | 'offset'>): string {
  return writeStamp({ at, offset }).slice(0, 10);
}

/** Returns a later moment at the place of a stamp, whose clock changes for the summer when this device's does. */
export function stampLater({ at, offset }: Stamp, later: number): Stamp {
  return { at: later, offset: offset + localOffset(later) - localOffset(at) };
}
