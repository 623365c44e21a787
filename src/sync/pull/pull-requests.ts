import type { MetaRows } from '../../db/meta-rows.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';

/**
 * The kinds of record in the order in which their collections are read: what a screen has asked for last comes first, and
 * of that the list that is on it; then those that nobody waits for, the oldest copy first, so that a server that allows
 * few requests does not always refuse the same one.
 */
export function inOrderOfRequests(meta: MetaRows): readonly ResourceName[] {
  const requests = new Map(RESOURCE_NAMES.map((name) => [name, requestFor(name, meta)]));
  const request = (name: ResourceName): PullRequest => requests.get(name) ?? NO_REQUEST;
  return [...RESOURCE_NAMES].sort((a, b) => {
    const [one, other] = [request(a), request(b)];
    return other.at - one.at || one.place - other.place || one.readAt - other.readAt;
  });
}

interface PullRequest {
  /** Device time in ms at which a screen asked for it; 0 where that is answered. */
  readonly at: number;
  /** Place of the list on that screen. */
  readonly place: number;
  /** Device time in ms at which the last whole pull began; 0 before the first. */
  readonly readAt: number;
}

const NO_REQUEST: PullRequest = { at: 0, place: 0, readAt: 0 };

function requestFor(name: ResourceName, meta: MetaRows): PullRequest {
  const { at = 0, place = 0 } = meta.get(`request:${name}`) ?? {};
  const readAt = meta.get(`collection:${name}`)?.pulledAt ?? 0;
  return at >= readAt ? { at, place, readAt } : { ...NO_REQUEST, readAt };
}

/** Whether the first pull of a collection makes way for that of another, which a screen shows and nobody has read yet. */
export function makesWayFor(pulling: ResourceName, requested: ResourceName, meta: MetaRows): boolean {
  const isUnread = (name: ResourceName): boolean =>
    (meta.get(`collection:${name}`)?.pulledAt ?? null) === null;
  const isOnScreen = (meta.get(`request:${requested}`)?.place ?? 0) === 0;
  return requested !== pulling && isOnScreen && isUnread(requested) && isUnread(pulling);
}
