import type { ResourceName } from '../../domain/resource-spec.ts';
import { SECOND_CHECK_MS } from '../../outbox/retry-policy.ts';

/** In the long run a pull for unknown creates takes a twentieth of the time at most, as any other does. */
const LONGEST_FACTOR = 20;

/** Pulls of one collection for the sake of unknown creates, in a row. Device times in ms. */
export interface ProbeRun {
  readonly count: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly tookMs: number;
}

/**
 * Device time in ms from which on a collection may be read for unknown creates. The cooldown after a pull holds back
 * polling, not this: a person's change waits for it. The first two pulls, which a create that has not arrived needs,
 * are half a minute apart; each further one in a row waits longer, so that a server that loses every answer is not read
 * all day.
 */
export function probeFrom({ count, startedAt, endedAt, tookMs }: ProbeRun): number {
  const factor = Math.min(LONGEST_FACTOR, 2 ** (count - 1) - 1);
  return Math.max(startedAt + SECOND_CHECK_MS, endedAt + factor * tookMs);
}

/** The run after a further pull: it begins anew where the usual cooldown has passed since the last one. */
export function probeRead(before: ProbeRun | null, read: Omit<ProbeRun, 'count'>): ProbeRun {
  const goesOn =
    before !== null &&
    before.endedAt <= read.startedAt &&
    read.startedAt < before.endedAt + Math.max(SECOND_CHECK_MS, LONGEST_FACTOR * before.tookMs);
  return { ...read, count: goesOn ? before.count + 1 : 1 };
}

/** When each collection may be read for unknown creates, as the leading tab has read them for these. */
export class ProbePace {
  readonly #runs = new Map<ResourceName, ProbeRun>();

  /** Device time in ms. A clock that has been put back since makes what was planned by it void. */
  mayReadAt(resource: ResourceName, now: number): number {
    const run = this.#runs.get(resource);
    return run === undefined || run.endedAt > now ? now : probeFrom(run);
  }

  /** A pull has ended for which an unknown create had waited. */
  ended(resource: ResourceName, read: Omit<ProbeRun, 'count'>): void {
    this.#runs.set(resource, probeRead(this.#runs.get(resource) ?? null, read));
  }
}
