import { type SignedStamp, writeStamp } from '../day/entries.ts';
import { AIR_PLACES, type DryingFact, type Ref, type Skip, type UnitFact, whoKey } from './drying-facts.ts';
import type { Chamber, Placement, Reading } from './drying-log.ts';
import { type Defined, resolve, type SetItems } from './labels.ts';
import type { Air } from './psychrometrics.ts';

export type FactOf<Word extends DryingFact['word']> = Extract<DryingFact, { readonly word: Word }>;

export interface Book {
  readonly chambers: readonly Defined<FactOf<'chamber'>>[];
  readonly points: readonly Defined<FactOf<'set'>>[];
  readonly units: readonly Defined<UnitFact>[];
  readonly sets: SetItems;
}

/** By name. Those of air have a prefix. */
export interface Sums {
  readonly airs: Map<string, Reading<Air>[]>;
  readonly moistures: Map<string, Reading<number>[]>;
  readonly placements: Map<string, Placement[]>;
  readonly seen: Map<string, SignedStamp[]>;
  /** Of each point that was set so far. */
  readonly removed: Map<string, SignedStamp | null>;
  readonly dry: Map<string, NonNullable<Chamber['dry']>>;
  altitude: number;
}

export function airKey(of: string, name = ''): string {
  return `${of} ${name}`;
}

/** @returns false if the fact names what nobody set, or removes what is not there */
export function addFact(fact: DryingFact, stamp: SignedStamp, book: Book, sums: Sums): boolean {
  const { who } = stamp;
  switch (fact.word) {
    case 'chamber':
    case 'note':
      return true;
    case 'altitude':
      sums.altitude = fact.feet;
      return true;
    case 'set':
      return change(book.sets.get(fact), ({ name }) => sums.removed.set(name, null));
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
      return change(resolve(book.chambers, fact.ref, who), ({ name }) =>
        sums.dry.set(name, { ...stamp, remark: fact.remark }),
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
      return correct(fact, stamp, book, sums);
  }
}

/** @returns false if there is nothing to change */
function change<Item>(item: Item | null | undefined, by: (item: Item) => void): boolean {
  if (item) by(item);
  return Boolean(item);
}

export function listOf<Value>(lists: ReadonlyMap<string, Value[]>, key: string): Value[] {
  return lists.get(key) ?? [];
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...listOf(lists, key), value]);
}

function readingOf<Value>(value: Value | Skip, stamp: SignedStamp): Reading<Value> {
  return { ...stamp, ...valueOf(value), corrected: null };
}

function valueOf<Value>(value: Value | Skip): Pick<Reading<Value>, 'value' | 'skip'> {
  return isSkip(value) ? { value: null, skip: value } : { value, skip: null };
}

function isSkip(value: unknown): value is Skip {
  return typeof value === 'string';
}

function keyOfAir(ref: Ref, who: string, { chambers, units }: Book): string | null {
  if (AIR_PLACES.some((place) => place === ref.label)) return airKey(ref.label);
  const chamber = resolve(chambers, ref, who);
  if (chamber) return airKey('chamber', chamber.name);
  const unit = resolve(units, ref, who);
  return unit ? airKey('unit', unit.name) : null;
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
  if (unit && isRunning(unit.name, sums)) {
    sums.placements.set(unit.name, ended(listOf(sums.placements, unit.name), stamp));
    return true;
  }
  const point = unit ? undefined : resolve(points, ref, stamp.who);
  if (!point || !sums.removed.has(point.name)) return false;
  sums.removed.set(point.name, sums.removed.get(point.name) ?? stamp);
  return true;
}

/** Replaces the value of all readings of that label in the entries of that minute and writer. */
function correct(
  fact: FactOf<'correct'>,
  stamp: SignedStamp,
  book: Book,
  { airs, moistures }: Sums,
): boolean {
  const isMeant = (reading: SignedStamp): boolean =>
    writeStamp(reading).startsWith(`${fact.day} ${fact.clock} `) && whoKey(reading.who) === whoKey(fact.who);
  const replaced = <Value>(
    lists: Map<string, Reading<Value>[]>,
    key: string | null | undefined,
    value: Value | Skip,
  ): boolean => {
    const list = key ? listOf(lists, key) : [];
    if (!key || !list.some(isMeant)) return false;
    const corrected = { ...valueOf(value), corrected: stamp };
    lists.set(
      key,
      list.map((reading) => (isMeant(reading) ? { ...reading, ...corrected } : reading)),
    );
    return true;
  };
  const { value } = fact;
  const point = resolve(book.points, fact.ref, fact.who)?.name;
  const air = keyOfAir(fact.ref, fact.who, book);
  if (isSkip(value)) return replaced(moistures, point, value) || replaced(airs, air, value);
  return typeof value === 'number' ? replaced(moistures, point, value) : replaced(airs, air, value);
}
