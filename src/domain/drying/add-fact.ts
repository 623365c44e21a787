import type { SignedStamp } from '../day/entries.ts';
import { chamberOfSetter } from './chamber-of.ts';
import { correct, isRevoked, revoke } from './corrections.ts';
import {
  type DryingFact,
  isRightCount,
  NOT_REMOVED,
  personOf,
  type Ref,
  type Skip,
  whoKey,
} from './drying-facts.ts';
import type { Placement, Reading } from './drying-log.ts';
import {
  type FactOf,
  itemKey,
  type JobHistory,
  type JobSetUp,
  keyOfAir,
  listOf,
  push,
  valueOf,
} from './job-history.ts';
import { resolve } from './labels.ts';
import { isRecounted, rightCount } from './recounts.ts';

/** @returns false if the fact names what nobody set, or removes or counts what is not there */
export function addFact(fact: DryingFact, stamp: SignedStamp, setUp: JobSetUp, history: JobHistory): boolean {
  const { who } = stamp;
  switch (fact.word) {
    case 'chamber':
    case 'note':
      return true;
    case 'altitude':
      history.altitudes.push({ ...stamp, feet: fact.feet });
      return true;
    case 'job':
      history.jobFacts.push({ ...stamp, name: fact.name, value: fact.value });
      return true;
    case 'set':
      return change(setUp.sets.get(fact), ({ name }) => {
        const removed = history.removed.get(name);
        if (removed) push(history.revoked, itemKey('point', name), { removed, by: stamp });
        history.removed.set(name, null);
      });
    case 'named':
      return setUp.sets.has(fact);
    case 'changed': {
      const item = setUp.sets.get(fact);
      return item !== undefined && edit(item.name, fact, stamp, setUp, history);
    }
    case 'placed':
      return change(setUp.sets.get(fact), ({ name }) => {
        const chamber = chamberOfUnit(name, fact, who, setUp)?.name ?? null;
        const count = rightCount(name, fact.count, stamp, history);
        if (count > 0) place(name, { chamber, count, from: stamp, until: null }, history);
      });
    case 'running':
      return noteRunning(fact.ref, stamp, setUp, history);
    case 'removed':
      return remove(fact, stamp, setUp, history);
    case 'dry':
    case 'reopened':
      return change(resolve(setUp.chambers, fact.ref, who), ({ name }) =>
        push(history.statements, name, { ...stamp, isDry: fact.word === 'dry', remark: fact.remark }),
      );
    case 'air':
      return change(keyOfAir(fact.ref, who, setUp), (key) =>
        push(history.airs, key, readingOf(fact.value, stamp)),
      );
    case 'points':
      return change(resolve(setUp.points, fact.ref, who), ({ name }) =>
        push(history.moistures, name, readingOf(fact.value, stamp)),
      );
    case 'correct':
      if (fact.value === NOT_REMOVED) return isRevoked(fact, setUp, history);
      if (isRightCount(fact.value)) return isRecounted(fact, setUp, history);
      return correct({ ...fact, value: fact.value }, stamp, setUp, history);
  }
}

function chamberOfUnit(
  name: string,
  { ref, chamber }: FactOf<'placed'>,
  who: string,
  { units, chambers }: JobSetUp,
): JobSetUp['chambers'][number] | undefined {
  const setters = units.flatMap((unit) => (unit.name === name ? unit.setters : []));
  const own = setters.find((setter) => whoKey(personOf(setter)) === whoKey(who));
  const isBare = ref.by === '' && chamber.by === '';
  return isBare && own !== undefined
    ? chamberOfSetter(chamber.label, own, chambers)
    : resolve(chambers, chamber, who);
}

/** @returns false if there is nothing to change */
function change<Item>(item: Item | null | undefined, by: (item: Item) => void): boolean {
  if (item) by(item);
  return Boolean(item);
}

/** @returns false for equipment that is gone: who saw that places it again, so who moves it did not know. */
function edit(
  name: string,
  fact: FactOf<'changed'>,
  stamp: SignedStamp,
  { chambers }: JobSetUp,
  history: JobHistory,
): boolean {
  const [last] = listOf(history.placements, name).slice(-1);
  if (fact.of !== 'placed' || !last) return true;
  const { chamber: meant, count: said } = fact.to;
  if (last.until) return false;
  const count = (said !== undefined && rightCount(name, said, stamp, history)) || last.count;
  const chamber = meant ? (resolve(chambers, meant, stamp.who)?.name ?? null) : last.chamber;
  place(name, { chamber, count, from: stamp, until: null }, history);
  return true;
}

function readingOf<Value>(value: Value | Skip, stamp: SignedStamp): Reading<Value> {
  return { ...stamp, ...valueOf(value), corrections: [] };
}

/** Placed again, it was moved, or there are more or fewer of it. */
function place(name: string, placement: Placement, { placements }: JobHistory): void {
  const before = listOf(placements, name);
  const now = before.find(({ until }) => until === null);
  if (now && isSame(now, placement)) return;
  // A placement that is corrected within its minute is not billed. Otherwise it would count for a day.
  const isPutRight = now?.from.at === placement.from.at;
  const stood = before.filter((one) => !isPutRight || one !== now);
  const last = stood.at(-1);
  const isBack = isPutRight && last?.until?.at === placement.from.at && isSame(last, placement);
  placements.set(
    name,
    isBack
      ? stood.map((one) => (one === last ? { ...one, until: null } : one))
      : [...ended(stood, placement.from), placement],
  );
}

function isSame(one: Placement, other: Placement): boolean {
  return one.chamber === other.chamber && one.count === other.count;
}

function ended(placements: readonly Placement[], stamp: SignedStamp): Placement[] {
  return placements.map((one) => (one.until === null ? { ...one, until: stamp } : one));
}

function isRunning(name: string, { placements }: JobHistory): boolean {
  return listOf(placements, name).some(({ until }) => until === null);
}

function noteRunning(ref: Ref | null, stamp: SignedStamp, { units }: JobSetUp, history: JobHistory): boolean {
  const meant = ref ? [resolve(units, ref, stamp.who)] : units;
  const running = meant.flatMap((unit) => (unit && isRunning(unit.name, history) ? unit.name : []));
  for (const name of running) push(history.seen, name, stamp);
  return running.length > 0;
}

function remove(
  { ref, isPoint }: FactOf<'removed'>,
  stamp: SignedStamp,
  { units, points }: JobSetUp,
  history: JobHistory,
): boolean {
  const unit = isPoint ? undefined : resolve(units, ref, stamp.who);
  if (unit && revoke('unit', unit.name, stamp, history)) return true;
  if (unit && isRunning(unit.name, history)) {
    history.placements.set(unit.name, ended(listOf(history.placements, unit.name), stamp));
    return true;
  }
  // The removal of what was not placed says nothing more.
  if (unit && listOf(history.recounts, unit.name).some(({ count }) => count === 0)) return true;
  const point = unit ? undefined : resolve(points, ref, stamp.who);
  if (!point || !history.removed.has(point.name)) return false;
  if (!revoke('point', point.name, stamp, history))
    history.removed.set(point.name, history.removed.get(point.name) ?? stamp);
  return true;
}
