import { type ListPage, readListPage } from '../../api/resource-api.ts';
import { type Answer, apiSays } from '../../domain/answer.ts';
import type { ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { readRecord, type WireRecord } from '../../domain/wire-record.ts';
import { CONTACT, NOTHING, type SyncContext } from '../sync-context.ts';
import { mergePage } from './merge-page.ts';
import type { PageReader } from './page-reader.ts';
import {
  BROKEN,
  beginPull,
  endOf,
  failPull,
  type LastPage,
  mayGoOn,
  note,
  type PullResult,
  type PullState,
} from './pull-state.ts';
import { type SweepResult, sweepDeleted } from './sweep.ts';

/** Pages that have arrived are merged together until they have so many rows: a person's own save waits for one such merge. */
const ENOUGH_ROWS = 1000;

export interface Sitting {
  /** What the sitting before this one had come to. */
  readonly broken: PullState | null;
  /** Whether it should break off behind the page that it is at, so that another collection comes first. */
  readonly makesWay: () => boolean;
}

interface PullOptions {
  readonly resource: ResourceName;
  readonly pages: PageReader;
  readonly sitting?: Sitting;
}

/**
 * Reads a collection over all its pages into the mirror. A page that vanished, or a count that changed on the
 * way, makes the pull unstable: its rows are merged, nothing is swept, nothing starts over. Where it breaks off, the next
 * sitting asks for the last page once more, to see whether rows have moved, and goes on behind it. A first pull
 * notes after each page how far it has come, for a sitting in another tab.
 */
export async function pullCollection(
  context: SyncContext,
  { resource, pages, sitting = { broken: null, makesWay: () => false } }: PullOptions,
): Promise<PullResult> {
  const { broken, makesWay } = sitting;
  const goesOn =
    broken !== null && mayGoOn(broken, context.clock.now()) && !(isReadToItsEnd(broken) && pages.isSmall);
  const pull = goesOn ? { ...broken, sittingAt: context.clock.now() } : await beginPull(context, resource);
  return new CollectionPull(context, { resource, pages, pull, makesWay }).run();
}

interface PullSetup {
  readonly resource: ResourceName;
  readonly pages: PageReader;
  readonly pull: PullState;
  readonly makesWay: () => boolean;
}

/** One sitting of a pull. */
class CollectionPull {
  readonly #context: SyncContext;
  readonly #resource: ResourceName;
  readonly #pages: PageReader;
  readonly #pull: PullState;
  readonly #makesWay: () => boolean;
  /** Query strings of the pages that were asked for. */
  readonly #asked = new Set<string>();
  /** Whether this sitting has come any further. */
  #progress = false;
  #changed = false;
  /** What the mirror holds is known; nothing is compared on a first pull. */
  readonly #isKnown: Promise<void> | null;
  /** Rows of pages that are still to be merged. */
  #arrived: WireRecord[] = [];
  /** The page that the last sitting ended with, until it has been looked at again. */
  #again: LastPage | null;

  constructor(context: SyncContext, { resource, pages, pull, makesWay }: PullSetup) {
    this.#context = context;
    this.#resource = resource;
    this.#pages = pages;
    this.#pull = pull;
    this.#makesWay = makesWay;
    this.#isKnown = pull.isFirst ? null : context.knownRows.load(context.db.relaxed, resource);
    // A first pull has nothing to judge by it.
    this.#again = pages.isSmall || pull.mayBreakOff ? null : pull.last;
    if (pull.last && !this.#again) pull.held = false;
  }

  async run(): Promise<PullResult> {
    const pull = this.#pull;
    let query = this.#again ? this.#again.query : this.#pages.goOnAt(pull.next, pull.seen.size);
    for (let first = true; first || query !== null; first = false) {
      const answer: Answer = await this.#pages.read(query);
      const page: ListPage | null = pageIn(answer);
      if (!page) {
        if (this.#arrived.length > 0) await this.#mergeArrived(query);
        // The last page emptied while the others were read: 404 'Invalid page.'.
        const isOverEnd = query !== null && apiSays(answer, 404);
        if (!isOverEnd) return this.#fail(answer);
        pull.stable = false;
        break;
      }
      query = await this.#take(page, query);
      if (query !== null && this.#makesWay()) return this.#makeWay(query);
    }
    return this.#end();
  }

  /** Takes in one page, and asks for those after it. Returns the query string of the next one; null where there is none. */
  async #take(page: ListPage, query: string | null): Promise<string | null> {
    const pull = this.#pull;
    const { records, ids } = freshRecords(page, pull.seen);
    const shown = { ids, met: ids.length - records.length, before: this.#again?.ids ?? null };
    if (haveMoved(pull, page, shown)) pull.stable = false;
    pull.count = page.count;
    pull.pages += 1;
    pull.last = { query, ids };
    this.#progress ||= this.#again === null;
    this.#again = null;
    const next = page.next !== null && this.#asked.has(page.next) ? null : page.next;
    if (next !== page.next) pull.stable = false;
    this.#pages.askAhead({ ...page, next }, pull.count === null ? null : pull.count - pull.seen.size);
    this.#arrived.push(...records);
    const comesAlong = next !== null && this.#arrived.length < ENOUGH_ROWS && this.#pages.hasArrived(next);
    if (!comesAlong) await this.#mergeArrived(next);
    if (next !== null) this.#asked.add(next);
    return next;
  }

  /** Merges the pages that have arrived, after which the one at `next` is to be read. */
  async #mergeArrived(next: string | null): Promise<void> {
    await this.#isKnown;
    const pull = this.#pull;
    const { unread, count, startedAt, startGeneration, gaps, seen, candidates } = pull;
    const download = { read: seen.size, count, next: pull.mayBreakOff && pull.stable ? next : null };
    const merged = await mergePage(this.#context, {
      resource: this.#resource,
      records: this.#arrived,
      startGeneration,
      mayGoBack: pull.refusedAt !== null,
      candidates,
      ...(pull.isFirst && {
        noted: (underWay) => ({
          portal: false,
          download: { ...download, startedAt, startGeneration, gaps, unread: [...unread, ...underWay] },
        }),
      }),
    });
    this.#arrived = [];
    this.#changed ||= merged.written > 0;
    pull.unread = [...unread, ...merged.underWay];
    pull.wentBack ||= merged.wentBack > 0;
    pull.next = next;
  }

  get #tookMs(): number {
    return this.#pull.tookMs + this.#pages.tookMs();
  }

  async #makeWay(query: string): Promise<PullResult> {
    if (this.#arrived.length > 0) await this.#mergeArrived(query);
    const goesOn = { ...this.#pull, tookMs: this.#tookMs };
    return { ...BROKEN, work: NOTHING, changed: this.#changed, broken: true, goesOn, timedOut: false };
  }

  async #fail(answer: Answer): Promise<PullResult> {
    const sitting = { pull: this.#pull, progress: this.#progress, tookMs: this.#pages.tookMs() };
    const failed = await failPull(this.#context, { resource: this.#resource, answer, ...sitting });
    return { ...failed, changed: this.#changed };
  }

  async #end(): Promise<PullResult> {
    const pull = this.#pull;
    const { seen, held, startedAt, candidates } = pull;
    if (pull.count !== null && seen.size !== pull.count) pull.stable = false;
    const tookMs = this.#tookMs;
    const changed = this.#changed;
    const { work, whole } = await this.#noteEnd(tookMs);
    // What is missing from it is asked about when the server is patient again: it need not be read anew for that. Once, or
    // a server that is never patient enough would be asked about nothing else.
    if (work.pause === 'throttled' && this.#progress && !this.#pages.isSmall)
      return { ...BROKEN, work, changed, broken: true, goesOn: { ...pull, tookMs }, timedOut: false };
    // A record that it did not show may be there all the same: where the answer was lost, nobody knows.
    const isProof = whole && held && !work.fault;
    const snapshot = isProof ? { resource: this.#resource, startedAt, candidates } : null;
    return { work, changed, stable: whole, snapshot, broken: false, goesOn: null, timedOut: false };
  }
  /** Stores the end of the pull, and what it says of the device's records. */
  async #noteEnd(tookMs: number): Promise<SweepResult> {
    const { stable, held, mayBreakOff, seen, startGeneration } = this.#pull;
    const resource = this.#resource;
    const ended = endOf(this.#pull, tookMs, this.#context.clock);
    if (stable && held && !mayBreakOff) {
      const takeIn = (record: WireRecord): Promise<void> => this.#takeIn(record);
      return sweepDeleted(this.#context, { resource, seen, startGeneration, takeIn }, ended);
    }
    // Into an empty mirror it can have put nothing that it has not seen.
    const absence = stable && mayBreakOff ? { absence: null } : {};
    await note(this.#context, [resource], (row) => ({ ...ended(row, stable), ...absence }));
    return { work: CONTACT, whole: stable };
  }

  /** Merges a row that no page has shown. */
  async #takeIn(record: WireRecord): Promise<void> {
    const { startGeneration, refusedAt } = this.#pull;
    await mergePage(this.#context, {
      resource: this.#resource,
      records: [record],
      startGeneration,
      mayGoBack: refusedAt !== null,
      candidates: new Map(),
    });
  }
}

/** Whether nothing is left of it but one more read of its last page, and questions about what it did not show. */
function isReadToItsEnd({ next, last }: PullState): boolean {
  return next === null && last !== null;
}

function pageIn(answer: Answer): ListPage | null {
  return answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
    ? readListPage(answer.body.value)
    : null;
}

/** The page's records that were not met on an earlier page, and the ids of all of them. */
function freshRecords(
  page: ListPage,
  seen: Set<ServerId>,
): { readonly records: readonly WireRecord[]; readonly ids: readonly ServerId[] } {
  const records: WireRecord[] = [];
  const ids: ServerId[] = [];
  for (const row of page.rows) {
    const record = readRecord(row);
    if (!record) continue;
    ids.push(record.id);
    if (!seen.has(record.id)) records.push(record);
    seen.add(record.id);
  }
  return { records, ids };
}

interface PageComparison {
  readonly ids: readonly ServerId[];
  /** How many of them an earlier page has shown. */
  readonly met: number;
  /** What the page showed when it was read before the pull broke off; null for one that is read for the first time. */
  readonly before: readonly ServerId[] | null;
}

/**
 * Whether rows have moved from page to page, others may have moved past the pull: the count is another; the page with
 * which it broke off shows other rows; or, where nobody counts, two pages show the same row.
 */
function haveMoved(pull: PullState, page: ListPage, { ids, met, before }: PageComparison): boolean {
  if (pull.count !== null && page.count !== pull.count) return true;
  if (before !== null) return ids.length !== before.length || ids.some((id, n) => id !== before[n]);
  return page.count === null && met > 0 && pull.resumed === null;
}
