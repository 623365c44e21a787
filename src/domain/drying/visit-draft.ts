import { addEntry, type SignedStamp } from '../day/entries.ts';
import { addDrying, type DryingEntry, dayOf, draftEntry, readDrying } from './drying-entries.ts';
import {
  type AirFact,
  DRYING,
  type DryingFact,
  type MoistureFact,
  type Ref,
  type Skip,
  setterKey,
  whoKey,
} from './drying-facts.ts';
import { factKey } from './fact-key.ts';
import { isSetBy } from './labels.ts';
import type { Air } from './psychrometrics.ts';
import { joinTimes } from './timed-readings.ts';
import type { VisitStep } from './visit-steps.ts';
import { writeRef } from './write-facts.ts';

/** A fact of a visit that is not saved yet. A visit that was interrupted has several stamps. */
export interface Given {
  readonly stamp: SignedStamp;
  readonly fact: DryingFact;
}

export function stepFact({ asks, ref }: VisitStep, value: Air | number | Skip): DryingFact {
  return { word: asks === 'air' ? 'air' : 'points', ref, value } as AirFact | MoistureFact;
}

/** The fact of a step, or undefined. */
export function givenFor(given: readonly Given[], step: VisitStep): Given | undefined {
  return given.find((one) => isReadingOf(one, step));
}

/** Without an earlier answer to the same step. */
export function withAnswer(given: readonly Given[], step: VisitStep, answer: Given): Given[] {
  return [...withTemperature(given, step, null).filter((one) => !isReadingOf(one, step)), answer];
}

const MINUTE_MS = 60_000;

/** Each time takes room in the notes, so the numbers of a walk share one, but not for longer than this. */
const SHARED_MS = 15 * MINUTE_MS;

function isNumber({ word }: Pick<DryingFact, 'word'>): boolean {
  return word === 'air' || word === 'points';
}

/**
 * Returns the stamp of a fact that is given now. Only numbers share an earlier one, and only if nothing was entered
 * since: that would count after them.
 * @param entries the job's log
 */
export function stampFor(
  { word }: Pick<DryingFact, 'word'>,
  now: SignedStamp,
  given: readonly Given[],
  entries: readonly DryingEntry[],
): SignedStamp {
  const last = given.at(-1)?.stamp;
  if (!last || last.who !== now.who || last.at > now.at || dayOf(last) !== dayOf(now)) return now;
  const isShared = isNumber({ word }) && !entries.some(({ at }) => last.at < at && at <= now.at);
  return now.at - last.at < (isShared ? SHARED_MS : MINUTE_MS) ? last : now;
}

/** A temperature is kept as a note until its humidity is typed, so that a visit that is left and saved later keeps it. */
const UNFINISHED = 'F without humidity';

/** @param typed null if it is typed again */
export function withTemperature(
  given: readonly Given[],
  step: VisitStep,
  typed: { readonly stamp: SignedStamp; readonly fahrenheit: number } | null,
): Given[] {
  const others = given.filter(({ fact }) => temperatureIn(fact, step) === null);
  if (typed === null) return others;
  const text = writeRef(step.ref) + ` ${typed.fahrenheit}` + UNFINISHED;
  return [...others, { stamp: typed.stamp, fact: { word: 'note', text } }];
}

/** The temperature that was typed for a step whose humidity is still missing, or null. */
export function temperatureFor(given: readonly Given[], step: VisitStep): number | null {
  return given.map(({ fact }) => temperatureIn(fact, step)).find((one) => one !== null) ?? null;
}

function temperatureIn(fact: DryingFact, { ref }: VisitStep): number | null {
  const start = `${writeRef(ref)} `;
  if (!isUnfinished(fact) || !fact.text.startsWith(start)) return null;
  return Number(fact.text.slice(start.length, -UNFINISHED.length));
}

function isUnfinished(fact: DryingFact): fact is Extract<DryingFact, { readonly word: 'note' }> {
  return fact.word === 'note' && fact.text.endsWith(UNFINISHED);
}

function isReadingOf({ stamp, fact }: Given, step: VisitStep): boolean {
  const isPoint = step.asks === 'point';
  if (fact.word === 'removed') return fact.isPoint === isPoint && isMeant(fact.ref, stamp.who, step);
  return fact.word === (isPoint ? 'points' : 'air') && isMeant(fact.ref, stamp.who, step);
}

