import type { MetaRows } from '../../db/meta/meta-rows.ts';
import type { Clock, Random } from '../../domain/ports.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import {
  LONGEST_COOLDOWN,
  NO_PULL_YET,
  type PullPlan,
  pullAfterEvent,
  pullHealed,
  pullWanted,
} from './pull-schedule.ts';

interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

/** When each collection is to be read, by what has been read and by who has asked. */
export class PullPlans {
  readonly #ports: Ports;
  readonly #plans = new Map<ResourceName, PullPlan>();
  /** Collections whose cooldown after the last leader's pull has been inherited. */
  readonly #inherited = new Set<ResourceName>();
  /** Device times in ms at which somebody last asked for each. */
  readonly #wantedAt = new Map<ResourceName, number>();
  /** When screens last asked, by resource, and when a person last pressed 'Sync now'. */
  readonly #requestAt = new Map<ResourceName, number>();
  #syncNowAt: number | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  of(resource: ResourceName): PullPlan {
    return this.#plans.get(resource) ?? NO_PULL_YET;
  }

  set(resource: ResourceName, plan: PullPlan): void {
    this.#plans.set(resource, plan);
  }

  change(resource: ResourceName, change: Partial<PullPlan>): void {
    this.set(resource, { ...this.of(resource), ...change });
  }

  want(resource: ResourceName): void {
    const now = this.#ports.clock.now();
    this.#wantedAt.set(resource, now);
    this.set(resource, pullWanted(this.of(resource), now));
  }

  wantAll(): void {
    for (const resource of RESOURCE_NAMES) this.want(resource);
  }

  /** Device time in ms at which somebody last asked for a collection; 0 where nobody has. */
  wantedAt(resource: ResourceName): number {
    return this.#wantedAt.get(resource) ?? 0;
  }

  /** The server can be reached again. */
  healed(): void {
    const now = this.#ports.clock.now();
    for (const resource of RESOURCE_NAMES) this.set(resource, pullHealed(this.of(resource), now));
  }

  /** The server says that something has changed. */
  changed(): void {
    const { clock, random } = this.#ports;
    const now = clock.now();
    for (const resource of RESOURCE_NAMES) this.set(resource, pullAfterEvent(this.of(resource), now, random));
  }

  /** Takes in what screens of any tab have asked for since the last poll. Returns the collections, the list on screen or not. */
  takeRequests(meta: MetaRows): readonly ResourceName[] {
    const asked = RESOURCE_NAMES.filter((resource) => {
      const request = meta.get(`request:${resource}`);
      return request !== undefined && request.at !== this.#requestAt.get(resource);
    });
    for (const resource of asked) {
      this.#requestAt.set(resource, meta.get(`request:${resource}`)?.at ?? 0);
      this.want(resource);
    }
    return asked;
  }

  /** Takes in that a person has pressed 'Sync now' since the last poll: everything is read, and nothing cools down. */
  takeSyncNow(meta: MetaRows): boolean {
    const syncNow = meta.get('nudge');
    if (!syncNow || syncNow.at === this.#syncNowAt) return false;
    this.#syncNowAt = syncNow.at;
    this.wantAll();
    for (const resource of RESOURCE_NAMES) this.change(resource, { cooldownUntil: 0 });
    return true;
  }

  /** The last leader's pulls want their cooldown as well, unless a person has asked since or the clock was put back. */
  inheritCooldown(meta: MetaRows): void {
    const now = this.#ports.clock.now();
    const askedAt = meta.get('nudge')?.at ?? 0;
    for (const resource of RESOURCE_NAMES) {
      if (this.#inherited.has(resource)) continue;
      this.#inherited.add(resource);
      const { restUntil = 0, triedAt = 0 } = meta.get(`collection:${resource}`) ?? {};
      const isVoid = triedAt > now || triedAt < askedAt;
      if (!isVoid && !isOver(restUntil, now, LONGEST_COOLDOWN))
        this.change(resource, { cooldownUntil: restUntil });
    }
  }
}
