import { addEntry, entriesAmong, LOG, type SignedStamp, writeStamp } from '../day/entries.ts';
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
  /** Others are there because they are written as the app writes them. */
  readonly isInBlock: boolean;
}

/**
 * Reads the entries of the block. Others may stand elsewhere: another program moved them, or the block lost its heading.
 * Those count that cannot be prose. The others say nothing, and are shown.
 * @param texts the notes of a job's work orders
 * @returns each entry once, oldest first
 */
export function readDrying(texts: readonly string[], offsetOf: (at: number) => number): DryingEntry[] {
  const entries = new Map<string, DryingEntry>();
  // Sorted, because a person's entries of one minute count in the order of their lines, on each device the same.
  for (const text of [...texts].sort()) {
    for (const entry of entriesIn(text, offsetOf)) {
      const key = entryKey(entry);
      if (!entries.get(key)?.isInBlock) entries.set(key, entry);
    }
  }
  return inOrder([...entries.values()]);
}

/** Equal for one entry that two texts have. */
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

/** The lines, outside the block, of all that is written as the app writes it and stands with what cannot be prose. */
function placesAmongReadings(found: readonly FoundEntry[]): Set<number> {
  const written = found.filter(({ entry }) => !entry.isInBlock && isAppWritten(entry));
  const all = new Set(written.flatMap(({ places }) => places));
  const among = new Set(written.filter(({ entry }) => isUnmistakable(entry)).flatMap(({ places }) => places));
  // A set also goes through what is added meanwhile.
  for (const place of among) for (const next of [place - 1, place + 1]) if (all.has(next)) among.add(next);
  return among;
}

function isAppWritten({ facts, isWhole, text }: DryingEntry): boolean {
  return isWhole && writeFacts(facts).join() === oneLine(text);
}

/** 'Set D1 to high' in the log is no moisture point, and 'removed D1' there ends no equipment days. */
function isUnmistakable(entry: DryingEntry): boolean {
  return entry.facts.some(hasFigure) && isAppWritten(entry);
}

/** True if its text has a form that prose does not have. */
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
 * Leaves out equal facts: other programs split and join lines, and equipment would count twice. Those of the block stay,
 * because the block shows what was not understood.
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

/** An entry that is not saved yet, to show its effect with `foldDrying`. */
export function draftEntry(stamp: SignedStamp, facts: readonly DryingFact[]): DryingEntry {
  return { ...stamp, facts, isWhole: true, text: writeFacts(facts).join('\n'), isInBlock: true };
}

/** Entries of one minute go by writer, so that their order does not depend on the order of the texts. */
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
 * @param job all entries of the job, whose log is that of several work orders
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

/** The calendar day where the entry was written. */
export function dayOf({ at, offset }: Pick<SignedStamp, 'at' | 'offset'>): string {
  return writeStamp({ at, offset }).slice(0, 10);
}
