import { resourceApi } from '../../api/resource-api.ts';
import { collectionWriter } from '../../db/collection-writer.ts';
import { readCapabilities } from '../../db/known-server.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { mirrorTable, tablesOf } from '../../db/tables.ts';
import {
  type Answer,
  classifyRecordRead,
  SLOW_TIMEOUT_MS,
  TIMEOUT_MS,
  type WireRecord,
} from '../../domain/answer.ts';
import { backoff } from '../../domain/waits.ts';
import { changesText, laneOf, type Mutation } from '../../outbox/mutation.ts';
import type { PushFacts, PushPlan } from '../engine/plan-work.ts';
import {
  applyEvent,
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { pushBatch } from './push-batch.ts';
import { type CheckedOut, checkOut, isStillCheckedOut, settle, settlementOf } from './push-transactions.ts';

/**
 * Sends one mutation, with no transaction open during a request.
 * @param stale the last read is too old for an update
 */
export async function pushMutation(
  context: SyncContext,
  queued: Mutation,
  { stale }: { readonly stale: boolean },
): Promise<WorkResult> {
  let mutation = queued;
  const unseen =
    (stale || changesText(mutation)) && mutation.kind === 'update' && !(await isGuarded(context, mutation));
  if (mutation.kind !== 'create' && (mutation.readFirst || unseen)) {
    const read = await readAndMerge(context, mutation);
    if (read.next === 'done') return read.result;
    mutation = read.mutation;
  }
  const checkedOut = await checkOut(context, mutation);
  if (!checkedOut) return NOTHING;
  const slow = queued.readFirst || queued.probe !== null || (queued.sentWithKey && queued.attempts > 0);
  const answer = await send(context, checkedOut, slow);
  return settle(context, settlementOf(checkedOut, answer));
}

/** Returns true if the server itself refuses a change based on another version. */
async function isGuarded({ db }: SyncContext, { resource, localId }: Mutation): Promise<boolean> {
  const { relaxed } = db;
  return relaxed.transaction('r', relaxed[resource], relaxed.meta, async (tx) => {
    const record = await mirrorTable(tx, resource).get(localId);
    return record?.version !== undefined && (await readCapabilities(tx)).has('if-match');
  });
}

/** @param slow an earlier answer was lost, so the server may need more time */
async function send(context: SyncContext, checkedOut: CheckedOut, slow: boolean): Promise<Answer> {
  const { mutation, serverId, wire } = checkedOut;
  const api = resourceApi(context.send, mutation.resource);
  const options = {
    timeoutMs: slow ? SLOW_TIMEOUT_MS : TIMEOUT_MS,
    signal: context.signal,
    mayRepeat: () => isStillCheckedOut(context, [mutation]),
    ...(checkedOut.ifMatch === null ? {} : { ifMatch: checkedOut.ifMatch }),
  };
  if (mutation.kind === 'create') return api.create(wire, options);
  if (serverId === null) return { kind: 'notSent' };
  if (mutation.kind === 'update') return api.update(serverId, wire, options);
  return api.remove(serverId, checkedOut.attachments, options);
}

type ReadOutcome =
  | { readonly next: 'send'; readonly mutation: Mutation }
  | { readonly next: 'done'; readonly result: WorkResult };

const NOTHING_FOUND = { found: 'nothing' } as const;

const done = (result: WorkResult): ReadOutcome => ({ next: 'done', result });

/** Merges others' changes. The copy also shows whether an unanswered attempt was carried out. */
async function readAndMerge(context: SyncContext, seen: Mutation): Promise<ReadOutcome> {
  const known = await context.db.relaxed[seen.resource].get(seen.localId);
  if (known?.serverId === undefined) return { next: 'send', mutation: seen };
  const answer = await resourceApi(context.send, seen.resource).read(known.serverId, context.signal);
  const read = classifyRecordRead(answer);
  const result =
    read.found === 'record' && String(read.record.id) !== String(known.serverId) ? NOTHING_FOUND : read;
  switch (result.found) {
    case 'record':
      return mergeRead(context, { seen, found: result.record, startGeneration: known.serverGen });
    case 'gone':
      await applyEvent(context, { type: 'rowGone', seen });
      return done(CONTACT);
    case 'nothing': {
      const failed = failedGet(context, answer);
      // Throttling concerns all requests, so this change stays due.
      if (failed.pause !== 'throttled') {
        const nextAt = context.clock.now() + backoff(seen.attempts, context.random);
        await applyEvent(context, { type: 'putOff', seen, nextAt, attempts: seen.attempts + 1 });
      }
      return done(failed);
    }
    default:
      return result satisfies never;
  }
}

interface ReadBefore {
  readonly seen: Mutation;
  readonly found: WireRecord;
  readonly startGeneration: number;
}

async function mergeRead(
  context: SyncContext,
  { seen, found, startGeneration }: ReadBefore,
): Promise<ReadOutcome> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const [lane, writer] = await Promise.all([
      readLane(tx, seen),
      collectionWriter(tx, seen.resource, context.clock.now()),
    ]);
    const row = writer.rowOf(found, lane.record);
    const event = { type: 'recordRead', seen, row, startGeneration } as const;
    const after = await changeLane(tx, context, { lane, event, writer });
    if (after === lane) return done(CONTACT);
    await writer.save();
    const mutation = after.mutations.find(({ id }) => id === seen.id);
    return mutation?.state === 'queued' ? { next: 'send', mutation } : done(CONTACT);
  });
}

interface Ports {
  readonly successes: () => number;
  readonly isOver: () => boolean;
  readonly spawn: (work: Promise<WorkResult>) => void;
}

export class PushRunner {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #busy = new BusyLanes();
  #batchesRefused = false;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  get isSending(): boolean {
    return this.#busy.requests > 0;
  }

  get own(): BusyLanes['own'] {
    return this.#busy.own;
  }

  facts(): Omit<PushFacts, 'window' | 'pulling'> {
    return {
      now: this.#context.clock.now(),
      busy: this.#busy.lanes,
      requests: this.#busy.requests,
      successes: this.#ports.successes(),
      batchesRefused: this.#batchesRefused,
    };
  }

  run({ batches, single }: PushPlan): void {
    if (this.#ports.isOver()) return;
    for (const batch of batches) {
      this.#start(batch, () =>
        pushBatch(this.#context, batch, () => {
          this.#batchesRefused = true;
        }),
      );
    }
    for (const { mutation, stale } of single) {
      this.#start([mutation], () => pushMutation(this.#context, mutation, { stale }));
    }
  }

  #start(mutations: readonly Mutation[], push: () => Promise<WorkResult>): void {
    const release = this.#busy.occupy(mutations);
    this.#ports.spawn(push().finally(release));
  }
}

export class BusyLanes {
  readonly #lanes = new Set<string>();
  #requests = 0;
  readonly #own = new Set<number>();

  get lanes(): ReadonlySet<string> {
    return this.#lanes;
  }

  /** By `seq`, because a mutation may move to another lane. */
  get own(): ReadonlySet<number> {
    return this.#own;
  }

  get requests(): number {
    return this.#requests;
  }

  occupy(mutations: readonly Mutation[]): () => void {
    const lanes = mutations.map(laneOf);
    for (const lane of lanes) this.#lanes.add(lane);
    for (const { seq } of mutations) this.#own.add(seq);
    this.#requests += 1;
    return () => {
      this.#requests -= 1;
      for (const lane of lanes) this.#lanes.delete(lane);
      for (const { seq } of mutations) this.#own.delete(seq);
    };
  }
}
