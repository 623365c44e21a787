import type { ListPage } from '../../api/resource-api.ts';
import { inSmallPages, type ResourceApi } from '../../api/resource-api.ts';
import type { Answer } from '../../domain/answer.ts';
import { type Clock, delay } from '../../domain/ports.ts';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../../domain/time-outs.ts';
import { isNetworkFault } from '../../outbox/classify-answer.ts';

/** On a link that takes longer than this for a page, in ms, pages that share it would run into time-outs. */
const SLOW_PAGE_MS = 1500;
const NUMBER_IN_QUERY = /([?&]page=)(\d+)(?=&|$)/;

interface Options {
  readonly list: ResourceApi['list'];
  /** How many requests may be under way now; asked anew for each page. */
  readonly atOnce: () => number;
  /** Whether pages are asked for that are soon there, and have more time, on a link on which others were not. */
  readonly small: boolean;
  /** How long to wait before each request but the first, in ms. Default not at all. */
  readonly paceMs?: number;
  /** Told of a page that was asked for ahead and that the server did not answer. It is asked for again, and may come. */
  readonly lost?: () => void;
  readonly clock: Clock;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/**
 * Asks for a collection's pages. While one is merged, those after it are asked for already: the next one, and where
 * the server numbers its pages, what by its number will come after that. Such a guess is taken only when the page
 * before it has named it as its next, so that what is read is what following `next` alone would have read. One that was
 * lost is asked for once more, when its turn has come.
 */
export class PageReader {
  readonly #options: Options;
  #ahead = new Map<string, Promise<Answer>>();
  /** Those of them that are there. */
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

  /** How many requests are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Whether the answer for a page's query string is there already. */
  hasArrived(query: string): boolean {
    const guess = this.#ahead.get(query);
    return guess !== undefined && this.#arrived.has(guess);
  }

  /**
   * How long the pull has taken so far, in ms. Not what the device has slept: no page takes longer than its time-out; nor
   * what it has waited for the sake of a slow pace.
   */
  tookMs(): number {
    const now = this.#options.clock.now();
    this.#tookMs += Math.max(0, Math.min(now - this.#countedUntil, SLOW_TIMEOUT_MS));
    this.#countedUntil = now;
    return this.#tookMs;
  }

  /** Whether the last page took too long for others to share the link. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether pages are asked for that are soon there. */
  get isSmall(): boolean {
    return this.#options.small;
  }

  /** The query string with which a pull goes on at `next` after so many rows; null for one that begins. */
  goOnAt(next: string | null, read: number): string | null {
    return next !== null && this.#options.small ? inSmallPages(next, read) : next;
  }

  /** The answer for a page's query string; null is the first page. */
  async read(query: string | null): Promise<Answer> {
    this.tookMs();
    const guess = query === null ? undefined : this.#ahead.get(query);
    if (!guess) this.#drop();
    if (query !== null) this.#ahead.delete(query);
    const answer = guess && (await guess);
    if (answer && !isLost(answer, this.#options.signal)) return answer;
    return this.#ask(query);
  }

  /** Asks for what comes after a page, of which `left` rows are still to be read where the server tells. */
  askAhead({ next, rows }: ListPage, left: number | null): void {
    if (next === null || this.#isSlow) return;
    const pages = left === null || rows.length === 0 ? 1 : Math.ceil(left / rows.length);
    const room = Math.min(this.#options.atOnce(), pages);
    for (let query: string | null = next, n = 0; n < room && query !== null; n += 1) {
      if (!this.#ahead.has(query)) this.#ahead.set(query, this.#guess(query));
      query = pageAfter(query);
    }
  }

  /** Nothing more will be read. */
  close(): void {
    this.#options.signal.removeEventListener('abort', this.#drop);
    this.#drop();
  }

  #guess(query: string): Promise<Answer> {
    const guess = this.#ask(query);
    // One that nobody comes to wait for may fail.
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

/**
 * Whether what was asked for ahead says nothing of its page: the request was lost among others, or the server could not
 * take so many. Where it asks for patience, that is an answer.
 */
function isLost(answer: Answer, { aborted }: AbortSignal): boolean {
  if (answer.kind === 'noAnswer') return !aborted;
  if (answer.kind !== 'response') return false;
  return answer.status >= 500 || (answer.status < 300 && answer.body.kind !== 'json');
}

/** '?page=3&…' for '?page=2&…'; null where the pages have no numbers. */
function pageAfter(query: string): string | null {
  if (!NUMBER_IN_QUERY.test(query)) return null;
  return query.replace(NUMBER_IN_QUERY, (_, name: string, page: string) => `${name}${Number(page) + 1}`);
}
