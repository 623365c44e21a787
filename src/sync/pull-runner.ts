import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../api/http-client.ts';
import { resourceApi } from '../api/resource-api.ts';
import type { MetaRows } from '../db/meta.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { beginFeed, followFeed, noteFeedReady } from './feed.ts';
import { mayBeOnServer } from './match-create.ts';
import { PageReader } from './page-reader.ts';
import { postponeUnknown, settleUnknown } from './probe.ts';
import { type PullResult, pullCollection } from './pull.ts';
import {
  LONGEST_REST,
  NO_PULL_YET,
  nextPullAt,
  type PullPlan,
  pullBroken,
  pullEnded,
  pullPoked,
  pullStarted,
} from './pull-schedule.ts';
import { isOver } from './retry-policy.ts';
import { CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

/** An update is sent unseen only if its collection was read this recently before the drain began, in ms. */
const FRESH_MS = 30_000;
/** After so much of a drain, in ms, what was read at its beginning is old as well. */
const LONG_DRAIN_MS = 5 * 60_000;
/** Up to this many stale updates are read one by one; more are worth one reading of the collection. */
const READ_ONE_BY_ONE = 3;
/** How often a server that announces a feed, and has none to show, is asked for it again, in ms. */
const FEED_RETRY_MS = 60_000;

/** The outbox, and what the engine knows of everything else, as one look of the loop saw them. */
export interface Look {
  /** Open mutations in order of `seq`. */
  readonly open: readonly Mutation[];
  /** What other records' changes must go before; see `heldByReferences`. */
  readonly held: ReadonlyMap<string, readonly string[]>;
  readonly meta: MetaRows;
  /** Since when changes have been waiting to be sent; null when none does. */
  readonly drainStartedAt: number | null;
  /** What the server offers beyond the plain contract. */
  readonly features: ReadonlySet<string>;
}

/** A reading that is to be done now, or the device time at which the next one is due. */
export type DuePull = { readonly read: () => Promise<WorkResult> } | { readonly at: number | null };

/** Decides when which collection is read, and reads one at a time. */
export class PullRunner {
  readonly #context: SyncContext;
  readonly #plans = new Map<ResourceName, PullPlan>();
  /** Collections whose rest after the last leader's reading has been taken over. */
  readonly #rested = new Set<ResourceName>();
  /** When screens last asked, by resource, and when a person last pressed 'Sync now'. */
  readonly #requestAt = new Map<ResourceName, number>();
  #nudgeAt: number | undefined;
  #feedTriedAt: number | null = null;
  #pulling: ResourceName | 'feed' | null = null;
  #pages: PageReader | null = null;
  /** Collections of which a page took too long: until they are soon there again, pages are smaller and have more time. */
  readonly #slow = new Set<ResourceName>();
  readonly #atOnce: () => number;

  /** @param atOnce how many requests may be under way for a reading now */
  constructor(context: SyncContext, atOnce: () => number) {
    this.#context = context;
    this.#atOnce = atOnce;
  }

  get isReading(): boolean {
    return this.#pulling !== null;
  }

  /** How many of the connections to the server what is being read has, or is about to need. */
  get reads(): number {
    return this.#pulling === null ? 0 : Math.max(1, this.#pages?.underWay ?? 0);
  }

  wantAll(): void {
    for (const resource of RESOURCE_NAMES) this.#plan(resource, { wanted: true });
  }

  /** The server says that something has changed. Where changes of our own are on their way, those are it. */
  poked(sending: boolean): void {
    if (sending) return this.wantAll();
    const { clock, random } = this.#context;
    const now = clock.now();
    for (const resource of RESOURCE_NAMES) {
      this.#plans.set(resource, pullPoked(this.#planOf(resource), now, random));
    }
  }

  /** Takes in what screens of any tab asked for. True when a person pressed 'Sync now' since the last look. */
  takeWishes(meta: MetaRows): boolean {
    for (const resource of RESOURCE_NAMES) {
      const request = meta.get(`request:${resource}`);
      if (!request || request.at === this.#requestAt.get(resource)) continue;
      this.#requestAt.set(resource, request.at);
      this.#plan(resource, { wanted: true });
    }
    const nudge = meta.get('nudge');
    if (!nudge || nudge.at === this.#nudgeAt) return false;
    this.#nudgeAt = nudge.at;
    for (const resource of RESOURCE_NAMES) this.#plan(resource, { wanted: true, restUntil: 0 });
    return true;
  }

  /** The last leader's readings want their rest as well, unless a person has asked since or the clock was put back. */
  takeOverRest(meta: MetaRows): void {
    const now = this.#context.clock.now();
    const askedAt = meta.get('nudge')?.at ?? 0;
    for (const resource of RESOURCE_NAMES) {
      if (this.#rested.has(resource)) continue;
      this.#rested.add(resource);
      const { restUntil = 0, triedAt = 0 } = meta.get(`collection:${resource}`) ?? {};
      const isVoid = triedAt > now || triedAt < askedAt;
      if (!isVoid && !isOver(restUntil, now, LONGEST_REST)) this.#plan(resource, { restUntil });
    }
  }

  /** What should be read now: a collection, or the change feed in the place of all of them. */
  due(look: Look, visible: boolean): DuePull {
    if (this.#pulling) return { at: null };
    const now = this.#context.clock.now();
    const follows = look.features.has('changes');
    const tried = this.#feedTriedAt;
    const mayBegin = tried === null || isOver(tried + FEED_RETRY_MS, now, FEED_RETRY_MS);
    const feed = look.meta.get('feed');
    if (follows && !feed && mayBegin) return { read: () => this.#beginFeed() };
    const followed = follows && feed?.ready ? RESOURCE_NAMES.filter((name) => isInFeed(name, look)) : [];
    let next: number | null = null;
    for (const resource of RESOURCE_NAMES) {
      const plan = this.#planOf(resource);
      const read = (): Promise<WorkResult> =>
        followed.includes(resource) ? this.#follow(followed) : this.#pull(resource, look);
      // The clock was put back: what was planned by it is void.
      if (plan.startedAt > now) return { read };
      // Nothing but a whole reading tells whether a create has arrived.
      const probing = hasProbeDue(resource, look, now);
      if (probing && plan.restUntil <= now) return { read: () => this.#pull(resource, look) };
      const urgent = probing || this.#updatesWantReading(resource, look);
      const at = nextPullAt(urgent ? { ...plan, wanted: true } : plan, visible);
      if (at !== null && at <= now) return { read };
      if (at !== null) next = Math.min(next ?? at, at);
    }
    return { at: next };
  }

  async #beginFeed(): Promise<WorkResult> {
    this.#pulling = 'feed';
    try {
      this.wantAll();
      const work = await beginFeed(this.#context);
      this.#feedTriedAt = work === CONTACT ? null : this.#context.clock.now();
      return work;
    } finally {
      this.#pulling = null;
    }
  }

  /** Follows the change feed, which stands for a reading of these collections. */
  async #follow(names: readonly ResourceName[]): Promise<WorkResult> {
    const { clock, random } = this.#context;
    this.#pulling = 'feed';
    const startedAt = clock.now();
    for (const name of names) this.#plans.set(name, pullStarted(this.#planOf(name), startedAt));
    let changed = false;
    try {
      const result = await followFeed(this.#context);
      changed = result.changed;
      if (result.leftOpen) for (const name of names) this.#plan(name, { wanted: true });
      return result.work;
    } finally {
      const now = clock.now();
      // Not what the device has slept meanwhile.
      const tookMs = Math.min(now - startedAt, SLOW_TIMEOUT_MS);
      for (const name of names) {
        this.#plans.set(name, pullEnded(this.#planOf(name), now, { tookMs, changed }, random));
      }
      this.#pulling = null;
    }
  }

  /** Reads one collection, then settles its unknown creates by what was read. */
  async #pull(resource: ResourceName, { open, meta }: Look): Promise<WorkResult> {
    const { clock, random } = this.#context;
    this.#pulling = resource;
    this.#plans.set(resource, pullStarted(this.#planOf(resource), clock.now()));
    let changed = false;
    let broken = false;
    const pages = this.#pagesOf(resource);
    this.#pages = pages;
    try {
      const result = await pullCollection(this.#context, resource, pages);
      ({ changed, broken } = result);
      if (result.timedOut) this.#slow.add(resource);
      else if (result.stable && !pages.isSlow) this.#slow.delete(resource);
      // What became unknown since is left alone for longer than the reading took.
      if (hasUnknown(resource, open) && (await this.#settle(resource, result)))
        this.#plan(resource, { wanted: true });
      if (result.stable && meta.get('feed')?.ready === false) await noteFeedReady(this.#context);
      return result.work;
    } finally {
      const ended = pullEnded(
        this.#planOf(resource),
        clock.now(),
        { tookMs: pages.tookMs(), changed },
        random,
      );
      this.#plans.set(resource, broken ? pullBroken(ended, clock.now()) : ended);
      this.#pages = null;
      pages.close();
      this.#pulling = null;
    }
  }

  #pagesOf(resource: ResourceName): PageReader {
    const { send, clock, signal } = this.#context;
    const { list } = resourceApi(send, resource);
    const small = this.#slow.has(resource);
    const timeoutMs = small ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
    return new PageReader({ list, atOnce: this.#atOnce, timeoutMs, small, clock, signal });
  }

  /** Settles unknown creates by what was read. Answers whether rows that were kept out for their sake may enter. */
  async #settle(resource: ResourceName, { snapshot, work }: PullResult): Promise<boolean> {
    if (snapshot) return settleUnknown(this.#context, snapshot);
    return work.contact && postponeUnknown(this.#context, resource);
  }

  /** An update waits while its collection is being read for the sake of many like it. */
  holdsBack(mutation: Mutation, look: Look): boolean {
    return (
      mutation.kind === 'update' &&
      (this.#pulling === mutation.resource || this.#pulling === 'feed') &&
      this.isStale(mutation, look) &&
      countUpdates(mutation.resource, look) > READ_ONE_BY_ONE
    );
  }

  /**
   * The collection was last read too long before the drain, or before the change was made, to send an update
   * unseen; or nobody knows when; or that reading left the record out.
   */
  isStale(
    {
      resource,
      localId,
      acceptedAt,
    }: Pick<Mutation, 'resource' | 'acceptedAt'> & { readonly localId?: string },
    look: Look,
  ): boolean {
    const row = look.meta.get(`collection:${resource}`);
    if (localId !== undefined && row?.unread?.includes(localId)) return true;
    const readAt = row?.pulledAt ?? Number.NEGATIVE_INFINITY;
    const now = this.#context.clock.now();
    const since = Math.max(this.#freshSince(look) ?? 0, Math.min(acceptedAt, now));
    return readAt < since - FRESH_MS || readAt > now;
  }

  /** What was read before this device time in ms, or half a minute sooner, is old: a drain may last for long. */
  #freshSince({ drainStartedAt }: Look): number | null {
    return drainStartedAt && Math.max(drainStartedAt, this.#context.clock.now() - LONG_DRAIN_MS);
  }

  #updatesWantReading(resource: ResourceName, look: Look): boolean {
    // The server itself refuses what was changed over another state.
    if (look.features.has('if-match')) return false;
    const since = this.#freshSince(look);
    return (
      since !== null &&
      this.#planOf(resource).startedAt < since &&
      this.isStale({ resource, acceptedAt: since }, look) &&
      countUpdates(resource, look) > READ_ONE_BY_ONE
    );
  }

  #planOf(resource: ResourceName): PullPlan {
    return this.#plans.get(resource) ?? NO_PULL_YET;
  }

  #plan(resource: ResourceName, change: Partial<PullPlan>): void {
    this.#plans.set(resource, { ...this.#planOf(resource), ...change });
  }
}

/**
 * Whether the feed is enough for a collection: it does not tell again of what made room on a full device, of a row
 * that was kept out of the mirror because it may be a create of ours, or of rows that a list once did not show.
 */
function isInFeed(resource: ResourceName, { open, meta }: Look): boolean {
  const inDoubt = open.some((mutation) => mutation.resource === resource && isInDoubt(mutation));
  const row = meta.get(`collection:${resource}`);
  return row?.complete === true && row.absence === null && !inDoubt;
}

/** What a person decides about is in doubt as long as it may exist twice, and not where the server refused it. */
function isInDoubt(mutation: Mutation): boolean {
  const { state, refusal } = mutation;
  return mayBeOnServer(mutation) && (state !== 'parked' || refusal?.reason === 'mayExistTwice');
}

function hasUnknown(resource: ResourceName, open: readonly Mutation[]): boolean {
  return open.some((mutation) => mutation.resource === resource && mutation.state === 'unknown');
}

function hasProbeDue(resource: ResourceName, look: Look, now: number): boolean {
  return look.open.some(
    (mutation) =>
      mutation.resource === resource && mutation.state === 'unknown' && isOver(mutation.nextAt, now),
  );
}

function countUpdates(resource: ResourceName, look: Look): number {
  return look.open.filter(
    (mutation) => mutation.resource === resource && mutation.kind === 'update' && mutation.state === 'queued',
  ).length;
}
