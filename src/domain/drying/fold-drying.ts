import type { SignedStamp } from '../day/entries.ts';
import { addFact } from './add-fact.ts';
import { chamberOf, isUncertain, ownChambers, roomIn } from './chamber-of.ts';
import { takenBackRemovals } from './corrections.ts';
import { type DryingEntry, inOrder, withFactsOnce } from './drying-entries.ts';
import type { ChangeFact, DryingFact, NameFact } from './drying-facts.ts';
import type { DryingLog, DryingNote, Point, Unit } from './drying-log.ts';
import { airKey, type FactOf, itemKey, type JobHistory, type JobSetUp, listOf } from './job-history.ts';
import { type Definition, defineAll } from './labels.ts';
import { rightCounts } from './recounts.ts';

/**
 * Adds up entries. What a label means does not depend on when it was set: within one minute, a reading may come before.
 * @param given in any order
 */
export function foldDrying(given: readonly DryingEntry[]): DryingLog {
  const entries = withFactsOnce(inOrder(given));
  const setUp = setUpOf(entries);
  const history: JobHistory = {
    airs: new Map(),
    moistures: new Map(),
    placements: new Map(),
    seen: new Map(),
    removed: new Map(),
    takenBack: takenBackRemovals(factsOf(entries), setUp),
    rightCounts: rightCounts(factsOf(entries), setUp),
    recounts: new Map(),
    revoked: new Map(),
    statements: new Map(),
    altitudes: [],
    jobFacts: [],
  };
  const loose = new Set<DryingEntry>();
  for (const { entry, fact, stamp } of inCountingOrder(entries, setUp))
    if (!addFact(fact, stamp, setUp, history)) loose.add(entry);
  return {
    altitude: history.altitudes.at(-1)?.feet ?? 0,
    altitudes: history.altitudes,
    jobFacts: history.jobFacts,
    places: {
      out: listOf(history.airs, airKey('out')),
      un: listOf(history.airs, airKey('un')),
      hvac: listOf(history.airs, airKey('hvac')),
    },
    chambers: setUp.chambers.map((chamber) => {
      const statements = listOf(history.statements, chamber.name);
      const last = statements.at(-1);
      return {
        ...chamber,
        readings: listOf(history.airs, airKey('chamber', chamber.name)),
        statements,
        dry: last?.isDry ? last : null,
      };
    }),
    points: setUp.points.map((point) => pointOf(point, setUp, history)),
    units: setUp.units.map((unit) => unitOf(unit, history)),
    notes: entries.flatMap((entry) => notesIn(entry, loose.has(entry))),
  };
}

function setUpOf(entries: readonly DryingEntry[]): JobSetUp {
  const facts = factsOf(entries);
  const chambers = defineAll(settingsOf(facts, 'chamber'));
  const points = defineAll(settingsOf(facts, 'set'), {
    chamberOf: (fact, setter) => chamberOf(fact, setter, chambers.items)?.name,
    mayBeAnother: (fact, who) => isUncertain(fact, who, chambers.items),
  });
  const units = defineAll(settingsOf(facts, 'placed'), {
    mayBeAnother: ({ chamber }, who) =>
      chamber.by === '' && ownChambers(chamber.label, who, chambers.items).length > 1,
  });
  return {
    chambers: chambers.items,
    points: points.items,
    units: units.items,
    sets: new Map([...chambers.sets, ...points.sets, ...units.sets]),
  };
}

interface StampedFact {
  readonly entry: DryingEntry;
  readonly fact: DryingFact;
  readonly stamp: SignedStamp;
}

function factsOf(entries: readonly DryingEntry[]): StampedFact[] {
  return entries.flatMap((entry) => entry.facts.map((fact) => ({ entry, fact, stamp: stampOf(entry) })));
}

type Setting<Word extends ChangeFact['of']> = FactOf<Word> | ChangeFact | NameFact;

function settingsOf<Word extends ChangeFact['of']>(
  facts: readonly StampedFact[],
  word: Word,
): Definition<Setting<Word>>[] {
  const isSetting = (fact: DryingFact): fact is Setting<Word> =>
    fact.word === word ||
    (fact.word === 'changed' && fact.of === word) ||
    (fact.word === 'named' && word === 'placed');
  return facts.flatMap(({ fact, stamp }) => (isSetting(fact) ? { fact, stamp } : []));
}

/**
 * By time, then by line. But within one minute, nothing is read or removed before it was first set or placed.
 * Corrections come last, because one may carry an earlier time than its reading.
 */
function inCountingOrder(entries: readonly DryingEntry[], { sets }: JobSetUp): StampedFact[] {
  const place = ({ fact }: StampedFact): number => (sets.get(fact)?.isFirst ? 0 : 1);
  const all = factsOf(entries).sort(
    (one, other) => one.entry.at - other.entry.at || place(one) - place(other),
  );
  const isCorrection = ({ fact }: StampedFact): boolean => fact.word === 'correct';
  return [...all.filter((one) => !isCorrection(one)), ...all.filter(isCorrection)];
}

function stampOf({ at, offset, who }: SignedStamp): SignedStamp {
  return { at, offset, who };
}

function pointOf(point: JobSetUp['points'][number], { chambers }: JobSetUp, history: JobHistory): Point {
  const chamber = chamberOf(point.fact, point.by, chambers);
  return {
    ...point,
    chamber: chamber?.name ?? null,
    room: roomIn(chamber?.fact.rooms ?? [], point.fact.place),
    readings: listOf(history.moistures, point.name),
    removed: history.removed.get(point.name) ?? null,
    revoked: listOf(history.revoked, itemKey('point', point.name)),
  };
}

/** Its placements say how many there are: not all that was said of it counts. */
function unitOf(unit: JobSetUp['units'][number], history: JobHistory): Unit {
  const placements = listOf(history.placements, unit.name);
  return {
    ...unit,
    fact: { ...unit.fact, count: placements.at(-1)?.count ?? 1 },
    placements,
    readings: listOf(history.airs, airKey('unit', unit.name)),
    seen: listOf(history.seen, unit.name),
    revoked: listOf(history.revoked, itemKey('unit', unit.name)),
    recounts: listOf(history.recounts, unit.name),
  };
}

/** Returns a note's text, and the whole text of an entry that was not understood. */
function notesIn(entry: DryingEntry, isLoose: boolean): DryingNote[] {
  if (isLoose || !entry.isWhole) return [{ ...stampOf(entry), text: entry.text }];
  return entry.facts.flatMap((fact) => (fact.word === 'note' ? { ...stampOf(entry), text: fact.text } : []));
}
