import type { ChangeFact, DryingFact } from './drying-facts.ts';
import { type Chamber, type Point, runningPlacement, type Unit } from './drying-log.ts';
import { refToSet } from './labels.ts';

/** `ref` says which, and the name of equipment has a word of its own. */
const NEVER = ['word', 'ref', 'kind'];

/**
 * Returns what is different, and nothing else: somebody else may edit the rest. Equipment that is gone is placed again as
 * a whole.
 * @param item as the person saw it when the edit began
 * @param chamber the name of the chamber of equipment
 */
export function edited(item: Chamber | Point | Unit, fact: DryingFact, chamber?: string): DryingFact[] {
  const ref = refToSet(item);
  const stands = 'placements' in item ? runningPlacement(item) : null;
  if ('placements' in item && !stands) return [{ ...fact, ref } as DryingFact];
  // A point stays in its chamber.
  const isSame = stands ? stands.chamber === (chamber ?? null) : true;
  const was = new Map<string, unknown>(Object.entries({ ...item.fact, ...stands }));
  const parts = Object.entries(fact).filter(([name, value]) =>
    name === 'chamber' ? !isSame : !NEVER.includes(name) && !isEqual(was.get(name), value),
  );
  const to = Object.fromEntries(parts) as ChangeFact['to'];
  return parts.length === 0 ? [] : [{ word: 'changed', ref, of: item.fact.word, to } as ChangeFact];
}

/** Rooms are a list. Older chambers have no category. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other);
}
