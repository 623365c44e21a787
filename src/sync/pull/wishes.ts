import type { MetaRows } from '../../db/meta.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';

/**
 * The kinds of record in the order in which their collections are read: what a screen has asked for last comes first, and
 * of that the list that is on it.
 */
export function inOrderOfWishes(meta: MetaRows): readonly ResourceName[] {
  const wish = (name: ResourceName): { readonly at: number; readonly place: number } => {
    const { at = 0, place = 0 } = meta.get(`request:${name}`) ?? {};
    return { at, place };
  };
  return [...RESOURCE_NAMES].sort((a, b) => wish(b).at - wish(a).at || wish(a).place - wish(b).place);
}

/** Whether the first reading of a collection makes way for that of another, which a screen shows and nobody has read yet. */
export function makesWayFor(reading: ResourceName, wished: ResourceName, meta: MetaRows): boolean {
  const isUnread = (name: ResourceName): boolean =>
    (meta.get(`collection:${name}`)?.pulledAt ?? null) === null;
  const isOnScreen = (meta.get(`request:${wished}`)?.place ?? 0) === 0;
  return wished !== reading && isOnScreen && isUnread(wished) && isUnread(reading);
}
