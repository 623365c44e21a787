import { type ListPage, readListPage } from '../../api/list-envelope.ts';
import { resourceApi } from '../../api/resource-api.ts';
import { laneOfMutation } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta/meta-rows.ts';
import { findByServerId } from '../../db/mirror.ts';
import { readReferences } from '../../db/read-references.ts';
import { tablesOf } from '../../db/tables.ts';
import { sameValue } from '../../domain/canonical.ts';
import type { FieldValue, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { readRecord, type WireRecord } from '../../domain/wire-record.ts';
import { valuesOf } from '../../outbox/changes.ts';
import { UNKNOWN_GENERATION } from '../../outbox/claimed.ts';
import { isExactly, sentCreate } from '../../outbox/match-create.ts';
import { isForeignRow } from '../../outbox/mirror-record.ts';
import { generatedFields, type Mutation } from '../../outbox/mutation.ts';
import { timeIn } from '../../outbox/seen.ts';
import { serverCopyOf } from '../../outbox/server-copy.ts';
import { failedGet } from '../failed-get.ts';
import { assertOwner, CONTACT, NOTHING, type SyncContext, type WorkResult } from '../sync-context.ts';
import { adopt } from './adopt.ts';

/** Fields by which servers filter a list, the most distinctive first. A number that the app made up tells more than these. */
const FILTERS = ['email', 'title'];
/** So many creates are asked for by name in one poll; the others are looked for in what that shows. */
const ASKED_FOR = 3;
/** A collection that was read in less than this, in ms, is read whole at once. */
const QUICK_MS = 2000;
/** Nobody knows yet how long it takes to read a collection of which the device has more records than this. */
const FEW = 100;
const PAGE_SIZE = 20;

interface Filter {
  readonly field: string;
  readonly value: FieldValue;
}

/** What to ask a server for that may have a create; null where nothing tells it from others. */
export function filterFor(create: Pick<Mutation, 'resource' | 'fields' | 'generated'>): Filter | null {
  const sent = specOf(create.resource).encode(valuesOf(create.fields), 'create');
  for (const field of [...generatedFields(create), ...FILTERS]) {
    const value = sent[field];
    if (typeof value === 'string' && value.trim() !== '') return { field, value: value.trim() };
  }
  return null;
}

/** The newest rows with that value: a server that does not know one of the parameters leaves it aside. */
export function narrowQuery({ field, value }: Filter): string {
  const asked = { [field]: String(value), ordering: '-created_at', page_size: String(PAGE_SIZE) };
  return `?${new URLSearchParams(asked).toString()}`;
}

/**
 * Where the newest rows are, if not on this page: on the last one, where the page shows by its rows that neither the filter
 * nor the order was honored. Null where there is nothing more to ask for.
 */
export function newestElsewhere({ rows, count, next }: ListPage, { field, value }: Filter): string | null {
  if (next === null || count === null || rows.length === 0) return null;
  const isFiltered = rows.every((row) => sameValue(field, textOf(row[field]), value));
  if (isFiltered || isNewestFirst(rows)) return null;
  const asked = new URLSearchParams(next);
  if (asked.has('page')) asked.set('page', String(Math.ceil(count / rows.length)));
  else if (asked.has('offset')) asked.set('offset', String(Math.max(0, count - rows.length)));
  else return null;
  return `?${asked.toString()}`;
}

function textOf(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function isNewestFirst(rows: ListPage['rows']): boolean {
  const made = rows.map(
    (row) => timeIn(row, 'created_at') ?? (typeof row['id'] === 'number' ? row['id'] : null),
  );
  const order = made.every((at, n) => at !== null && (n === 0 || at <= (made[n - 1] ?? at)));
  return order && (made[0] ?? 0) > (made.at(-1) ?? 0);
}

/**
 * Looks for unknown creates by a request or two, where reading the whole collection would take its time. Such a poll can
 * only find one: it proves nothing absent, and what it shows enters no mirror. There is one for each time that a create
 * may be looked for, whatever comes of it, so that the whole pull is never kept waiting.
 */
export class NarrowPolls {
  readonly #context: SyncContext;
  /** For which time each create has been looked for, by its id. */
  #polledFor = new Map<string, number>();
  /** How long the last pull of a collection took, in ms. */
  readonly #took = new Map<ResourceName, number>();
  #isPolling = false;
  /** The last poll had no answer, or was asked to wait: there is another one once the whole pull has had its turn. */
  #failed = false;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** @param tookMs null where the pull was not a whole one: that says nothing of how long one takes */
  wasRead(resource: ResourceName, tookMs: number | null): void {
    if (tookMs !== null) this.#took.set(resource, tookMs);
    if (this.#failed) this.#polledFor = new Map();
    this.#failed = false;
  }

  /**
   * The creates of one collection that may be looked for now; none where another poll is under way.
   * @param others what may be looked for beside the pull under way, for which a whole one would have to wait; null where
   * none is under way
   */
  wanted(open: readonly Mutation[], others: ((create: Mutation) => boolean) | null): readonly Mutation[] {
    if (this.#isPolling) return [];
    const now = this.#context.clock.now();
    const wanted = open.filter(
      (one) =>
        one.state === 'unknown' &&
        one.nextAt <= now &&
        one.claimGeneration !== UNKNOWN_GENERATION &&
        this.#polledFor.get(one.id) !== one.nextAt &&
        (others ? others(one) : this.#mayTakeLong(one.resource)),
    );
    return wanted.filter(({ resource }) => resource === wanted[0]?.resource);
  }

  /** Looks for these creates of one collection. */
  poll(creates: readonly Mutation[], { open, besidePull }: NarrowPollFacts): Promise<WorkResult> {
    const kept = open.flatMap(({ id }) => {
      const at = this.#polledFor.get(id);
      return at === undefined ? [] : [[id, at] as const];
    });
    this.#polledFor = new Map([...kept, ...creates.map(({ id, nextAt }) => [id, nextAt] as const)]);
    return this.#poll(creates, besidePull);
  }

  /** What was not read yet may: how much the device holds of it is asked later. */
  #mayTakeLong(resource: ResourceName): boolean {
    return (this.#took.get(resource) ?? Number.POSITIVE_INFINITY) > QUICK_MS;
  }

  async #isLong(resource: ResourceName): Promise<boolean> {
    const isKnown = this.#took.has(resource);
    return isKnown || (await this.#context.db.relaxed[resource].limit(FEW + 1).count()) > FEW;
  }

  async #poll(creates: readonly Mutation[], besidePull: boolean): Promise<WorkResult> {
    const [first] = creates;
    if (!first) return NOTHING;
    const { resource } = first;
    this.#isPolling = true;
    try {
      // Otherwise the whole pull comes next.
      if (!besidePull && !(await this.#isLong(resource))) return NOTHING;
      const { list } = resourceApi(this.#context.send, resource);
      const ask = (query: string) => list(query, { signal: this.#context.signal });
      const found = new Map<WireRecord['id'], WireRecord>();
      const filters = creates.flatMap((create) => filterFor(create) ?? []).slice(0, ASKED_FOR);
      // Where nothing was asked, nothing has answered.
      if (filters.length === 0) return NOTHING;
      for (const filter of filters) {
        for (let query: string | null = narrowQuery(filter), n = 0; query !== null && n < 2; n += 1) {
          const answer = await ask(query);
          const page = answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json';
          const shown = page ? readListPage(answer.body.value) : null;
          if (!shown) return this.#noteFailure(failedGet(this.#context, answer));
          for (const row of shown.rows) {
            const record = readRecord(row);
            if (record) found.set(record.id, record);
          }
          query = newestElsewhere(shown, filter);
        }
      }
      for (const { id } of creates)
        await adoptFound(this.#context, { resource, mutationId: id, records: [...found.values()] });
      return CONTACT;
    } finally {
      this.#isPolling = false;
    }
  }

  /**
   * That the server will not have the parameters is no trouble with the server: the whole list is read next. Nor does it
   * show that the server can be reached: the answer may be a proxy's.
   */
  #noteFailure(work: WorkResult): WorkResult {
    this.#failed = work.fault || work.pause === 'throttled';
    return work.pause === 'serverProblem' ? NOTHING : work;
  }
}

interface NarrowPollFacts {
  /** Open mutations: what is known of others is forgotten. */
  readonly open: readonly Mutation[];
  /** A collection is being read: a whole pull of this one would have to wait. */
  readonly besidePull: boolean;
}

interface FoundRows {
  readonly resource: ResourceName;
  readonly mutationId: string;
  readonly records: readonly WireRecord[];
}

/** Confirms a create with the one row that is exactly it, where the device has met no such row before. */
async function adoptFound(context: SyncContext, { resource, mutationId, records }: FoundRows): Promise<void> {
  assertOwner(context);
  const { strict } = context.db;
  await strict.transaction('rw', tablesOf(strict, resource), async (tx) => {
    const lane = await laneOfMutation(tx, mutationId);
    const mutation = lane?.mutations.find(({ id }) => id === mutationId);
    if (!lane || mutation?.state !== 'unknown' || mutation.claimGeneration === UNKNOWN_GENERATION) return;
    const [references, { removed }] = await Promise.all([
      readReferences(tx, lane.mutations),
      readCollection(tx, resource),
    ]);
    const create = sentCreate(references, mutation);
    const like = records.filter(
      ({ id, wire }) => !removed.includes(id) && isExactly(serverCopyOf(resource, wire, null), create),
    );
    const rows: WireRecord[] = [];
    for (const record of like) {
      const row = await findByServerId(tx, resource, record.id);
      const isNew = !row || (isForeignRow(row) && row.firstSeenGen > mutation.claimGeneration);
      if (isNew) rows.push(record);
    }
    const [only, ...others] = rows;
    if (!only || others.length > 0) return;
    // Rows that were kept out for its sake come with a whole pull alone.
    await adopt(context, tx, { lane, mutationId, record: only, readWhole: true });
  });
}
