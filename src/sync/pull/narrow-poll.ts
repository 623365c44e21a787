import { type ListPage, listPageIn, resourceApi } from '../../api/resource-api.ts';
import { laneOfMutation } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { findByServerId, readReferences } from '../../db/mirror-and-outbox.ts';
import { tablesOf } from '../../db/tables.ts';
import { readRecord, timeIn, type WireRecord } from '../../domain/answer.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { isForeignRow } from '../../domain/ids.ts';
import type { FieldValue, RecordKind, Wire } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { isExactly, sentCreate } from '../../outbox/match-create.ts';
import { serverCopyOf } from '../../outbox/mirror-record.ts';
import { generatedFields, type Mutation, UNKNOWN_GENERATION } from '../../outbox/mutation.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { confirmWithRow } from './found-create.ts';

const PAGE_SIZE = 20;

interface Filter {
  readonly resource: RecordKind;
  readonly field: string;
  readonly value: FieldValue;
}

export function filterFor(create: Pick<Mutation, 'resource' | 'fields' | 'generated'>): Filter | null {
  const { resource } = create;
  const spec = specOf(resource);
  const sent = spec.encode(valuesOf(create.fields), 'create');
  for (const field of [...generatedFields(create), spec.filteredBy]) {
    const value = sent[field];
    if (typeof value === 'string' && value.trim() !== '') return { resource, field, value: value.trim() };
  }
  return null;
}

/** A server ignores parameters that it does not know. */
export function narrowQuery(filter: Filter | null): string {
  const newest = { ordering: '-created_at', page_size: String(PAGE_SIZE) };
  const asked = filter ? { [filter.field]: String(filter.value), ...newest } : newest;
  return `?${new URLSearchParams(asked).toString()}`;
}

/** Returns the last page's query if the server ignored filter and order. */
export function newestElsewhere({ rows, count, next }: ListPage, filter: Filter | null): string | null {
  if (next === null || count === null || rows.length === 0) return null;
  if (isLastMadeFirst(rows)) return null;
  const isFiltered = (row: Wire): boolean =>
    filter !== null &&
    specOf(filter.resource).sameValue(filter.field, textOf(row[filter.field]), filter.value);
  if (rows.every(isFiltered)) return null;
  const asked = new URLSearchParams(next);
  if (asked.has('page')) asked.set('page', String(Math.ceil(count / rows.length)));
  else if (asked.has('offset')) asked.set('offset', String(Math.max(0, count - rows.length)));
  else return null;
  return `?${asked.toString()}`;
}

function textOf(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function isLastMadeFirst(rows: ListPage['rows']): boolean {
  const made = rows.map(
    (row) => timeIn(row, 'created_at') ?? (typeof row['id'] === 'number' ? row['id'] : null),
  );
  const order = made.every((at, n) => at !== null && (n === 0 || at <= (made[n - 1] ?? at)));
  return order && (made[0] ?? 0) > (made.at(-1) ?? 0);
}

/** Looks for unknown creates with one or two requests before a whole pull. They cannot prove a create absent. */
export class NarrowPolls {
  readonly #context: SyncContext;
  #polledFor = new Map<string, number>();
  #isPolling = false;
  /** The last poll failed and is repeated after the whole pull. */
  #failed = false;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get isPolling(): boolean {
    return this.#isPolling;
  }

  pullEnded(): void {
    if (this.#failed) this.#polledFor = new Map();
    this.#failed = false;
  }

  wanted(open: readonly Mutation[], mayPoll: (create: Mutation) => boolean): readonly Mutation[] {
    if (this.#isPolling) return [];
    const now = this.#context.clock.now();
    const wanted = open.filter(
      (one) =>
        one.state === 'unknown' &&
        one.nextAt <= now &&
        one.claimGeneration !== UNKNOWN_GENERATION &&
        this.#polledFor.get(one.id) !== one.nextAt &&
        mayPoll(one),
    );
    return wanted.filter(({ resource }) => resource === wanted[0]?.resource);
  }

  async poll(creates: readonly Mutation[], open: readonly Mutation[]): Promise<WorkResult> {
    const [first, ...others] = creates;
    if (!first) return NOTHING;
    this.#note(creates, open);
    this.#isPolling = true;
    try {
      const records = new Map<WireRecord['id'], WireRecord>();
      const filter = others.length === 0 ? filterFor(first) : null;
      const { list } = resourceApi(this.#context.send, first.resource);
      for (let query: string | null = narrowQuery(filter), n = 0; query !== null && n < 2; n += 1) {
        const answer = await list(query, { signal: this.#context.signal });
        const shown = listPageIn(answer);
        if (!shown) return this.#noteFailure(failedGet(this.#context, answer));
        for (const row of shown.rows) {
          const record = readRecord(row);
          if (record) records.set(record.id, record);
        }
        query = newestElsewhere(shown, filter);
      }
      for (const { id: mutationId, resource } of creates)
        await adoptFound(this.#context, { resource, mutationId, records: [...records.values()] });
      return CONTACT;
    } finally {
      this.#isPolling = false;
    }
  }

  #note(creates: readonly Mutation[], open: readonly Mutation[]): void {
    const kept = open.flatMap(({ id }) => {
      const at = this.#polledFor.get(id);
      return at === undefined ? [] : [[id, at] as const];
    });
    this.#polledFor = new Map([...kept, ...creates.map(({ id, nextAt }) => [id, nextAt] as const)]);
  }

  /** A server may refuse the parameters without having a problem. */
  #noteFailure(work: WorkResult): WorkResult {
    this.#failed = work.fault || work.pause === 'throttled';
    return work.pause === 'serverProblem' ? NOTHING : work;
  }
}

interface FoundRows {
  readonly resource: RecordKind;
  readonly mutationId: string;
  readonly records: readonly WireRecord[];
}

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
    // Only a whole pull brings back the other skipped rows.
    await confirmWithRow(context, tx, { lane, mutationId, record: only, readWhole: true });
  });
}
