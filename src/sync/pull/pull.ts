import { type ListPage, listPageIn } from '../../api/resource-api.ts';
import { type Answer, apiSays, readRecord, type WireRecord } from '../../domain/answer.ts';
import type { ResourceName, ServerId } from '../../domain/resource-spec.ts';
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

/**
 * Arrived pages are merged together until they have this many rows. A person's save waits for one such merge, and the
 * list takes in its rows in one task.
 */
const ENOUGH_ROWS = 300;

export interface Sitting {
  readonly broken: PullState | null;
  readonly makesWay: () => boolean;
}

interface PullOptions {
  readonly resource: ResourceName;
  readonly pages: PageReader;
  readonly sitting?: Sitting;
}

/**
 * Reads a collection page by page. If rows may have moved between pages, the pull is unstable and removes nothing. To
 * see this, a resumed sitting reads the last page again, unless only this first pull has filled the mirror
 * (`mayBreakOff`). A first pull stores its progress with each page, so that another tab can resume it.
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

class CollectionPull {
  readonly #context: SyncContext;
  readonly #resource: ResourceName;
  readonly #pages: PageReader;
  readonly #pull: PullState;
  readonly #makesWay: () => boolean;
  readonly #asked = new Set<string>();
  #progress = false;
  #changed = false;
  /** Null on a first pull, which compares nothing. */
  readonly #knownRowsLoaded: Promise<void> | null;
  #arrived: WireRecord[] = [];
  /** The last page of the previous sitting, until it is read again. */
  #again: LastPage | null;

  constructor(context: SyncContext, { resource, pages, pull, makesWay }: PullSetup) {
    this.#context = context;
    this.#resource = resource;
    this.#pages = pages;
    this.#pull = pull;
    this.#makesWay = makesWay;
    this.#knownRowsLoaded = pull.isFirst ? null : context.knownRows.load(context.db.relaxed, resource);
    this.#again = pages.isSmall || pull.mayBreakOff ? null : pull.last;
    if (pull.last && !this.#again) pull.held = false;
  }

  async run(): Promise<PullResult> {
    const pull = this.#pull;
    let query = this.#again ? this.#again.query : this.#pages.goOnAt(pull.next, pull.seen.size);
    for (let first = true; first || query !== null; first = false) {
      const answer: Answer = await this.#pages.read(query);
      const page: ListPage | null = listPageIn(answer);
      if (!page) {
        if (this.#arrived.length > 0) await this.#mergeArrived(query);
        // A 404 'Invalid page.' means that the last page has become empty.
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

  async #mergeArrived(next: string | null): Promise<void> {
    await this.#knownRowsLoaded;
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
    // If the server throttles the reads of missing rows, only these reads are repeated, and only once. Otherwise a
    // server that always throttles would get no other requests.
    if (work.pause === 'throttled' && this.#progress && !this.#pages.isSmall)
      return { ...BROKEN, work, changed, broken: true, goesOn: { ...pull, tookMs }, timedOut: false };
    // If one of those reads had no answer, a missing record may still exist.
    const isProof = whole && held && !work.fault;
    const snapshot = isProof ? { resource: this.#resource, startedAt, candidates } : null;
    return { work, changed, stable: whole, snapshot, broken: false, goesOn: null, timedOut: false };
  }
  async #noteEnd(tookMs: number): Promise<SweepResult> {
    const { stable, held, mayBreakOff, seen, startGeneration } = this.#pull;
    const resource = this.#resource;
    const ended = endOf(this.#pull, tookMs, this.#context.clock);
    if (stable && held && !mayBreakOff) {
      const mergeExisting = (record: WireRecord): Promise<void> => this.#mergeExisting(record);
      return sweepDeleted(this.#context, { resource, seen, startGeneration, mergeExisting }, ended);
    }
    // If the mirror was empty, no row can be missing.
    const absence = stable && mayBreakOff ? { absence: null } : {};
    await note(this.#context, [resource], (row) => ({ ...ended(row, stable), ...absence }));
    return { work: CONTACT, whole: stable };
  }

  async #mergeExisting(record: WireRecord): Promise<void> {
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

function isReadToItsEnd({ next, last }: PullState): boolean {
  return next === null && last !== null;
}

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
  readonly met: number;
  readonly before: readonly ServerId[] | null;
}

function haveMoved(pull: PullState, page: ListPage, { ids, met, before }: PageComparison): boolean {
  if (pull.count !== null && page.count !== pull.count) return true;
  if (before !== null) return ids.length !== before.length || ids.some((id, n) => id !== before[n]);
  return page.count === null && met > 0 && pull.resumed === null;
}
