import type { MetaRows } from '../../db/meta-rows.ts';
import type { Clock, Random } from '../../domain/ports.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import {
  afterRefusal,
  type MarkerHistory,
  NEVER_REFUSED,
  NO_MARKER_YET,
  NO_PULL_YET,
  type Pace,
  type ProbeRun,
  type PullPlan,
  pullAfterEvent,
  pullAfterReconnect,
  pullInherited,
  pullWanted,
  type RateLimitBackoff,
  restUntil,
  USUAL_PACE,
} from './pull-policy.ts';
import type { PullState } from './pull-state.ts';

interface Ports {
  readonly clock: Clock;
  readonly random: Random;
}

interface CollectionMemory {
  plan: PullPlan;
  pace: Pace;
  probes: ProbeRun | null;
  marker: MarkerHistory;
  broken: PullState | null;
  /** Device time in ms of the last request; 0 before the first. */
  wantedAt: number;
  requestAt: number | undefined;
  inherited: boolean;
}

export class PullMemory {
  readonly #ports: Ports;
  readonly #collections = new Map<ResourceName, CollectionMemory>();
  #rateLimit: RateLimitBackoff = NEVER_REFUSED;
  #syncNowAt: number | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    for (const resource of RESOURCE_NAMES) this.#collections.set(resource, nothingYet());
  }

  of(resource: ResourceName): CollectionMemory {
    const memory = this.#collections.get(resource) ?? nothingYet();
    this.#collections.set(resource, memory);
    return memory;
  }

  change(resource: ResourceName, change: Partial<PullPlan>): void {
    const memory = this.of(resource);
    memory.plan = { ...memory.plan, ...change };
  }

  want(resource: ResourceName): void {
    const memory = this.of(resource);
    memory.wantedAt = this.#ports.clock.now();
    memory.plan = pullWanted(memory.plan, memory.wantedAt);
  }

  wantAll(): void {
    for (const resource of RESOURCE_NAMES) this.want(resource);
  }

  reconnected(): void {
    const now = this.#ports.clock.now();
    for (const memory of this.#collections.values()) memory.plan = pullAfterReconnect(memory.plan, now);
  }

  changed(): void {
    const { clock, random } = this.#ports;
    const now = clock.now();
    for (const memory of this.#collections.values()) memory.plan = pullAfterEvent(memory.plan, now, random);
  }

  throttled(): void {
    this.#rateLimit = afterRefusal(this.#rateLimit, this.#ports.clock.now(), this.#ports.random);
  }

  restUntil(now: number): number {
    return restUntil(this.#rateLimit, now);
  }

  forgetBroken(): void {
    for (const memory of this.#collections.values()) memory.broken = null;
  }

  takeRequests(meta: MetaRows): readonly ResourceName[] {
    return RESOURCE_NAMES.filter((resource) => {
      const request = meta.get(`request:${resource}`);
      const memory = this.of(resource);
      if (request === undefined || request.at === memory.requestAt) return false;
      memory.requestAt = request.at;
      this.want(resource);
      return true;
    });
  }

  /** 'Sync now' ends the cooldowns. */
  takeSyncNow(meta: MetaRows): boolean {
    const syncNow = meta.get('syncRequested');
    if (!syncNow || syncNow.at === this.#syncNowAt) return false;
    this.#syncNowAt = syncNow.at;
    this.wantAll();
    for (const resource of RESOURCE_NAMES) this.change(resource, { cooldownUntil: 0 });
    return true;
  }

  inheritCooldown(meta: MetaRows): void {
    const when = { now: this.#ports.clock.now(), askedAt: meta.get('syncRequested')?.at ?? 0 };
    for (const resource of RESOURCE_NAMES) {
      const memory = this.of(resource);
      if (memory.inherited) continue;
      memory.inherited = true;
      memory.plan = pullInherited(memory.plan, meta.get(`collection:${resource}`) ?? {}, when);
    }
  }
}

function nothingYet(): CollectionMemory {
  return {
    plan: NO_PULL_YET,
    pace: USUAL_PACE,
    probes: null,
    marker: NO_MARKER_YET,
    broken: null,
    wantedAt: 0,
    requestAt: undefined,
    inherited: false,
  };
}
