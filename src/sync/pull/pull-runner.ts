import { resourceApi } from '../../api/resource-api.ts';
import type { MetaRows } from '../../db/meta.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../../domain/time-outs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import { earliest } from '../earliest.ts';
import { countUpdates, hasProbeDue, hasSigns, hasUnknown, isInFeed, isProbeDue, type Look } from '../look.ts';
import { CONTACT, type SyncContext, type WorkResult } from '../sync-context.ts';
import { beginFeed, followFeed, noteFeedReady } from './feed.ts';
import { NarrowLooks } from './narrow-look.ts';
import { PagePace } from './page-pace.ts';
import { PageReader } from './page-reader.ts';
import { postponeUnknown, settleUnknown } from './probe.ts';
import { ProbePace } from './probe-pace.ts';
import { type PullResult, pullCollection } from './pull.ts';
import {
  LONGEST_REST,
  NO_PULL_YET,
  nextPullAt,
  type PullPlan,
  pullBroken,
  pullEnded,
  pullHealed,
  pullPoked,
  pullStarted,
  pullWanted,
  signSeen,
} from './pull-schedule.ts';
import type { Reading } from './reading.ts';
import { Signs } from './sign.ts';
import { SparedServer } from './spared-server.ts';
import { inOrderOfWishes, makesWayFor } from './wishes.ts';

/** An update is sent unseen only if its collection was read this recently before the drain began, in ms. */
const FRESH_MS = 30_000;
/** After so much of a drain, in ms, what was read at its beginning is old as well. */
const LONG_DRAIN_MS = 5 * 60_000;
/** Up to this many stale updates are read one by one; more are worth one reading of the collection. */
const READ_ONE_BY_ONE = 3;
/** A reading that is due within this, in ms, makes a look for signs of changes needless. */
const SOON_MS = 5000;
/** How often a server that announces a feed, and has none to show, is asked for it again, in ms. */
const FEED_RETRY_MS = 60_000;

/** A reading that is to be done now, or the device time at which the next one is due. */
export type DuePull = { readonly read: () => Promise<WorkResult> } | { readonly at: number | null };

/** Decides when which collection is read, and reads one at a time. */
export class PullRunner {
  readonly #context: SyncContext;
  readonly #plans = new Map<ResourceName, PullPlan>();
  /** Collections whose rest after the last leader's reading has been taken over. */
  readonly #rested = new Set<ResourceName>();
  /** Device times in ms at which somebody last asked for each. */
  readonly #wantedAt = new Map<ResourceName, number>();
  /** When screens last asked, by resource, and when a person last pressed 'Sync now'. */
  readonly #requestAt = new Map<ResourceName, number>();
  #nudgeAt: number | undefined;
  #isTold = false;
  #feedTriedAt: number | null = null;
  #pulling: ResourceName | 'feed' | 'sign' | null = null;
  readonly #signs: Signs;
  /** Whether what is being read should let another collection come first. */
  #makesWay = false;
  #pages: PageReader | null = null;
  /** Readings that broke off, as far as they have come. */
  readonly #broken = new Map<ResourceName, Reading>();
  readonly #pace = new PagePace();
  readonly #atOnce: () => number;
  readonly #lost: () => void;
  readonly #narrow: NarrowLooks;
  readonly #probes = new ProbePace();
  readonly #spared = new SparedServer();

  /**
   * @param atOnce how many requests may be under way for a reading now
   * @param lost told when one of them got no answer, although the reading goes on
   */
  constructor(context: SyncContext, atOnce: () => number, lost: () => void) {
    this.#context = context;
    this.#atOnce = atOnce;
    this.#lost = lost;
    this.#narrow = new NarrowLooks(context);
    this.#signs = new Signs(context);
  }

  get isReading(): boolean {
    return this.#pulling !== null;
  }

