import type { SignedStamp } from '../day/entries.ts';
import { addDrying, type DryingEntry, draftEntry, factKey, readDrying } from './drying-entries.ts';
import type { AirFact, DryingFact, MoistureFact, Ref, Skip } from './drying-facts.ts';
import type { Air } from './psychrometrics.ts';
import type { VisitStep } from './visit-steps.ts';

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
  return given.find(({ fact }) => isReadingOf(fact, step));
}

/** Without an earlier answer to the same step. */
export function withAnswer(given: readonly Given[], step: VisitStep, answer: Given): Given[] {
  return [...given.filter(({ fact }) => !isReadingOf(fact, step)), answer];
}

function isReadingOf(fact: DryingFact, { asks, ref, of }: VisitStep): boolean {
  if (fact.word === 'removed') {
    const isPoint = asks === 'point';
    return typeof of !== 'string' && fact.isPoint === isPoint && sameRef(fact.ref, ref);
  }
  return fact.word === (asks === 'air' ? 'air' : 'points') && sameRef(fact.ref, ref);
}

function sameRef(one: Ref, other: Ref): boolean {
  return one.label === other.label && one.by === other.by;
}

/** Few entries: all air in one, all points in one. */
const ORDER: readonly DryingFact['word'][] = [
  'altitude',
  'chamber',
  'set',
  'placed',
  'air',
  'points',
  'running',
  'correct',
  'removed',
  'dry',
  'note',
];

export function visitEntries(given: readonly Given[]): DryingEntry[] {
  return groupsOf(given).map(({ stamp, facts }) => draftEntry(stamp, facts));
}

export function writeVisit(notes: string, given: readonly Given[]): string {
  return groupsOf(given).reduce((text, { stamp, facts }) => addDrying(text, stamp, facts), notes);
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
  return given.some(({ fact: { word } }) => VISITED.includes(word));
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
