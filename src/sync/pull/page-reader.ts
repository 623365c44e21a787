import { inSmallPages, type ListPage, type ResourceApi } from '../../api/resource-api.ts';
import { type Answer, isNetworkFault, SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../../domain/answer.ts';
import { type Clock, delay } from '../../domain/ports.ts';

/** In ms. On a slower link, parallel pages would time out. */
const SLOW_PAGE_MS = 1500;
const NUMBER_IN_QUERY = /([?&]page=)(\d+)(?=&|$)/;

interface Options {
  readonly list: ResourceApi['list'];
  readonly atOnce: () => number;
  readonly small: boolean;
  readonly paceMs?: number;
  readonly lost?: () => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads the pages of a list, some of them ahead, by guessing page numbers. A guess counts only if the page before it
 * names it as the next, so the result is the same as following `next`.
 */
export class PageReader {
  readonly #options: Options;
  #ahead = new Map<string, Promise<Answer>>();
  readonly #arrived = new WeakSet<Promise<Answer>>();
  #abort = new AbortController();
  #underWay = 0;
  #isSlow = false;
  #hasAsked = false;
  #tookMs = 0;
  #countedUntil: number;

  constructor(options: Options) {
    this.#options = options;
    this.#countedUntil = options.clock.now();
    options.signal.addEventListener('abort', this.#drop);
  }

  get underWay(): number {
    return this.#underWay;
  }

  hasArrived(query: string): boolean {
    const guess = this.#ahead.get(query);
    return guess !== undefined && this.#arrived.has(guess);
  }

  /** Returns the time taken in ms, without sleep and waits between pages. A page counts for at most its timeout. */
  tookMs(): number {
    const now = this.#options.clock.now();
    this.#tookMs += Math.max(0, Math.min(now - this.#countedUntil, SLOW_TIMEOUT_MS));
    this.#countedUntil = now;
    return this.#tookMs;
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  get isSmall(): boolean {
    return this.#options.small;
  }

  goOnAt(next: string | null, read: number): string | null {
    return next !== null && this.#options.small ? inSmallPages(next, read) : next;
  }

  async read(query: string | null): Promise<Answer> {
    this.tookMs();
    const guess = query === null ? undefined : this.#ahead.get(query);
    if (!guess) this.#drop();
    if (query !== null) this.#ahead.delete(query);
    const answer = guess && (await guess);
    if (answer && !isLost(answer, this.#options.signal)) return answer;
    return this.#ask(query);
  }

  askAhead({ next, rows }: ListPage, left: number | null): void {
    if (next === null || this.#isSlow) return;
    const pages = left === null || rows.length === 0 ? 1 : Math.ceil(left / rows.length);
    const room = Math.min(this.#options.atOnce(), pages);
    for (let query: string | null = next, n = 0; n < room && query !== null; n += 1) {
      if (!this.#ahead.has(query)) this.#ahead.set(query, this.#guess(query));
      query = pageAfter(query);
    }
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.#drop);
    this.#drop();
  }

  #guess(query: string): Promise<Answer> {
    const guess = this.#ask(query);
    // Perhaps nobody awaits the guess, so its rejection must be handled here.
    guess.then(
      (answer) => {
        if (isNetworkFault(answer)) this.#options.lost?.();
        if (!isLost(answer, this.#options.signal)) this.#arrived.add(guess);
      },
      () => undefined,
    );
    return guess;
  }

  async #ask(query: string | null): Promise<Answer> {
    const { list, clock, small, paceMs = 0 } = this.#options;
    const timeoutMs = small ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
    const { signal } = this.#abort;
    this.#underWay += 1;
    let startedAt = clock.now();
    try {
      if (this.#hasAsked && paceMs > 0) {
        await delay(clock, paceMs, signal);
        startedAt = clock.now();
        this.#countedUntil = startedAt;
      }
      this.#hasAsked = true;
      return await list(query, { signal, timeoutMs, small });
    } finally {
      this.#underWay -= 1;
      this.#isSlow = clock.now() - startedAt > SLOW_PAGE_MS;
    }
  }

  readonly #drop = (): void => {
    if (this.#underWay > 0) this.#abort.abort();
    this.#abort = new AbortController();
    if (this.#options.signal.aborted) this.#abort.abort();
    this.#ahead = new Map();
  };
}

/** A 429 is not a lost answer. */
function isLost(answer: Answer, { aborted }: AbortSignal): boolean {
  if (answer.kind === 'noAnswer') return !aborted;
  if (answer.kind !== 'response') return false;
  return answer.status >= 500 || (answer.status < 300 && answer.body.kind !== 'json');
}

/** Returns '?page=3&…' for '?page=2&…'; null if pages have no numbers. */
function pageAfter(query: string): string | null {
  if (!NUMBER_IN_QUERY.test(query)) return null;
  return query.replace(NUMBER_IN_QUERY, (_, name: string, page: string) => `${name}${Number(page) + 1}`);
}
