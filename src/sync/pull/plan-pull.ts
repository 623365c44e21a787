import type { MetaRows } from '../../db/meta-rows.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { earliest, isOver } from '../../outbox/retry-policy.ts';
import { hasMarkers, hasProbeDue, isInFeed, type Poll, updatesWantPull } from '../poll.ts';
import { nextPullAt, type PullPlan } from './pull-policy.ts';

/** A pull that is due within this, in ms, makes a poll for change markers needless. */
const SOON_MS = 5000;
/** How often a server that announces a feed, and has none to show, is asked for it again, in ms. */
const FEED_RETRY_MS = 60_000;

/** What is to be read now. */
export type PullAction =
  /** These creates of one collection are looked for by a request or two. */
  | { readonly do: 'narrow'; readonly creates: readonly Mutation[] }
  /** The server's change feed is begun, or followed in the place of reading these collections. */
  | { readonly do: 'beginFeed' }
  | { readonly do: 'follow'; readonly names: readonly ResourceName[] }
  | { readonly do: 'pull'; readonly resource: ResourceName }
  /** One page is polled for a marker that others have changed something. */
  | { readonly do: 'marker'; readonly resource: ResourceName }
  /** Nothing, until this device time in ms; null is until something changes. */
  | { readonly do: 'wait'; readonly until: number | null };

/** What decides about it, beside what the loop has seen. Times are device times in ms. */
export interface PullFacts {
  readonly now: number;
  readonly visible: boolean;
  readonly planOf: (resource: ResourceName) => PullPlan;
  /** Something is being read. */
  readonly isPulling: boolean;
  /** Unknown creates of one collection that may be looked for by themselves. */
  readonly narrow: readonly Mutation[];
  readonly feedTriedAt: number | null;
  /** Nothing is asked before that nobody waits for. */
  readonly sparedUntil: number;
  /** When a collection may be read for unknown creates. */
  readonly probeAt: (resource: ResourceName) => number;
}

/** Decides what is read next: a collection, a change marker in it, or the feed in the place of all of them. */
export function planPull(poll: Poll, facts: PullFacts): PullAction {
  const { now, narrow } = facts;
  if (narrow.length > 0) return { do: 'narrow', creates: narrow };
  if (facts.isPulling) return { do: 'wait', until: null };
  if (mayBeginFeed(poll, facts)) return { do: 'beginFeed' };
  const names = followedIn(poll);
  const probes = probesDue(poll, facts);
  // Before the feed, which would tell again of what was kept out, as often as it is asked.
  const probed = probes.find(({ at }) => at <= now);
  if (probed) return { do: 'pull', resource: probed.resource };
  let until = earliest(probes.map(({ at }) => at));
  let marker: ResourceName | null = null;
  for (const resource of inOrderOfRequests(poll.meta)) {
    const { readAt, markerAt } = dueTimes(resource, poll, facts);
    if (readAt !== null && readAt <= now)
      return names.includes(resource) ? { do: 'follow', names } : { do: 'pull', resource };
    if (markerAt !== null && markerAt <= now) marker ??= resource;
    until = earliest([until, readAt, markerAt]);
  }
  return marker ? { do: 'marker', resource: marker } : { do: 'wait', until };
}

function mayBeginFeed({ features, meta }: Poll, { feedTriedAt, now }: PullFacts): boolean {
  if (!features.has('changes') || meta.get('feed')) return false;
  return feedTriedAt === null || isOver(feedTriedAt + FEED_RETRY_MS, now, FEED_RETRY_MS);
}

/** Collections for which the feed is enough. */
function followedIn(poll: Poll): readonly ResourceName[] {
  const follows = poll.features.has('changes') && poll.meta.get('feed')?.ready === true;
  return follows ? RESOURCE_NAMES.filter((name) => isInFeed(name, poll)) : [];
}

/** When collections may be read of which nothing but a whole pull tells whether a create has arrived. */
function probesDue(
  poll: Poll,
  { now, planOf, probeAt }: PullFacts,
): readonly { readonly resource: ResourceName; readonly at: number }[] {
  return inOrderOfRequests(poll.meta)
    .filter((resource) => hasProbeDue(resource, poll, now))
    .map((resource) => ({ resource, at: Math.min(planOf(resource).cooldownUntil, probeAt(resource)) }));
}

interface DueTimes {
  /** When the collection is to be read, and when a page of it is polled; null is not unless something changes. */
  readonly readAt: number | null;
  readonly markerAt: number | null;
}

function dueTimes(resource: ResourceName, poll: Poll, facts: PullFacts): DueTimes {
  const { now, visible, sparedUntil } = facts;
  const plan = facts.planOf(resource);
  // The clock was put back: what was planned by it is void.
  if (plan.startedAt > now) return { readAt: now, markerAt: null };
  const wanted = plan.wanted || updatesWantPull(resource, poll, { readFrom: plan.startedAt, now });
  const marked = !poll.features.has('changes') && hasMarkers(resource, poll);
  const usual = nextPullAt({ ...plan, wanted }, visible, marked);
  const readAt = usual === null || wanted ? usual : Math.max(usual, sparedUntil);
  // Also while a pull is wanted that has to wait for long.
  const pollsForMarkers = marked && visible && (readAt === null || readAt > now + SOON_MS);
  return { readAt, markerAt: pollsForMarkers ? Math.max(plan.markerAt, sparedUntil) : null };
}

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
