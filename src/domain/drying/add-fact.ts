import type { SignedStamp } from '../day/entries.ts';
import { correct, isRevoked, revoke } from './corrections.ts';
import { type DryingFact, NOT_REMOVED, type Ref, type Skip } from './drying-facts.ts';
import type { Placement, Reading } from './drying-log.ts';
import { resolve } from './labels.ts';
import { type Book, type FactOf, itemKey, keyOfAir, listOf, push, type Sums, valueOf } from './sums.ts';

/** @returns false if the fact names what nobody set, or removes what is not there */
export function addFact(fact: DryingFact, stamp: SignedStamp, book: Book, sums: Sums): boolean {
  const { who } = stamp;
  switch (fact.word) {
    case 'chamber':
    case 'note':
      return true;
    case 'altitude':
      sums.altitudes.push({ ...stamp, feet: fact.feet });
      return true;
    case 'set':
      return change(book.sets.get(fact), ({ name }) => {
        const removed = sums.removed.get(name);
        if (removed) push(sums.revoked, itemKey('point', name), { removed, by: stamp });
        sums.removed.set(name, null);
      });
    case 'named':
      return resolve(book.units, fact.ref, who) !== undefined;
    case 'placed':
      return change(book.sets.get(fact), ({ name }) => {
        const chamber = resolve(book.chambers, fact.chamber, who)?.name ?? null;
        place(name, { chamber, count: fact.count, from: stamp, until: null }, sums);
      });
    case 'running':
      return see(fact.ref, stamp, book, sums);
    case 'removed':
      return remove(fact, stamp, book, sums);
    case 'dry':
    case 'reopened':
      return change(resolve(book.chambers, fact.ref, who), ({ name }) =>
        push(sums.statements, name, { ...stamp, isDry: fact.word === 'dry', remark: fact.remark }),
      );
    case 'air':
      return change(keyOfAir(fact.ref, who, book), (key) =>
        push(sums.airs, key, readingOf(fact.value, stamp)),
      );
    case 'points':
      return change(resolve(book.points, fact.ref, who), ({ name }) =>
        push(sums.moistures, name, readingOf(fact.value, stamp)),
      );
    case 'correct':
      return fact.value === NOT_REMOVED
        ? isRevoked(fact, book, sums)
        : correct({ ...fact, value: fact.value }, stamp, book, sums);
  }
}

/** @returns false if there is nothing to change */
function change<Item>(item: Item | null | undefined, by: (item: Item) => void): boolean {
  if (item) by(item);
  return Boolean(item);
}

function readingOf<Value>(value: Value | Skip, stamp: SignedStamp): Reading<Value> {
  return { ...stamp, ...valueOf(value), corrections: [] };
}

/** Placed again, it was moved, or there are more or fewer of it. */
function place(name: string, placement: Placement, { placements }: Sums): void {
  const before = listOf(placements, name);
  const now = before.find(({ until }) => until === null);
  if (now?.chamber === placement.chamber && now.count === placement.count) return;
  placements.set(name, [...ended(before, placement.from), placement]);
}

function ended(placements: readonly Placement[], stamp: SignedStamp): Placement[] {
  return placements.map((one) => (one.until === null ? { ...one, until: stamp } : one));
}

function isRunning(name: string, { placements }: Sums): boolean {
  return listOf(placements, name).some(({ until }) => until === null);
}

function see(ref: Ref | null, stamp: SignedStamp, { units }: Book, sums: Sums): boolean {
  const meant = ref ? [resolve(units, ref, stamp.who)] : units;
  const running = meant.flatMap((unit) => (unit && isRunning(unit.name, sums) ? unit.name : []));
  for (const name of running) push(sums.seen, name, stamp);
  return running.length > 0;
}

function remove(
  { ref, isPoint }: FactOf<'removed'>,
  stamp: SignedStamp,
  { units, points }: Book,
  sums: Sums,
): boolean {
  const unit = isPoint ? undefined : resolve(units, ref, stamp.who);
  if (unit && revoke('unit', unit.name, stamp, sums)) return true;
  if (unit && isRunning(unit.name, sums)) {
    sums.placements.set(unit.name, ended(listOf(sums.placements, unit.name), stamp));
    return true;
  }
  const point = unit ? undefined : resolve(points, ref, stamp.who);
  if (!point || !sums.removed.has(point.name)) return false;
  if (!revoke('point', point.name, stamp, sums))
    sums.removed.set(point.name, sums.removed.get(point.name) ?? stamp);
  return true;
}
