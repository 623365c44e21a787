import { BusyError } from './database-errors.ts';

export interface Sender {
  /** 'company 5' */
  readonly name: string;
  /** A company's writes wait for each other anyway, so only a few at a time hold a connection. */
  readonly writes?: boolean;
  /** If true, the sender pauses after its work while other senders with `shares` are active. */
  readonly shares?: boolean;
}

export interface Turn {
  /** True if another sender is waiting for a connection. */
  isWanted(): boolean;
}

export interface QueueLimits {
  /** The longest wait for a connection, in ms. */
  readonly waitMs: number;
  /** The most reads, or writes, of one sender that may wait. Any more fail immediately. */
  readonly waiting: number;
}

/** Below the app's timeout of 10 s, so that nothing is executed for a client that has left. */
const DEFAULTS: QueueLimits = { waitMs: 5_000, waiting: 1_000 };
const WRITERS = 2;
/** Connections that one sender's reads never take. */
const LEFT_TO_OTHERS = 2;
/** A sender counts as active for this long after it last used the queue. */
const ACTIVE_MS = 1_000;
/** Shorter work is not followed by a pause. */
const SHORT_MS = 2;
const LONGEST_PAUSE_MS = 250;

/** The reads or the writes of one sender. */
interface Lane {
  readonly waiting: (() => void)[];
  readonly most: number;
  /** Includes work whose pause has not ended. */
  running: number;
}

/** The last time a sender with `shares` used the queue. */
interface LastUse {
  readonly name: string;
  readonly at: number;
}

const NEVER: LastUse = { name: '', at: Number.NEGATIVE_INFINITY };

/**
 * Senders take turns, so a busy sender delays another only by the work in progress. But a request that takes several
 * turns would still wait before each one. So while other senders are active, a sender pauses for as long as its work
 * took.
 */
export class FairQueue {
  readonly #writers: number;
  readonly #readers: number;
  readonly #limits: QueueLimits;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** `#lastOther` is the last use by any other sender. */
  #last: LastUse = NEVER;
  #lastOther: LastUse = NEVER;
  #free: number;

  constructor(connections: number, limits: Partial<QueueLimits> = {}) {
    this.#free = connections;
    this.#writers = Math.min(WRITERS, connections);
    this.#readers = Math.max(1, connections - WRITERS - LEFT_TO_OTHERS);
    this.#limits = { ...DEFAULTS, ...limits };
  }

  async run<T>(
    { name, writes = false, shares = false }: Sender,
    work: (turn: Turn) => Promise<T>,
    waitMs = this.#limits.waitMs,
  ): Promise<T> {
    if (shares) this.#noteUse(name);
    const key = `${name} ${writes ? 'writes' : 'reads'}`;
    const lane = this.#lanes.get(key) ?? {
      waiting: [],
      most: writes ? this.#writers : this.#readers,
      running: 0,
    };
    this.#lanes.set(key, lane);
    await this.#turnOf(lane, waitMs).finally(() => this.#forgetIdle(key, lane));
    const begun = performance.now();
    try {
      return await work({ isWanted: () => this.#next(lane) !== undefined });
    } finally {
      this.#free += 1;
      this.#putLast(key, lane);
      const pause = shares ? this.#pauseAfter(performance.now() - begun, name) : 0;
      if (pause > 0) setTimeout(() => this.#resume(key, lane), pause).unref();
      else lane.running -= 1;
      this.#startNext();
      this.#forgetIdle(key, lane);
    }
  }

  #noteUse(name: string): void {
    if (this.#last.name !== name) this.#lastOther = this.#last;
    this.#last = { name, at: performance.now() };
  }

  #pauseAfter(tookMs: number, name: string): number {
    const other = this.#last.name === name ? this.#lastOther : this.#last;
    const isAlone = performance.now() - other.at > ACTIVE_MS;
    return isAlone || tookMs < SHORT_MS ? 0 : Math.min(tookMs, LONGEST_PAUSE_MS);
  }

  #resume(key: string, lane: Lane): void {
    lane.running -= 1;
    this.#startNext();
    this.#forgetIdle(key, lane);
  }

  async #turnOf(lane: Lane, waitMs: number): Promise<void> {
    if (lane.waiting.length >= this.#limits.waiting) {
      throw new BusyError(`one sender already has ${lane.waiting.length} requests waiting`);
    }
    await new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      lane.waiting.push(start);
      this.#startNext();
      if (!lane.waiting.includes(start)) return;
      timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(start), 1);
        reject(new BusyError(`no connection was free within ${waitMs} ms`));
      }, waitMs);
    });
  }

  #startNext(): void {
    while (this.#free > 0) {
      const next = this.#next();
      if (!next) return;
      const [key, lane] = next;
      this.#putLast(key, lane);
      this.#free -= 1;
      lane.running += 1;
      lane.waiting.shift()?.();
    }
  }

  #next(own?: Lane): [string, Lane] | undefined {
    for (const entry of this.#lanes) if (entry[1] !== own && canStart(entry[1])) return entry;
    return undefined;
  }

  #putLast(key: string, lane: Lane): void {
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
  }

  #forgetIdle(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
  }
}

function canStart({ waiting, running, most }: Lane): boolean {
  return waiting.length > 0 && running < most;
}
