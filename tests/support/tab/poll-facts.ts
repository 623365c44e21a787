import type { CollectionRow } from '../../../src/db/collection-row.ts';
import { type MetaRow, MetaRows } from '../../../src/db/meta-rows.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import type { Mutation, MutationChange } from '../../../src/outbox/mutation.ts';
import type { PushFacts } from '../../../src/sync/engine/plan-work.ts';
import type { Poll } from '../../../src/sync/poll.ts';
import type { PullFacts } from '../../../src/sync/pull/plan-pull.ts';
import { NO_PULL_YET, type PullPlan } from '../../../src/sync/pull/pull-policy.ts';
import { aMutation } from '../records/mutations.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const NOW = 100 * MINUTE;
/** When nothing is due for long. */
export const LATER = NOW + 30 * MINUTE;

export function outbox(...given: readonly MutationChange[]): Mutation[] {
  return given.map((mutation, n) => aMutation({ id: `m${n}`, localId: `r${n}`, ...mutation, seq: n + 1 }));
}

/** A collection that was read a minute ago. */
export function collection(name: ResourceName, given: Partial<CollectionRow> = {}): CollectionRow {
  return {
    key: `collection:${name}`,
    generation: 1,
    orderBy: null,
    firstSeen: 0,
    removed: [],
    cooldownUntil: 0,
    pulledAt: NOW - MINUTE,
    complete: true,
    error: null,
    absence: null,
    ...given,
  };
}

export const FEED: MetaRow = { key: 'feed', cursor: 'c', since: NOW, before: [], ready: true };

export interface Seen {
  readonly open?: readonly Mutation[];
  readonly waitsFor?: Poll['waitsFor'];
  readonly drainStartedAt?: number | null;
  readonly features?: readonly string[];
  readonly rows?: readonly MetaRow[];
}

export function poll({
  open = [],
  waitsFor = new Map(),
  drainStartedAt = null,
  features = [],
  rows,
}: Seen = {}): Poll {
  const meta = new MetaRows(rows ?? RESOURCE_NAMES.map((name) => collection(name)));
  return { open, waitsFor, meta, drainStartedAt, features: new Set(features) };
}

/** Nothing is due for half an hour. */
const RESTING: PullPlan = {
  ...NO_PULL_YET,
  startedAt: NOW - MINUTE,
  wanted: false,
  usualAt: LATER,
  markerAt: LATER,
  wholeAt: LATER,
};

export function pullFacts(
  plans: Partial<Record<ResourceName, Partial<PullPlan>>> = {},
  given: Partial<PullFacts> = {},
): PullFacts {
  return {
    now: NOW,
    visible: true,
    planOf: (resource) => ({ ...RESTING, ...plans[resource] }),
    isPulling: false,
    narrow: [],
    feedTriedAt: null,
    restUntil: 0,
    probeAt: () => NOW,
    photos: { shownAt: null, othersAt: null, isOverdue: false },
    ...given,
  };
}

export const pushFacts: PushFacts = {
  now: NOW,
  busy: new Set(),
  window: 6,
  requests: 0,
  successes: 6,
  batchesRefused: false,
  pulling: null,
};
