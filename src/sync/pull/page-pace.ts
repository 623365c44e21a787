import type { ResourceName } from '../../domain/resource-spec.ts';

/** Waits between two pages, in ms, where the server has refused the second one of each sitting. */
const FIRST_PACE_MS = 1000;
const SLOWEST_PACE_MS = 16_000;

/** How the pages of a collection are to be asked for. */
export interface Pace {
  /** A page took too long: until they are soon there again, pages are smaller and have more time. */
  readonly small: boolean;
  /** The server has asked for patience. */
  readonly oneByOne: boolean;
  /** How long to wait between two pages, in ms, where the server allows no two requests in a row. */
  readonly paceMs: number;
}

/** What a sitting of a pull says of the server. */
interface Sitting {
  readonly isThrottled: boolean;
  /** It has come no further than the one before it. */
  readonly isStuck: boolean;
  readonly timedOut: boolean;
  /** It has read everything. */
  readonly stable: boolean;
  /** Its last page took too long for others to share the link. */
  readonly isSlow: boolean;
}

const USUAL: Pace = { small: false, oneByOne: false, paceMs: 0 };

/** How patient each collection's server wants a pull to be, as its sittings have shown. */
export class PagePace {
  readonly #paces = new Map<ResourceName, Pace>();

  of(resource: ResourceName): Pace {
    return this.#paces.get(resource) ?? USUAL;
  }

  learn(resource: ResourceName, { isThrottled, isStuck, timedOut, stable, isSlow }: Sitting): void {
    const { small, oneByOne, paceMs } = this.of(resource);
    const slower = isStuck ? Math.min(SLOWEST_PACE_MS, 2 * paceMs || FIRST_PACE_MS) : paceMs;
    const isOver = stable && !isThrottled;
    this.#paces.set(resource, {
      small: timedOut || (small && !(stable && !isSlow)),
      oneByOne: isThrottled || (oneByOne && !isOver),
      paceMs: isOver ? 0 : slower,
    });
  }
}
