import { dropRecords } from '../../db/lane-store.ts';
import { type RowOf, readRow, wantWholePull } from '../../db/meta-rows.ts';
import { allMutations } from '../../db/mirror-and-outbox.ts';
import { recordsKeptOffline } from '../../db/photo-lists.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import { type DraftRow, draftTable, mirrorTable, tablesOf } from '../../db/tables.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../domain/resource-specs.ts';
import { isWaitOver } from '../../domain/waits.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { BrokenLaneError } from '../../outbox/mutation.ts';
import { evictFiles, freeOriginals } from '../files/evict.ts';
import { NotOwnerError, type SyncContext, type WorkResult } from '../sync-context.ts';
import type { ContactStatus } from './contact.ts';

interface Ports {
  readonly status: ContactStatus;
  readonly isOver: () => boolean;
  readonly throttled: () => void;
  readonly wake: () => void;
}

type SpaceRequest = RowOf<'request:space'>;

/** In ms. How long a request for space counts, and how long others then remove nothing. */
const MINUTE_MS = 60_000;

export class Tasks {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #tasks = new Set<Promise<void>>();
  #isMakingRoom = false;
  /** `at` of the request that was tried last. If it could not be ended, each step of the loop finds it again. */
  #triedAt = 0;
  /** When a request last removed files, device time in ms, and its room. */
  #freed: Pick<SpaceRequest, 'at' | 'room'> | null = null;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  /** @param isAside an error says nothing about the network and changes */
  add(work: Promise<WorkResult>, isAside = false): void {
    const { status, isOver, throttled, wake } = this.#ports;
    const task: Promise<void> = work
      .then((result) => {
        if (isOver()) return;
        if (result.pause === 'throttled') throttled();
        status.learn(result);
      })
      .catch((error: unknown) => {
        // The answer is lost, with what it showed about the network.
        if (!isAside) status.backOff();
        if (!this.#context.signal.aborted) this.failed('sync work failed', error);
      })
      .finally(() => {
        this.#tasks.delete(task);
        wake();
      });
    this.#tasks.add(task);
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#tasks);
  }

  /** A screen wants room for photos. Needs no connection. */
  freeSpace(request: SpaceRequest | undefined): void {
    if (!request || this.#isMakingRoom || request.at === this.#triedAt) return;
    this.#triedAt = request.at;
    this.#isMakingRoom = true;
    (this.#mayFree(request) ? freeOriginals(this.#context, request) : Promise.resolve(0))
      .then((files) => {
        if (files === 0) return;
        this.#freed = { at: this.#context.clock.now(), room: request.room };
        this.#ports.status.lift('space');
      })
      .catch((error: unknown) => this.#context.log.error('could not free space', error))
      .then(() => endSpaceRequest(this.#context, request.at))
      .catch((error: unknown) => this.failed('a request for space stays', error))
      .finally(() => {
        this.#isMakingRoom = false;
        // Another request may be waiting.
        this.#ports.wake();
      });
  }

  #mayFree({ at, room }: SpaceRequest): boolean {
    const now = this.#context.clock.now();
    const isOver = (since: number): boolean => isWaitOver(since + MINUTE_MS, now, MINUTE_MS);
    // The page that asked may be closed.
    if (isOver(at)) return false;
    // Browsers may report freed room only later. A request for `little` leaves files that others may remove.
    const freed = this.#freed;
    return !freed || isOver(freed.at) || (freed.room === 'little' && room !== 'little');
  }

  failed(what: string, error: unknown): void {
    if (error instanceof NotOwnerError) return;
    if (isQuotaError(error)) return this.#makeRoom();
    // A retry would fail the same way. The app tells the person, who may continue.
    if (error instanceof BrokenLaneError) this.#ports.status.raise('appFault');
    this.#context.log.error(what, error);
  }

  #makeRoom(): void {
    const { log } = this.#context;
    const { status, wake } = this.#ports;
    status.raise('storageFull');
    if (this.#isMakingRoom) return;
    this.#isMakingRoom = true;
    makeRoom(this.#context)
      .then((files) => {
        if (files === 0) return;
        status.lift('space');
        wake();
      })
      .catch((error: unknown) => log.error('could not free space', error))
      .finally(() => {
        this.#isMakingRoom = false;
      });
  }
}

/** Leaves a request that came since. */
async function endSpaceRequest({ db: { relaxed } }: SyncContext, at: number): Promise<void> {
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    if ((await readRow(tx, 'request:space'))?.at === at) await relaxed.meta.delete('request:space');
  });
}

const ROWS_AT_A_TIME = 500;

/** Returns the number of files that left. Closed records do not count, because the next pull brings them back. */
async function makeRoom(context: SyncContext): Promise<number> {
  const files = await evictFiles(context);
  if (files === 0) await freeClosedWork(context);
  return files;
}

/**
 * Removes the oldest closed records that no change or draft needs, and that nobody keeps offline. The next pull brings
 * them back.
 */
export async function freeClosedWork(context: SyncContext): Promise<void> {
  for (const resource of RESOURCE_NAMES) await freeKind(context, resource);
}

async function freeKind({ db, log }: SyncContext, resource: ResourceName): Promise<void> {
  const { relaxed } = db;
  const { closed } = specOf(resource);
  if (!closed) return;
  await relaxed.transaction(
    'rw',
    [...tablesOf(relaxed, resource), relaxed.drafts, relaxed.settings],
    async (tx) => {
      const table = mirrorTable(tx, resource);
      const needed = new Set((await allMutations(tx)).flatMap(({ localId, deps }) => [localId, ...deps]));
      for (const draft of await draftTable(tx).toArray()) for (const id of neededBy(draft)) needed.add(id);
      for (const one of await recordsKeptOffline(tx)) if (one.resource === resource) needed.add(one.localId);
      const isSpare = ({ localId, serverId, mark, view }: MirrorRecord): boolean =>
        mark === 'synced' &&
        serverId !== undefined &&
        !needed.has(localId) &&
        !needed.has(String(serverId)) &&
        closed.includes(String(view?.['status']));
      const spare = await table.orderBy('position').filter(isSpare).limit(ROWS_AT_A_TIME).primaryKeys();
      if (spare.length === 0) return;
      await dropRecords(tx, resource, spare);
      await wantWholePull(tx, resource);
      log.info('closed work was removed to free space', { resource, count: spare.length });
    },
  );
}

function neededBy({ resource, localId, fields }: DraftRow): string[] {
  const { references } = specOf(resource);
  return [localId, ...references.map(({ field }) => fields[field])].flatMap((id) => (id ? [String(id)] : []));
}
