import type { MetaRows } from '../../db/meta-rows.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { earliest, isWaitOver } from '../../domain/waits.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { hasMarkers, hasProbeDue, isInFeed, type Poll, updatesWantPull } from '../poll.ts';
import { nextPullAt, type PullPlan } from './pull-policy.ts';

/** In ms. No marker is polled if a pull is due this soon. */
const SOON_MS = 5000;
/** In ms. A failed attempt to begin the feed is repeated after this. */
const FEED_RETRY_MS = 60_000;

export type PullAction =
  | { readonly do: 'narrow'; readonly creates: readonly Mutation[] }
  | { readonly do: 'beginFeed' }
  | { readonly do: 'follow'; readonly names: readonly ResourceName[] }
  | { readonly do: 'pull'; readonly resource: ResourceName }
  | { readonly do: 'marker'; readonly resource: ResourceName }
  | { readonly do: 'photos' }
  /** `until`: device time in ms; null waits until something changes. */
  | { readonly do: 'wait'; readonly until: number | null };

/** Device times in ms; null waits until something changes. */
export interface PhotosDue {
  /** A screen waits. */
  readonly shownAt: number | null;
  readonly othersAt: number | null;
  /** The others have waited so long that one of them comes before lists that nobody waits for. */
  readonly isOverdue: boolean;
}

/** Times are device times in ms. */
export interface PullFacts {
  readonly now: number;
  readonly visible: boolean;
  readonly planOf: (resource: ResourceName) => PullPlan;
  readonly isPulling: boolean;
  readonly narrow: readonly Mutation[];
  readonly feedTriedAt: number | null;
  /** Until this time, only reads that somebody is waiting for are made. */
  readonly restUntil: number;
  readonly probeAt: (resource: ResourceName) => number;
  readonly photos: PhotosDue;
}

export function planPull(poll: Poll, facts: PullFacts): PullAction {
  const { now, narrow } = facts;
  if (narrow.length > 0) return { do: 'narrow', creates: narrow };
  if (facts.isPulling) return { do: 'wait', until: null };
  if (mayBeginFeed(poll, facts)) return { do: 'beginFeed' };
  const names = followedIn(poll);
  const probes = probesDue(poll, facts);
  // Probes come before the feed, which would report the skipped rows again and again.
  const probed = probes.find(({ at }) => at <= now);
  if (probed) return { do: 'pull', resource: probed.resource };
  const { shownAt, othersAt, isOverdue } = facts.photos;
  if (isDue(shownAt, now)) return { do: 'photos' };
  let until = earliest([...probes.map(({ at }) => at), shownAt, othersAt]);
  const arePhotosNext = isOverdue && isDue(othersAt, now);
  let marker: ResourceName | null = null;
  for (const resource of inOrderOfRequests(poll.meta)) {
    const { readAt, markerAt, isWanted } = dueTimes(resource, poll, facts);
    if (readAt !== null && readAt <= now && (isWanted || !arePhotosNext))
      return names.includes(resource) ? { do: 'follow', names } : { do: 'pull', resource };
    if (markerAt !== null && markerAt <= now) marker ??= resource;
    until = earliest([until, readAt, markerAt]);
  }
  if (marker && !arePhotosNext) return { do: 'marker', resource: marker };
  return isDue(othersAt, now) ? { do: 'photos' } : { do: 'wait', until };
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

function mayBeginFeed({ features, meta }: Poll, { feedTriedAt, now }: PullFacts): boolean {
  if (!features.has('changes') || meta.get('feed')) return false;
  return feedTriedAt === null || isWaitOver(feedTriedAt + FEED_RETRY_MS, now, FEED_RETRY_MS);
}

function followedIn(poll: Poll): readonly ResourceName[] {
  const follows = poll.features.has('changes') && poll.meta.get('feed')?.ready === true;
  return follows ? RESOURCE_NAMES.filter((name) => isInFeed(name, poll)) : [];
}

function probesDue(
  poll: Poll,
  { now, planOf, probeAt }: PullFacts,
): readonly { readonly resource: ResourceName; readonly at: number }[] {
  return inOrderOfRequests(poll.meta)
    .filter((resource) => hasProbeDue(resource, poll, now))
    .map((resource) => ({ resource, at: Math.min(planOf(resource).cooldownUntil, probeAt(resource)) }));
}

interface DueTimes {
  readonly readAt: number | null;
  readonly markerAt: number | null;
  readonly isWanted: boolean;
}

function dueTimes(resource: ResourceName, poll: Poll, facts: PullFacts): DueTimes {
  const { now, visible, restUntil } = facts;
  const plan = facts.planOf(resource);
  // The clock was set back, so the plan is void.
  if (plan.startedAt > now) return { readAt: now, markerAt: null, isWanted: false };
  const wanted = plan.wanted || updatesWantPull(resource, poll, { readFrom: plan.startedAt, now });
  const marked = !poll.features.has('changes') && hasMarkers(resource, poll);
  const usual = nextPullAt({ ...plan, wanted }, visible, marked);
  const readAt = usual === null || wanted ? usual : Math.max(usual, restUntil);
  // Markers are polled even if a requested pull has to wait long.
  const pollsForMarkers = marked && visible && (readAt === null || readAt > now + SOON_MS);
  return { readAt, markerAt: pollsForMarkers ? Math.max(plan.markerAt, restUntil) : null, isWanted: wanted };
}

/**
 * Sorts by last request, place on the screen and age, so that a server that allows few requests does not always refuse
 * the same collection.
 */
export function inOrderOfRequests(meta: MetaRows): readonly ResourceName[] {
  return RESOURCE_NAMES.map((name) => ({ name, ...requestFor(name, meta) }))
    .sort((a, b) => b.at - a.at || a.place - b.place || a.readAt - b.readAt)
    .map(({ name }) => name);
}

/** Ignores a request that the last pull has answered. */
function requestFor(name: ResourceName, meta: MetaRows): { at: number; place: number; readAt: number } {
  const { at = 0, place = 0 } = meta.get(`request:${name}`) ?? {};
  const readAt = meta.get(`collection:${name}`)?.pulledAt ?? 0;
  return at >= readAt ? { at, place, readAt } : { at: 0, place: 0, readAt };
}

export function makesWayFor(pulling: ResourceName, requested: ResourceName, meta: MetaRows): boolean {
  const isUnread = (name: ResourceName): boolean =>
    (meta.get(`collection:${name}`)?.pulledAt ?? null) === null;
  const isOnScreen = (meta.get(`request:${requested}`)?.place ?? 0) === 0;
  return requested !== pulling && isOnScreen && isUnread(requested) && isUnread(pulling);
}
