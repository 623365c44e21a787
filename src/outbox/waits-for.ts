import type { ResourceName } from '../domain/resource-spec.ts';
import { refersTo, releases } from './dependencies.ts';
import { laneOf } from './lane.ts';
import type { Mutation } from './mutation.ts';

/** A change that a deletion has to wait for. */
interface Hold {
  readonly by: Mutation;
  /** Deletions that were accepted after this place in the outbox wait. */
  readonly from: number;
}

/**
 * What deletions of one kind of record wait for, by the ids that changes name: an earlier change that refers to the
 * record, and any that ends such a reference, whenever it was made. What waits for a person holds nothing, nor what is
 * behind it.
 */
export function deletionHolds(open: readonly Mutation[], of: ResourceName): ReadonlyMap<string, Hold[]> {
  const holds = new Map<string, Hold[]>();
  const stuck = new Set<string>();
  const note = (id: string, hold: Hold): void => {
    const known = holds.get(id);
    if (known) known.push(hold);
    else holds.set(id, [hold]);
  };
  for (const by of open) {
    if (by.state === 'parked') stuck.add(laneOf(by));
    if (stuck.has(laneOf(by))) continue;
    for (const id of refersTo(by, of)) note(id, { by, from: by.seq });
    for (const id of releases(by, of)) note(id, { by, from: Number.NEGATIVE_INFINITY });
  }
  return holds;
}

/**
 * The change that a deletion waits for, the earliest where there are several; undefined where it waits for none.
 * @param ids under which the record to be deleted may be named
 */
export function holdOn(
  holds: ReadonlyMap<string, readonly Hold[]>,
  ids: readonly string[],
  seq: number,
): Mutation | undefined {
  const found = ids.flatMap((id) => (holds.get(id) ?? []).filter(({ from }) => from < seq));
  return found.map(({ by }) => by).sort((a, b) => a.seq - b.seq)[0];
}
