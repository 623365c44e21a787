import { BusyError } from './database-errors.ts';

/** On whose behalf the database is asked. */
export interface Sender {
  /** 'company 5' */
  readonly name: string;
  /** Changes of one company wait for each other anyway: they take turns with its readings, and few hold a connection. */
  readonly writes?: boolean;
  /** Whether it leaves others as much time as it took, while others with this are about: see `FairQueue`. */
  readonly shares?: boolean;
}

/** What work learns of those who wait while it holds a connection. */
export interface Turn {
  /** Whether somebody else's turn would be next, and no connection is free. */
  isWanted(): boolean;
}

export interface QueueLimits {
  /** How long work waits for a connection before it is told that the server is busy, in ms. */
  readonly waitMs: number;
  /** So much work of one sender waits at most; whoever comes then is told at once that the server is busy. */
  readonly waiting: number;
}

/** Below the 10 s that the app waits for an answer: who has gone away is not served. */
const DEFAULTS: QueueLimits = { waitMs: 5_000, waiting: 1_000 };
const WRITERS = 2;
/** So many connections are left to others, however much one sender asks. */
const LEFT_TO_OTHERS = 2;
/** Who has asked for something within so long is about, in ms. */
const ABOUT_MS = 1_000;
/** Work of less than this is no burden to others, and after none is rested longer than the other, in ms. */
const [SHORT_MS, LONGEST_REST_MS] = [2, 250];

/** The work of one sender, reading or writing, in its order. */
interface Lane {
  /** Each starts one piece of work. */
  readonly waiting: (() => void)[];
  /** So much may be under way at once. */
  readonly most: number;
  /** What rests counts as well. */
  underWay: number;
}

interface Seen {
  readonly name: string;
  readonly at: number;
}

const NOBODY: Seen = { name: '', at: Number.NEGATIVE_INFINITY };

/**
 * Who may use one of a database's connections next. Senders take turns, so that one with much work keeps another waiting
 * for no more than the work that is under way. What needs several turns would wait for such work before each: so a sender
 * rests after a piece of work as long as that took, while others are about.
 */
export class FairQueue {
  readonly #writers: number;
  readonly #readers: number;
  readonly #limits: QueueLimits;
  /** Those with work, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** The last sender of those that share, and the last one before that was another: by name, and when. */
  #last: Seen = NOBODY;
  #lastOther: Seen = NOBODY;
  #free: number;

  constructor(connections: number, limits: Partial<QueueLimits> = {}) {
    this.#free = connections;
    this.#writers = Math.min(WRITERS, connections);
    this.#readers = Math.max(1, connections - WRITERS - LEFT_TO_OTHERS);
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /**
   * Runs work when it is the sender's turn. Fails with `BusyError`, and does not run it, where that takes longer than
   * `waitMs`.
   */
  async run<T>(
    { name, writes = false, shares = false }: Sender,
    work: (turn: Turn) => Promise<T>,
    waitMs = this.#limits.waitMs,
  ): Promise<T> {
    if (shares) this.#see(name);
    const key = `${name} ${writes ? 'writes' : 'reads'}`;
    const lane = this.#lanes.get(key) ?? {
      waiting: [],
      most: writes ? this.#writers : this.#readers,
      underWay: 0,
    };
    this.#lanes.set(key, lane);
    await this.#turnOf(lane, waitMs).finally(() => this.#forgetIdle(key, lane));
    const begun = performance.now();
    try {
      return await work({ isWanted: () => this.#next(lane) !== undefined });
    } finally {
      this.#free += 1;
      this.#putLast(key, lane);
      const rest = shares ? this.#restAfter(performance.now() - begun, name) : 0;
      if (rest > 0) setTimeout(() => this.#goOn(key, lane), rest).unref();
      else lane.underWay -= 1;
      this.#startNext();
      this.#forgetIdle(key, lane);
    }
  }

  #see(name: string): void {
    if (this.#last.name !== name) this.#lastOther = this.#last;
    this.#last = { name, at: performance.now() };
  }

  #restAfter(tookMs: number, name: string): number {
    const other = this.#last.name === name ? this.#lastOther : this.#last;
    const isAlone = performance.now() - other.at > ABOUT_MS;
    return isAlone || tookMs < SHORT_MS ? 0 : Math.min(tookMs, LONGEST_REST_MS);
  }

  /** After a rest. */
  #goOn(key: string, lane: Lane): void {
    lane.underWay -= 1;
    this.#startNext();
    this.#forgetIdle(key, lane);
  }

  async #turnOf(lane: Lane, waitMs: number): Promise<void> {
    if (lane.waiting.length >= this.#limits.waiting) {
      throw new BusyError(`${lane.waiting.length} pieces of work of one sender wait`);
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
      lane.underWay += 1;
      lane.waiting.shift()?.();
    }
  }

  /** The first that can start, but for `own`. Before it are none but those with work under way or at rest: they are few. */
  #next(own?: Lane): [string, Lane] | undefined {
    for (const entry of this.#lanes) if (entry[1] !== own && canStart(entry[1])) return entry;
    return undefined;
  }

  /** Who has had a turn, or has just given back a connection, comes behind all who wait. */
  #putLast(key: string, lane: Lane): void {
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
  }

  #forgetIdle(key: string, lane: Lane): void {
    if (lane.underWay === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
  }
}

function canStart({ waiting, underWay, most }: Lane): boolean {
  return waiting.length > 0 && underWay < most;
}
