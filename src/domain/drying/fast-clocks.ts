import type { SignedStamp } from '../day/entries.ts';
import { type DryingFact, setterKey, type UnitFact, whoKey } from './drying-facts.ts';
import { isBilled, topicOf } from './fact-key.ts';
import type { Said } from './read-facts.ts';

const MINUTE_MS = 60_000;

/** Clocks of phones differ by less. */
const USUAL_MS = 5 * MINUTE_MS;

type Entry = SignedStamp & Said;

/**
 * Returns when a fact counts that is said now. A device with a fast clock may have dated what it is about later: an
 * edit or a removal with an earlier time would have no effect.
 * @param seen the job's entries
 */
export function timeAfter(seen: readonly Entry[], { at, who }: SignedStamp, fact: DryingFact): number {
  const topic = topicOf(fact);
  if (topic === null) return at;
  const me = { fact, who };
  const later = seen.flatMap((entry) =>
    entry.at > at && entry.facts.some((one) => isAbout({ fact: one, who: entry.who }, me, topic))
      ? entry
      : [],
  );
  if (later.length === 0) return at;
  const last = Math.max(...later.map((entry) => entry.at));
  // Within a minute, entries count by writer.
  const isBehind = later.every((entry) => entry.at < last || whoKey(entry.who) <= whoKey(who));
  return isBehind ? last : last + MINUTE_MS;
}

interface SaidBy {
  readonly fact: DryingFact;
  readonly who: string;
}

function isAbout(one: SaidBy, other: SaidBy, topic: string): boolean {
  return (
    topicOf(one.fact) === topic &&
    thingOf(one.fact) === thingOf(other.fact) &&
    // Two people may have machines of one label. No bill may change for another one's machine.
    (!isBilled(other.fact) || ownerOf(one) === ownerOf(other))
  );
}

/** A unit and a point can have one label. */
function thingOf(fact: DryingFact): string {
  if (fact.word === 'changed') return fact.of;
  if (fact.word === 'removed') return fact.isPoint ? 'set' : 'placed';
  return fact.word === 'reopened' ? 'dry' : fact.word;
}

/** Of what is billed and of what it is about: all have a label. */
function ownerOf({ fact, who }: SaidBy): string {
  const { by } = (fact as UnitFact).ref;
  return by === '' ? whoKey(who) : setterKey(by);
}

/** @returns the last entry of each writer that is dated after now: that clock or this one is wrong */
export function datedAhead<E extends SignedStamp>(entries: readonly E[], now: number): E[] {
  const ahead = entries.filter(({ at }) => at > now + USUAL_MS);
  return [...new Map(ahead.map((entry) => [whoKey(entry.who), entry])).values()];
}