  /** How many of the connections to the server what is being read has, or is about to need. */
  get reads(): number {
    const looks = this.#narrow.isLooking ? 1 : 0;
    return looks + (this.#pulling === null ? 0 : Math.max(1, this.#pages?.underWay ?? 0));
  }

  wantAll(): void {
    for (const resource of RESOURCE_NAMES) this.#want(resource);
  }

  /** The server can be reached again. */
  healed(): void {
    const now = this.#context.clock.now();
    for (const resource of RESOURCE_NAMES) this.#plans.set(resource, pullHealed(this.#planOf(resource), now));
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

  /** The server has had too many requests, of whatever kind. */
  throttled(): void {
    const { clock, random } = this.#context;
    this.#spared.refused(clock.now(), random);
  }

  /** Whether the server tells of each change from now on. Where it does so no more, what it may have told is looked for. */
  hears(isTold: boolean): void {
    if (this.#isTold && !isTold) this.healed();
    this.#isTold = isTold;
  }

  /** Takes in what screens of any tab asked for. True when a person pressed 'Sync now' since the last look. */
  takeWishes(meta: MetaRows): boolean {
    for (const resource of RESOURCE_NAMES) {
      const request = meta.get(`request:${resource}`);
      if (!request || request.at === this.#requestAt.get(resource)) continue;
      this.#requestAt.set(resource, request.at);
      this.#want(resource);
      if (this.#pulling && this.#pulling !== 'feed' && this.#pulling !== 'sign')
        this.#makesWay ||= makesWayFor(this.#pulling, resource, meta);
    }
    const nudge = meta.get('nudge');
    if (!nudge || nudge.at === this.#nudgeAt) return false;
    this.#nudgeAt = nudge.at;
    this.wantAll();
    for (const resource of RESOURCE_NAMES) this.#plan(resource, { restUntil: 0 });
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

  /** What should be read now: a collection, a sign of changes in it, or the change feed in the place of all of them. */
  due(look: Look, visible: boolean): DuePull {
    const narrow = this.#narrow.due(look.open, this.isReading ? this.#besideReading(look) : null);
    if (narrow) return { read: narrow };
    if (this.#pulling || this.#narrow.isLooking) return { at: null };
    const now = this.#context.clock.now();
    const follows = look.features.has('changes');
    const tried = this.#feedTriedAt;
    const mayBegin = tried === null || isOver(tried + FEED_RETRY_MS, now, FEED_RETRY_MS);
    const feed = look.meta.get('feed');
    if (follows && !feed && mayBegin) return { read: () => this.#beginFeed() };
    const followed = follows && feed?.ready ? RESOURCE_NAMES.filter((name) => isInFeed(name, look)) : [];
    const probes = this.#dueProbes(look, now);
    const probed = probes.find(({ at }) => at <= now);
    // Before the feed, which would tell again of what was kept out, as often as it is asked.
    if (probed) return { read: () => this.#pull(probed.resource, look) };
    let next = earliest(probes.map(({ at }) => at));
    let sign: ResourceName | null = null;
    const spared = this.#spared.until(now);
    for (const resource of inOrderOfWishes(look.meta)) {
      const plan = this.#planOf(resource);
      const read = (): Promise<WorkResult> =>
        followed.includes(resource) ? this.#follow(followed) : this.#pull(resource, look);
      // The clock was put back: what was planned by it is void.
      if (plan.startedAt > now) return { read };
      const urgent = this.#updatesWantReading(resource, look);
      const signed = !follows && hasSigns(resource, look);
      const wanted = urgent || plan.wanted;
      const usual = nextPullAt({ ...plan, wanted }, visible, signed);
      const at = usual === null || wanted ? usual : Math.max(usual, spared);
      if (at !== null && at <= now) return { read };
      // Also while a reading is wanted that has to wait for long.
      const looksForSigns = signed && visible && (at === null || at > now + SOON_MS);
      const signAt = looksForSigns ? Math.max(plan.signAt, spared) : null;
      if (signAt !== null && signAt <= now) sign ??= resource;
      next = earliest([next, at, signAt]);
    }
    const unread = sign;
    return unread ? { read: () => this.#lookForSign(unread, look) } : { at: next };
  }

  /** When collections may be read of which nothing but a whole reading tells whether a create has arrived. */
  #dueProbes(look: Look, now: number): readonly { readonly resource: ResourceName; readonly at: number }[] {
    return inOrderOfWishes(look.meta)
      .filter((resource) => hasProbeDue(resource, look, now))
      .map((resource) => {
        const at = Math.min(this.#planOf(resource).restUntil, this.#probes.mayReadAt(resource, now));
        return { resource, at };
      });
  }

  /**
   * Beside a feed a reading that has kept rows out for the sake of a create may not lose it before its end: nothing else
   * would bring them.
   */
  #besideReading({ features }: Look): (create: Mutation) => boolean {
    const busy = this.#pulling;
    return ({ resource }) => busy !== 'feed' && !(busy === resource && features.has('changes'));
  }

  async #beginFeed(): Promise<WorkResult> {
    this.#pulling = 'feed';
    try {
      this.wantAll();
      // They began before the cursor was given.
      this.#broken.clear();
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
    let failed = true;
    try {
      const result = await followFeed(this.#context);
      changed = result.changed;
      failed = !result.work.contact;
      if (result.leftOpen) for (const name of names) this.#plan(name, { wanted: true });
      return result.work;
    } finally {
      const now = clock.now();
      // Not what the device has slept meanwhile.
      const tookMs = Math.min(now - startedAt, SLOW_TIMEOUT_MS);
      for (const name of names) {
        const end = { tookMs, changed, whole: true, failed, told: this.#isTold };
        this.#plans.set(name, pullEnded(this.#planOf(name), now, end, random));
      }
      this.#pulling = null;
    }
  }

  /** Looks whether others have changed a collection. A sign that shows nothing is no reading, and settles nothing. */
  async #lookForSign(resource: ResourceName, { meta }: Look): Promise<WorkResult> {
    const { clock, random } = this.#context;
    this.#pulling = 'sign';
    const startedAt = clock.now();
    const { generation = 0 } = meta.get(`collection:${resource}`) ?? {};
    let rows = 0;
    try {
      const seen = await this.#signs.look(resource, generation);
      const { work, shows } = seen;
      rows = seen.rows;
      if (shows === 'news') this.#want(resource);
      else if (shows === 'doubtful') this.#plan(resource, { wholeAt: this.#planOf(resource).usualAt });
      return work;
    } finally {
      const now = clock.now();
      const tookMs = Math.max(0, Math.min(now - startedAt, SLOW_TIMEOUT_MS));
      this.#plans.set(resource, signSeen(this.#planOf(resource), now, { tookMs, rows }, random));
      this.#pulling = null;
    }
  }

  /** Reads one collection, then settles its unknown creates by what was read. */
  async #pull(resource: ResourceName, { open, meta }: Look): Promise<WorkResult> {
    const { clock, random } = this.#context;
    this.#pulling = resource;
    const startedAt = clock.now();
    const probing = open.some((one) => one.resource === resource && isProbeDue(one, startedAt));
    this.#plans.set(resource, pullStarted(this.#planOf(resource), startedAt));
    let changed = false;
    let broken = false;
    let stable = false;
    let failed = true;
    const pages = this.#pagesOf(resource);
    this.#pages = pages;
    const before = this.#broken.get(resource) ?? null;
    const read = before?.seen.size ?? 0;
    this.#broken.delete(resource);
    this.#makesWay = false;
    try {
      const result = await pullCollection(this.#context, resource, pages, {
        broken: before,
        makesWay: () => this.#makesWay,
      });
      ({ changed, broken, stable } = result);
      failed = !result.work.contact;
      if (stable) this.#signs.wasRead(resource, changed);
      if (result.goesOn) this.#broken.set(resource, result.goesOn);
      const isThrottled = result.work.pause === 'throttled';
      this.#pace.learn(resource, {
        isThrottled,
        isStuck: isThrottled && result.goesOn?.seen.size === read,
        timedOut: result.timedOut,
        stable,
        isSlow: pages.isSlow,
      });
      // What became unknown since is left alone for longer than the reading took.
      if (hasUnknown(resource, open) && (await this.#settle(resource, result)))
        this.#plan(resource, { wanted: true });
      if (stable && meta.get('feed')?.ready === false) await noteFeedReady(this.#context);
      return result.work;
    } finally {
      const endedAt = clock.now();
      const tookMs = (before?.tookMs ?? 0) + pages.tookMs();
      const ended = pullEnded(
        this.#planOf(resource),
        endedAt,
        { tookMs, changed, whole: stable, failed },
        random,
      );
      // Whoever has asked since it began is not answered by its first pages.
      const isOlder = before !== null && (this.#wantedAt.get(resource) ?? 0) > before.startedAt;
      const planned = stable && isOlder ? { ...ended, wanted: true } : ended;
      this.#plans.set(resource, broken ? pullBroken(ended, endedAt) : planned);
      this.#narrow.wasRead(resource, stable ? tookMs : null);
      if (probing) this.#probes.ended(resource, { startedAt, endedAt, tookMs });
      this.#pages = null;
      pages.close();
      this.#pulling = null;
    }
  }

  #pagesOf(resource: ResourceName): PageReader {
    const { send, clock, signal } = this.#context;
    const { list } = resourceApi(send, resource);
    const { small, oneByOne, paceMs } = this.#pace.of(resource);
    const timeoutMs = small ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
    const atOnce = (): number => (oneByOne ? 1 : this.#atOnce());
    return new PageReader({ list, atOnce, timeoutMs, small, paceMs, lost: this.#lost, clock, signal });
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

  #want(resource: ResourceName): void {
    const now = this.#context.clock.now();
    this.#wantedAt.set(resource, now);
    this.#plans.set(resource, pullWanted(this.#planOf(resource), now));
  }

  #plan(resource: ResourceName, change: Partial<PullPlan>): void {
    this.#plans.set(resource, { ...this.#planOf(resource), ...change });
  }
}
