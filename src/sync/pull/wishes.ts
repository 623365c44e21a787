import type { MetaRows } from '../../db/meta.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';

/**
 * The kinds of record in the order in which their collections are read: what a screen has asked for last comes first, and
 * of that the list that is on it; then those that nobody waits for, the oldest copy first, so that a server that allows
 * few requests does not always refuse the same one.
 */
export function inOrderOfWishes(meta: MetaRows): readonly ResourceName[] {
  const wishes = new Map(RESOURCE_NAMES.map((name) => [name, wishFor(name, meta)]));
  const wish = (name: ResourceName): Wish => wishes.get(name) ?? NO_WISH;
  return [...RESOURCE_NAMES].sort((a, b) => {
    const [one, other] = [wish(a), wish(b)];
    return other.at - one.at || one.place - other.place || one.readAt - other.readAt;
  });
}

interface Wish {
  /** Device time in ms at which a screen asked for it; 0 where that is answered. */
  readonly at: number;
  /** Place of the list on that screen. */
  readonly place: number;
  /** Device time in ms at which the last whole reading began; 0 before the first. */
  readonly readAt: number;
}

const NO_WISH: Wish = { at: 0, place: 0, readAt: 0 };

function wishFor(name: ResourceName, meta: MetaRows): Wish {
  const { at = 0, place = 0 } = meta.get(`request:${name}`) ?? {};
  const readAt = meta.get(`collection:${name}`)?.pulledAt ?? 0;
  return at >= readAt ? { at, place, readAt } : { ...NO_WISH, readAt };
}

/** Whether the first reading of a collection makes way for that of another, which a screen shows and nobody has read yet. */
export function makesWayFor(reading: ResourceName, wished: ResourceName, meta: MetaRows): boolean {
  const isUnread = (name: ResourceName): boolean =>
    (meta.get(`collection:${name}`)?.pulledAt ?? null) === null;
  const isOnScreen = (meta.get(`request:${wished}`)?.place ?? 0) === 0;
  return wished !== reading && isOnScreen && isUnread(wished) && isUnread(reading);
}
