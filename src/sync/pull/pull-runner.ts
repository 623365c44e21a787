import { resourceApi } from '../../api/resource-api.ts';
import type { MetaRows } from '../../db/meta-rows.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/answer.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { hasUnknown, isProbeDue, type Poll } from '../poll.ts';
import { CONTACT, NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { beginFeed, followFeed, noteFeedReady } from './feed.ts';
import { pollForMarker } from './marker.ts';
import { NarrowPolls } from './narrow-poll.ts';
import { PageReader } from './page-reader.ts';
import { PhotoReads } from './photo-reads.ts';
import { makesWayFor, type PullAction, type PullFacts } from './plan-pull.ts';
import { settleByPull } from './probe.ts';
import { pullCollection } from './pull.ts';
import { PullMemory } from './pull-memory.ts';
import {
  afterWholePull,
  markerSeen,
  type PullEnd,
  paceAfter,
  probeFrom,
  probeRead,
  pullBroken,
  pullEnded,
  pullStarted,
} from './pull-policy.ts';
import type { PullResult, PullState } from './pull-state.ts';

type Pulling = ResourceName | 'feed' | 'marker' | 'photos';

interface Ports {
  readonly atOnce: () => number;
  /** A request had no answer, but the pull continues. */
  readonly lost: () => void;
  readonly settingsAt: (version: number) => void;
}

interface SittingEnd {
  readonly startedAt: number;
  readonly before: PullState | null;
  readonly result: PullResult | null;
  readonly probing: boolean;
  readonly pages: PageReader;
}

export class PullRunner {
  readonly #context: SyncContext;
  readonly #memory: PullMemory;
  #hasEventStream = false;
  #feedTriedAt: number | null = null;
  #pulling: Pulling | null = null;
  #makesWay = false;
  #pages: PageReader | null = null;
  readonly #ports: Ports;
  readonly #narrow: NarrowPolls;
  readonly #photos: PhotoReads;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
    this.#memory = new PullMemory(context);
    this.#narrow = new NarrowPolls(context);
    this.#photos = new PhotoReads(context);
  }

  get pulling(): Pulling | null {
    return this.#pulling;
  }

  get reads(): number {
    const polls = this.#narrow.isPolling ? 1 : 0;
    return polls + (this.#pulling === null ? 0 : Math.max(1, this.#pages?.underWay ?? 0));
  }

  wantAll(): void {
    this.#memory.wantAll();
  }

  reconnected(): void {
    this.#photos.resetBackoff();
    this.#memory.reconnected();
  }

  /** While this device sends, events announce its own changes, which need no prompt read. */
  changed(sending: boolean): void {
    if (sending) this.#memory.wantAll();
    else this.#memory.changed();
  }

  throttled(): void {
    this.#memory.throttled();
  }

  /** When the stream closes, changes may have been missed. */
  streamOpened(isOpen: boolean): void {
    if (this.#hasEventStream && !isOpen) this.#memory.reconnected();
    this.#hasEventStream = isOpen;
  }

  takeRequests(meta: MetaRows): boolean {
    const busy = this.#pulling;
    for (const resource of this.#memory.takeRequests(meta))
      if (busy && busy !== 'feed' && busy !== 'marker' && busy !== 'photos')
        this.#makesWay ||= makesWayFor(busy, resource, meta);
    return this.#memory.takeSyncNow(meta);
  }

  inheritCooldown(meta: MetaRows): void {
    this.#memory.inheritCooldown(meta);
  }

  facts(poll: Poll, visible: boolean): PullFacts {
    const now = this.#context.clock.now();
    return {
      now,
      visible,
      planOf: (resource) => this.#memory.of(resource).plan,
      isPulling: this.#pulling !== null || this.#narrow.isPolling,
      narrow: this.#narrow.wanted(poll.open, this.#besidePull(poll)),
      feedTriedAt: this.#feedTriedAt,
      restUntil: this.#memory.restUntil(now),
      probeAt: (resource) => probeFrom(this.#memory.of(resource).probes, now),
      photos: this.#photos.due(poll, { now, restUntil: this.#memory.restUntil(now) }),
    };
  }

  run(action: PullAction, poll: Poll): Promise<WorkResult> {
    switch (action.do) {
      case 'narrow':
        return this.#narrow.poll(action.creates, poll.open);
      case 'beginFeed':
        return this.#beginFeed();
      case 'follow':
        return this.#follow(action.names);
      case 'pull':
        return this.#pull(action.resource, poll);
      case 'marker':
        return this.#pollForMarker(action.resource, poll);
      case 'photos':
        return this.#readPhotos(poll);
      case 'wait':
        return Promise.resolve(NOTHING);
      default:
        return action satisfies never;
    }
  }

  /** With a feed, a create must not settle while a pull keeps rows out for it: nothing would bring them later. */
  #besidePull({ features }: Poll): (create: Mutation) => boolean {
    const busy = this.#pulling;
    return ({ resource }) => busy !== 'feed' && !(busy === resource && features.has('changes'));
  }

  async #beginFeed(): Promise<WorkResult> {
    this.#pulling = 'feed';
    try {
      this.wantAll();
      this.#memory.forgetBroken();
      const work = await beginFeed(this.#context);
      this.#feedTriedAt = work === CONTACT ? null : this.#context.clock.now();
      return work;
    } finally {
      this.#pulling = null;
    }
  }

  async #follow(names: readonly ResourceName[]): Promise<WorkResult> {
    const { clock } = this.#context;
    this.#pulling = 'feed';
    const startedAt = clock.now();
    for (const name of names) this.#started(name, startedAt);
    let changed = false;
    let failed = true;
    try {
      const result = await followFeed(this.#context, names);
      changed = result.changed;
      failed = !result.work.contact;
      if (result.settings !== undefined) this.#ports.settingsAt(result.settings);
      if (result.leftOpen) for (const name of names) this.#memory.change(name, { wanted: true });
      return result.work;
    } finally {
      const now = clock.now();
      const tookMs = Math.min(now - startedAt, SLOW_TIMEOUT_MS);
      for (const name of names)
        this.#ended(name, now, {
          tookMs,
          changed,
          whole: true,
          failed,
          hasEventStream: this.#hasEventStream,
        });
      this.#pulling = null;
    }
  }

  async #readPhotos(poll: Poll): Promise<WorkResult> {
    this.#pulling = 'photos';
    try {
      return await this.#photos.run(poll);
    } finally {
      this.#pulling = null;
    }
  }

  async #pollForMarker(resource: ResourceName, { meta }: Poll): Promise<WorkResult> {
    const { clock, random } = this.#context;
    this.#pulling = 'marker';
    const startedAt = clock.now();
    const { generation = 0 } = meta.get(`collection:${resource}`) ?? {};
    const memory = this.#memory.of(resource);
    let rows = 0;
    try {
      const seen = await pollForMarker(this.#context, { resource, generation, history: memory.marker });
      rows = seen.rows;
      memory.marker = seen.history;
      if (seen.shows === 'news') this.#memory.want(resource);
      else if (seen.shows === 'doubtful') this.#memory.change(resource, { wholeAt: memory.plan.usualAt });
      return seen.work;
    } finally {
      const now = clock.now();
      const tookMs = Math.max(0, Math.min(now - startedAt, SLOW_TIMEOUT_MS));
      memory.plan = markerSeen(memory.plan, { now, tookMs, rows }, random);
      this.#pulling = null;
    }
  }

  async #pull(resource: ResourceName, { open, meta }: Poll): Promise<WorkResult> {
    this.#pulling = resource;
    const startedAt = this.#context.clock.now();
    const probing = open.some((one) => one.resource === resource && isProbeDue(one, startedAt));
    this.#started(resource, startedAt);
    const pages = this.#pagesOf(resource);
    this.#pages = pages;
    const memory = this.#memory.of(resource);
    const before = memory.broken;
    memory.broken = null;
    this.#makesWay = false;
    let result: PullResult | null = null;
    try {
      const sitting = { broken: before, makesWay: () => this.#makesWay };
      result = await pullCollection(this.#context, { resource, pages, sitting });
      this.#learn(resource, { result, pages, read: before?.seen.size ?? 0 });
      // Creates that became unknown during the pull wait longer than it took.
      if (hasUnknown(resource, open) && (await settleByPull(this.#context, resource, result)))
        this.#memory.change(resource, { wanted: true });
      if (result.stable && meta.get('feed')?.ready === false) await noteFeedReady(this.#context);
      return result.work;
    } finally {
      this.#planAfter(resource, { startedAt, before, result, probing, pages });
      this.#pages = null;
      pages.close();
      this.#pulling = null;
    }
  }

  #learn(
    resource: ResourceName,
    sitting: { readonly result: PullResult; readonly pages: PageReader; readonly read: number },
  ): void {
    const { result, pages, read } = sitting;
    const { changed, stable, goesOn, timedOut, work } = result;
    const memory = this.#memory.of(resource);
    if (stable) memory.marker = afterWholePull(memory.marker, changed);
    if (goesOn) memory.broken = goesOn;
    const isThrottled = work.pause === 'throttled';
    const isStuck = isThrottled && goesOn?.seen.size === read;
    memory.pace = paceAfter(memory.pace, { isThrottled, isStuck, timedOut, stable, isSlow: pages.isSlow });
  }

  #planAfter(resource: ResourceName, { startedAt, before, result, probing, pages }: SittingEnd): void {
    const endedAt = this.#context.clock.now();
    const tookMs = (before?.tookMs ?? 0) + pages.tookMs();
    const { changed = false, stable = false, broken = false } = result ?? {};
    const failed = !result?.work.contact;
    this.#ended(resource, endedAt, { tookMs, changed, whole: stable, failed });
    // The first pages do not answer a request made since the pull began.
    const memory = this.#memory.of(resource);
    const isOlder = before !== null && memory.wantedAt > before.startedAt;
    if (broken) memory.plan = pullBroken(memory.plan, endedAt);
    else if (stable && isOlder) this.#memory.change(resource, { wanted: true });
    this.#narrow.pullEnded();
    if (probing) memory.probes = probeRead(memory.probes, { startedAt, endedAt, tookMs });
  }

  #started(resource: ResourceName, now: number): void {
    const memory = this.#memory.of(resource);
    memory.plan = pullStarted(memory.plan, now);
  }

  #ended(resource: ResourceName, now: number, end: Omit<PullEnd, 'now'>): void {
    const memory = this.#memory.of(resource);
    memory.plan = pullEnded(memory.plan, { now, ...end }, this.#context.random);
  }

  #pagesOf(resource: ResourceName): PageReader {
    const { send, clock, signal } = this.#context;
    const { list } = resourceApi(send, resource);
    const { small, oneByOne, paceMs } = this.#memory.of(resource).pace;
    const atOnce = (): number => (oneByOne ? 1 : this.#ports.atOnce());
    return new PageReader({ list, atOnce, small, paceMs, lost: this.#ports.lost, clock, signal });
  }
}
