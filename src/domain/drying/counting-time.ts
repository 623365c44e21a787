import { type SignedStamp, writeStamp } from '../day/entries.ts';
import { type DryingFact, NOT_REMOVED, whoKey } from './drying-facts.ts';
import { factKey, isBilled, topicOf } from './fact-key.ts';
import type { Said } from './read-facts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface SaidFact {
  readonly at: number;
  readonly who: string;
  readonly fact: DryingFact;
  /** Equal for equal facts, whoever said them and when. */
  readonly key: string;
  /** In another work order. Which of two texts comes first is not known. */
  readonly isElsewhere: boolean;
}

/**
 * Returns when each new fact counts. Equal facts of a writer and minute are copies, but who sets A to B and back to A
 * means the second A: it gets the next minute. So does what is said after somebody whose entries of that minute come
 * later, unless equipment is billed by it. A reading never gets another time.
 * @param there the entries before
 * @param elsewhere those of the job's other work orders
 */
export function countingTimes(
  there: readonly (SignedStamp & Said)[],
  stamp: SignedStamp,
  facts: readonly DryingFact[],
  elsewhere: readonly (SignedStamp & Said)[] = [],
): number[] {
  const saidIn = (entries: readonly (SignedStamp & Said)[], isElsewhere: boolean): SaidFact[] =>
    entries.flatMap(({ at, who, facts: some }) =>
      some.map((fact) => ({ at, who: whoKey(who), fact, key: keyOf(fact), isElsewhere })),
    );
  const said = [...saidIn(there, false), ...saidIn(elsewhere, true)];
  const given = new Set(facts.map(keyOf));
  return facts.map((fact) => {
    const topic = topicOf(fact);
    const about = topic === null ? [] : said.filter((one) => topicOf(one.fact) === topic);
    return countingTime(fact, stamp, about, given);
  });
}

function keyOf(fact: DryingFact): string {
  return factKey({ at: 0, who: '' }, fact);
}

/**
 * @param about what was said of the same thing
 * @param given what is said now: it does not change itself
 */
function countingTime(
  fact: DryingFact,
  { at, offset, who }: SignedStamp,
  about: readonly SaidFact[],
  given: ReadonlySet<string>,
): number {
  const [me, key] = [whoKey(who), keyOf(fact)];
  const begun = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const mineAt = (minute: number, isElsewhere: boolean): string[] =>
    about
      .filter((one) => one.at === minute && one.who === me && one.isElsewhere === isElsewhere)
      .map((one) => one.key);
  const ownAt = (minute: number): string[] => mineAt(minute, false);
  const isLast = !isBilled(fact) && about.some((one) => one.at === begun && one.who > me);
  const isPast = (minute: number): boolean => {
    const own = ownAt(minute);
    const [next] = ownAt(minute + MINUTE_MS);
    const isChanged = own.includes(key) && own.slice(own.lastIndexOf(key)).some((one) => !given.has(one));
    // An earlier change back took the next minute. What comes after it belongs behind it.
    const goesOn = next !== undefined && own.slice(0, -1).includes(next);
    // An undo takes back each removal of its minute. A second one there would be taken back too.
    const isTakenBack =
      fact.word === 'removed' && about.some((one) => takesBack(one.fact, { at: minute, offset, who }));
    const isUnordered = mineAt(minute, true).some((one) => one !== key && !given.has(one));
    return isChanged || goesOn || isTakenBack || isUnordered || (isLast && minute === begun);
  };
  const free = (step: number): number => {
    let minute = begun;
    while (isPast(minute)) minute += step;
    return minute;
  };
  const later = free(MINUTE_MS);
  if (later === begun) return at;
  if (!isBilled(fact)) return later;
  const dayOf = (minute: number): number => Math.floor((minute + offset * MINUTE_MS) / DAY_MS);
  const minutes = fact.word === 'removed' ? [later, free(-MINUTE_MS)] : [later];
  const isBilledAlike = (minute: number): boolean =>
    dayOf(minute) === dayOf(begun) && (fact.word !== 'removed' || isAsLong(about, begun, minute));
  return minutes.find(isBilledAlike) ?? at;
}

function takesBack(fact: DryingFact, removed: SignedStamp): boolean {
  return (
    fact.word === 'correct' &&
    fact.value === NOT_REMOVED &&
    whoKey(fact.who) === whoKey(removed.who) &&
    writeStamp(removed).startsWith(`${fact.day} ${fact.clock} `)
  );
}

/** True if equipment has begun as many periods of 24 hours at both times. */
function isAsLong(about: readonly SaidFact[], one: number, other: number): boolean {
  const periods = (from: number, until: number): number => Math.max(1, Math.ceil((until - from) / DAY_MS));
  return about
    .filter(({ at, fact }) => at <= one && fact.word !== 'removed' && isBilled(fact))
    .every(({ at }) => at <= other && periods(at, one) === periods(at, other));
}
