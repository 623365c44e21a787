import type { SignedStamp } from '../day/entries.ts';
import { addDrying, type DryingEntry } from './drying-entries.ts';
import { type DryingFact, type UnitFact, whoKey } from './drying-facts.ts';
import type { Unit } from './drying-log.ts';
import { isBilled, topicOf } from './fact-key.ts';
import { foldDrying } from './fold-drying.ts';
import { isSetBy, resolve } from './labels.ts';

const MINUTE_MS = 60_000;

/** In ms. The clocks of phones usually differ by less. */
const USUAL_MS = 5 * MINUTE_MS;

/**
 * Returns the time at which a new fact counts, usually now. A device with a fast clock may have given a later time to
 * the entries that the fact is about. Then an edit or a removal with the present time would have no effect.
 * @param seen the job's entries
 */
export function timeAfter(seen: readonly DryingEntry[], { at, who }: SignedStamp, fact: DryingFact): number {
  const later = stampsAbout(seen, who, fact).filter((one) => one.at > at);
  if (later.length === 0) return at;
  const last = Math.max(...later.map((one) => one.at));
  // Within a minute, entries count by writer.
  const isBehind = later.every((one) => one.at < last || whoKey(one.who) <= whoKey(who));
  return isBehind ? last : last + MINUTE_MS;
}

function stampsAbout(seen: readonly DryingEntry[], who: string, fact: DryingFact): SignedStamp[] {
  const topic = topicOf(fact);
  if (topic === null) return [];
  const isAbout = (one: DryingFact): boolean => topicOf(one) === topic && thingOf(one) === thingOf(fact);
  if (!isBilled(fact) || thingOf(fact) !== 'placed') return seen.filter(({ facts }) => facts.some(isAbout));
  const { units } = foldDrying(seen);
  const unit = unitOf(units, fact, who);
  const placed = (unit?.placements ?? []).flatMap(({ from, until }) => (until ? [from, until] : [from]));
  // An entry that had no effect so far may start or end a stay once this fact comes before it.
  const said = seen.filter((entry) =>
    entry.facts.some((one) => isAbout(one) && unitOf(units, one, entry.who) === unit),
  );
  return unit ? [...placed, ...said] : [];
}

/** Two people may have machines with the same label. A fact must not change the bill of the other person's machine. */
function unitOf(units: readonly Unit[], fact: DryingFact, who: string): Unit | undefined {
  // Every fact about a unit has a label.
  const { ref } = fact as UnitFact;
  const own = units.filter((unit) => ref.by !== '' || isSetBy(unit, who));
  return resolve(own, ref, who);
}

/** Tells a unit from a point, which may have the same label. */
function thingOf(fact: DryingFact): string {
  if (fact.word === 'changed') return fact.of;
  if (fact.word === 'removed') return fact.isPoint ? 'set' : 'placed';
  return fact.word === 'reopened' ? 'dry' : fact.word;
}

/** Adds facts that a person enters now, having seen all entries of the job. */
export function sayNow(
  notes: string,
  stamp: SignedStamp,
  facts: readonly DryingFact[],
  job: readonly DryingEntry[],
): string {
  const times = facts.map((fact) => timeAfter(job, stamp, fact));
  return [...new Set(times)].reduce((text, at) => {
    const said = facts.filter((_, n) => times[n] === at);
    return addDrying(text, { ...stamp, at }, said, job);
  }, notes);
}

/** @returns the last entry of each writer that is dated after now: that clock or this one is wrong */
export function datedAhead<E extends SignedStamp>(entries: readonly E[], now: number): E[] {
  const ahead = entries.filter(({ at }) => at > now + USUAL_MS);
  return [...new Map(ahead.map((entry) => [whoKey(entry.who), entry])).values()];
}
