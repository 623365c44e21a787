import type { SignedStamp } from '../day/entries.ts';
import { labelKey } from '../day/text-blocks.ts';
import { addFact, airKey, type Book, type FactOf, listOf, type Sums } from './add-fact.ts';
import { type DryingEntry, inOrder, withFactsOnce } from './drying-entries.ts';
import type { DryingFact } from './drying-facts.ts';
import type { DryingLog, DryingNote, Point } from './drying-log.ts';
import { type Definition, defineAll, resolve } from './labels.ts';

/**
 * Adds up entries. What a label means does not depend on when it was set: within one minute, a reading may come before.
 * @param given in any order
 */
export function foldDrying(given: readonly DryingEntry[]): DryingLog {
  const entries = withFactsOnce(inOrder(given));
  const book = bookOf(entries);
  const sums: Sums = {
    airs: new Map(),
    moistures: new Map(),
    placements: new Map(),
    seen: new Map(),
    removed: new Map(),
    dry: new Map(),
    altitude: 0,
  };
  const loose = new Set<DryingEntry>();
  // Readings first, because a correction may carry an earlier time than its reading.
  for (const isCorrecting of [false, true])
    for (const entry of entries)
      for (const fact of entry.facts) {
        if ((fact.word === 'correct') !== isCorrecting) continue;
        if (!addFact(fact, stampOf(entry), book, sums)) loose.add(entry);
      }
  return {
    altitude: sums.altitude,
    places: {
      out: listOf(sums.airs, airKey('out')),
      un: listOf(sums.airs, airKey('un')),
      hvac: listOf(sums.airs, airKey('hvac')),
    },
    chambers: book.chambers.map((chamber) => ({
      ...chamber,
      readings: listOf(sums.airs, airKey('chamber', chamber.name)),
      dry: sums.dry.get(chamber.name) ?? null,
    })),
    points: book.points.map((point) => pointOf(point, book, sums)),
    units: book.units.map((unit) => ({
      ...unit,
      placements: listOf(sums.placements, unit.name),
      readings: listOf(sums.airs, airKey('unit', unit.name)),
      seen: listOf(sums.seen, unit.name),
    })),
    notes: entries.flatMap((entry) => notesIn(entry, loose.has(entry))),
  };
}

function bookOf(entries: readonly DryingEntry[]): Book {
  return {
    chambers: defineAll(ofWord(entries, 'chamber')),
    points: defineAll(ofWord(entries, 'set')),
    units: defineAll(ofWord(entries, 'placed')),
  };
}

function ofWord<Word extends DryingFact['word']>(
  entries: readonly DryingEntry[],
  word: Word,
): Definition<FactOf<Word>>[] {
  const isOfWord = (fact: DryingFact): fact is FactOf<Word> => fact.word === word;
  return entries.flatMap((entry) =>
    entry.facts.filter(isOfWord).map((fact) => ({ fact, stamp: stampOf(entry) })),
  );
}

function stampOf({ at, offset, who }: SignedStamp): SignedStamp {
  return { at, offset, who };
}

function pointOf(point: Book['points'][number], { chambers }: Book, sums: Sums): Point {
  const letters = { label: point.label.replace(/\d+$/, ''), by: '' };
  const chamber = resolve(chambers, letters, point.by);
  const place = labelKey(point.fact.place);
  const rooms = chamber?.fact.rooms.filter((room) => place.startsWith(labelKey(room))) ?? [];
  return {
    ...point,
    chamber: chamber?.name ?? null,
    room: rooms.sort((one, other) => other.length - one.length)[0] ?? '',
    readings: listOf(sums.moistures, point.name),
    removed: sums.removed.get(point.name) ?? null,
  };
}

/** Returns a note's text, and the whole text of an entry that was not understood. */
function notesIn(entry: DryingEntry, isLoose: boolean): DryingNote[] {
  if (!entry.isInBlock) return [];
  if (isLoose || !entry.isWhole) return [{ ...stampOf(entry), text: entry.text }];
  return entry.facts.flatMap((fact) => (fact.word === 'note' ? { ...stampOf(entry), text: fact.text } : []));
}