/** The ref that the step has now may be another: an earlier entry can come in, and a person can change their name. */
function isMeant({ label, by }: Ref, who: string, { of, ref }: VisitStep): boolean {
  if (label !== ref.label) return false;
  if (typeof of === 'string') return true;
  if (by === '' && ref.by === '' && isSetBy(of, who)) return true;
  const key = by === '' ? whoKey(who) : setterKey(by);
  return of.setters.some((setter) => setterKey(setter) === key);
}

/** Few entries: all air in one, all points in one. */
const ORDER: readonly DryingFact['word'][] = [
  'altitude',
  'job',
  'chamber',
  'set',
  'placed',
  'named',
  'changed',
  'air',
  'points',
  'running',
  'correct',
  'removed',
  'dry',
  'reopened',
  'note',
];

export function visitEntries(given: readonly Given[]): DryingEntry[] {
  return groupsOf(given).map(({ stamp, facts }) => draftEntry(stamp, facts));
}

/**
 * The numbers of a day share an entry for air and one for points.
 * @param job all entries of the job
 */
export function writeVisit(notes: string, given: readonly Given[], job: readonly DryingEntry[] = []): string {
  const read = groupsOf(given.filter(({ fact }) => isNumber(fact)));
  const others = groupsOf(given.filter(({ fact }) => !isNumber(fact)));
  const withNumbers = [...new Set(read.map(({ stamp }) => sheetOf(stamp)))].reduce((text, sheet) => {
    const some = read.filter(({ stamp }) => sheetOf(stamp) === sheet);
    return (['air', 'points'] as const).reduce((more, word) => addNumbers(more, some, word), text);
  }, notes);
  return others.reduce((text, { stamp, facts }) => addDrying(text, stamp, facts, job), withNumbers);
}

/** Equal for stamps whose readings can share an entry. */
function sheetOf({ at, offset, who }: SignedStamp): string {
  return [dayOf({ at, offset }), offset, who].join(' ');
}

function addNumbers(notes: string, read: ReturnType<typeof groupsOf>, word: 'air' | 'points'): string {
  const parts = read
    .map(({ stamp, facts }) => ({ stamp, facts: facts.filter((fact) => fact.word === word) }))
    .filter(({ facts }) => facts.length > 0);
  const [first] = parts;
  return first ? addEntry(notes, DRYING, { ...first.stamp, text: joinTimes(parts) }) : notes;
}

function groupsOf(given: readonly Given[]): { readonly stamp: SignedStamp; readonly facts: DryingFact[] }[] {
  const groups = new Map<string, { readonly stamp: SignedStamp; readonly facts: DryingFact[] }>();
  for (const { stamp, fact } of given) {
    const key = `${stamp.at} ${stamp.who}`;
    const group = groups.get(key) ?? { stamp, facts: [] };
    group.facts.push(fact);
    groups.set(key, group);
  }
  const place = ({ word }: DryingFact): number => ORDER.indexOf(word);
  return [...groups.values()]
    .sort((one, other) => one.stamp.at - other.stamp.at)
    .map(({ stamp, facts }) => ({ stamp, facts: facts.sort((one, other) => place(one) - place(other)) }));
}

/** Tells a visit from a form that sets something up. */
export function isVisit(given: readonly Given[]): boolean {
  return given.some(({ fact }) => VISITED.includes(fact.word) || isUnfinished(fact));
}

const VISITED: readonly DryingFact['word'][] = ['air', 'points', 'running', 'removed'];

/** Reads back what `writeVisit` added. */
export function readVisit(before: string, after: string, offsetOf: (at: number) => number): Given[] {
  const givenIn = (text: string): Given[] =>
    readDrying([text], offsetOf).flatMap(({ at, offset, who, facts }) =>
      facts.map((fact) => ({ stamp: { at, offset, who }, fact })),
    );
  const keyOf = ({ stamp, fact }: Given): string => factKey(stamp, fact);
  const known = new Set(givenIn(before).map(keyOf));
  return givenIn(after).filter((one) => !known.has(keyOf(one)));
}
