import { type SignedStamp, writeStamp } from '../day/entries.ts';
import { isEntryOf, momentOf, removalKey } from './corrections.ts';
import { type DryingFact, isRightCount, type RightCount } from './drying-facts.ts';
import type { Recount, Unit } from './drying-log.ts';
import { type FactOf, type JobHistory, type JobSetUp, listOf, push } from './job-history.ts';
import { refTo, resolve } from './labels.ts';

/** How many of a unit an entry placed, as corrected. */
export interface PlacedCount extends RightCount {
  readonly entry: SignedStamp;
}

/** @returns oldest first: each entry that said how many stand, also if it was corrected to what stood before */
export function placedCounts({ placements, recounts }: Pick<Unit, 'placements' | 'recounts'>): PlacedCount[] {
  const begun = placements.filter((one, n) => {
    const before = placements[n - 1];
    return before?.until?.at !== one.from.at || before.count !== one.count;
  });
  const said = [
    ...begun.map(({ from, count }) => ({ entry: from, count })),
    ...recounts.map(({ entry, count }) => ({ entry, count })),
  ];
  const last = new Map(said.map((one) => [`${one.entry.at} ${one.entry.who}`, one]));
  return [...last.values()].sort((one, other) => one.entry.at - other.entry.at);
}

/** Returns the fact that corrects how many an entry placed. */
export function recount(
  units: readonly Unit[],
  unit: Unit,
  { entry }: Pick<PlacedCount, 'entry'>,
  count: number,
): DryingFact {
  const [day = '', clock = ''] = writeStamp(entry).split(' ');
  const { who } = entry;
  return { word: 'correct', day, clock, who, ref: refTo(units, unit, who), value: { count } };
}

/** Must be known before equipment is placed: what is moved later is as many. */
export function rightCounts(
  facts: readonly { readonly fact: DryingFact; readonly stamp: SignedStamp }[],
  { units }: JobSetUp,
): Map<string, (RightCount & SignedStamp)[]> {
  const counts = new Map<string, (RightCount & SignedStamp)[]>();
  for (const { fact, stamp } of facts) {
    if (fact.word !== 'correct' || !isRightCount(fact.value)) continue;
    const unit = resolve(units, fact.ref, fact.who);
    if (unit)
      push(counts, removalKey(`${fact.day} ${fact.clock}`, fact.who, unit.name), { ...stamp, ...fact.value });
  }
  return counts;
}

/** @returns how many the entry placed, as corrected last. 0: it was a mistake. */
export function rightCount(name: string, said: number, entry: SignedStamp, history: JobHistory): number {
  let was = said;
  for (const right of listOf(history.rightCounts, removalKey(momentOf(entry), entry.who, name))) {
    push(history.recounts, name, { ...right, entry, was });
    was = right.count;
  }
  return was;
}

/** @returns false if that entry did not say how many there are */
export function isRecounted(fact: FactOf<'correct'>, { units }: JobSetUp, { recounts }: JobHistory): boolean {
  const unit = resolve(units, fact.ref, fact.who);
  const own: readonly Recount[] = unit ? listOf(recounts, unit.name) : [];
  return own.some(({ entry }) => isEntryOf(fact, entry));
}
