import { type SignedStamp, writeStamp } from '../day/entries.ts';
import { type DryingFact, NOT_REMOVED, type Skip, whoKey } from './drying-facts.ts';
import type { Correction, Reading } from './drying-log.ts';
import {
  type FactOf,
  type ItemKind,
  isSkip,
  itemKey,
  type JobHistory,
  type JobSetUp,
  keyOfAir,
  listOf,
  push,
  valueOf,
} from './job-history.ts';
import { type Named, refTo, resolve } from './labels.ts';
import type { Air } from './psychrometrics.ts';
import { reading } from './write-facts.ts';

/** Returns the fact that takes back a removal. */
export function notRemoved(items: readonly Named[], item: Named, removed: SignedStamp): DryingFact {
  const [day = '', clock = ''] = writeStamp(removed).split(' ');
  const { who } = removed;
  return { word: 'correct', day, clock, who, ref: refTo(items, item, who), value: NOT_REMOVED };
}

/** Tells removals apart by minute, person and item. */
export function removalKey(moment: string, who: string, item: string): string {
  return [moment, whoKey(who), item].join('\n');
}

export function momentOf(stamp: SignedStamp): string {
  return writeStamp(stamp).slice(0, 16);
}

/** Must be known before removals are added: a unit whose removal was a mistake ran on. */
export function takenBackRemovals(
  facts: readonly { readonly fact: DryingFact; readonly stamp: SignedStamp }[],
  setUp: JobSetUp,
): Map<string, SignedStamp> {
  const takenBack = new Map<string, SignedStamp>();
  for (const { fact, stamp } of facts) {
    if (fact.word !== 'correct' || fact.value !== NOT_REMOVED) continue;
    for (const item of itemsNamed(fact, setUp)) {
      const key = removalKey(`${fact.day} ${fact.clock}`, fact.who, item);
      if (!takenBack.has(key)) takenBack.set(key, stamp);
    }
  }
  return takenBack;
}

function itemsNamed({ ref, who }: FactOf<'correct'>, { units, points }: JobSetUp): string[] {
  const [unit, point] = [resolve(units, ref, who), resolve(points, ref, who)];
  return [...(unit ? [itemKey('unit', unit.name)] : []), ...(point ? [itemKey('point', point.name)] : [])];
}

/** @returns false if the removal counts */
export function revoke(kind: ItemKind, name: string, stamp: SignedStamp, history: JobHistory): boolean {
  const item = itemKey(kind, name);
  const by = history.takenBack.get(removalKey(momentOf(stamp), stamp.who, item));
  if (by) push(history.revoked, item, { removed: stamp, by });
  return by !== undefined;
}

export function isRevoked(fact: FactOf<'correct'>, setUp: JobSetUp, { revoked }: JobHistory): boolean {
  return itemsNamed(fact, setUp).some((item) =>
    listOf(revoked, item).some(({ removed }) => isEntryOf(fact, removed)),
  );
}

export function isEntryOf({ day, clock, who }: FactOf<'correct'>, stamp: SignedStamp): boolean {
  return momentOf(stamp) === `${day} ${clock}` && whoKey(stamp.who) === whoKey(who);
}

interface ValueCorrection extends FactOf<'correct'> {
  readonly value: Air | number | Skip;
}

/**
 * Replaces the value of a reading in the entries of that minute and writer. If there are several, it is the one that
 * the correction names, else the last one: that one counts for the day.
 */
export function correct(
  fact: ValueCorrection,
  by: SignedStamp,
  setUp: JobSetUp,
  { airs, moistures }: JobHistory,
): boolean {
  const replaced = <Value extends Air | number>(
    lists: Map<string, Reading<Value>[]>,
    key: string | null | undefined,
    value: Value | Skip,
  ): boolean => {
    const list = key ? listOf(lists, key) : [];
    const wrong = list.filter((read) => isEntryOf(fact, read) && isNamed(fact, read)).at(-1);
    if (!key || !wrong) return false;
    lists.set(
      key,
      list.map((read) => (read === wrong ? corrected(read, value, by) : read)),
    );
    return true;
  };
  const { value, instead } = fact;
  const point = resolve(setUp.points, fact.ref, fact.who)?.name;
  const air = keyOfAir(fact.ref, fact.who, setUp);
  if (!isSkip(value))
    return typeof value === 'number' ? replaced(moistures, point, value) : replaced(airs, air, value);
  const isOfPoint = typeof instead !== 'object' && replaced(moistures, point, value);
  return isOfPoint || (typeof instead !== 'number' && replaced(airs, air, value));
}

/** Corrections name a reading by what it was at first: it may have been corrected since. */
function isNamed({ instead }: ValueCorrection, read: Reading<Air | number>): boolean {
  return instead === undefined || reading(instead) === reading(firstOf(read));
}

/** Returns the value before all corrections. */
export function firstOf({ corrections, ...last }: Reading<Air | number>): Air | number | Skip {
  const { value, skip } = corrections[0]?.was ?? last;
  return (value ?? skip) as Air | number | Skip;
}

function corrected<Value>(reading: Reading<Value>, to: Value | Skip, by: SignedStamp): Reading<Value> {
  const { value, skip, corrections } = reading;
  const correction: Correction<Value> = { ...by, was: { value, skip } };
  return { ...reading, ...valueOf(to), corrections: [...corrections, correction] };
}
