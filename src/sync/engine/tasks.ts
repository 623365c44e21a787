import { dropRecords } from '../../db/lane-store.ts';
import { wantWholePull } from '../../db/meta-rows.ts';
import { allMutations } from '../../db/outbox.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import { type DraftRow, draftTable, mirrorTable, tablesOf } from '../../db/tables.ts';
import { type ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../domain/resource-specs.ts';
import { BrokenLaneError } from '../../outbox/lane.ts';
import { type MirrorRecord } from '../../outbox/mirror-record.ts';
import { NotOwnerError, type SyncContext, type WorkResult } from '../sync-context.ts';
import { type EngineStatus } from './engine-status.ts';

interface Ports {
  readonly status: EngineStatus;
  readonly isOver: () => boolean;
  /** Told when the server asks for a pause. */
  readonly throttled: () => void;
  readonly wake: () => void;
}

/** The work that is under way beside the loop, and what its end says of the engine. */
export class Tasks {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #tasks = new Set<Promise<void>>();

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  add(work: Promise<WorkResult>): void {
    const { status, isOver, throttled, wake } = this.#ports;
    const task: Promise<void> = work
      .then((result) => {
        if (isOver()) return;
        if (result.pause === 'throttled') throttled();
        status.learn(result);
      })
      .catch((error: unknown) => {
        // What the answer had said of the connection is lost with it. The account may be signed in again by and by.
        status.standBack();
        if (!this.#context.signal.aborted) this.failed('sync work failed', error);
      })
      .finally(() => {
        this.#tasks.delete(task);
        wake();
      });
    this.#tasks.add(task);
  }

  /** Resolves when all of it has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#tasks);
  }

  /** Takes in that a step or a piece of work has thrown. */
  failed(what: string, error: unknown): void {
    if (error instanceof NotOwnerError) return;
    if (isQuotaError(error)) return this.#makeRoom();
    // Trying again would find the same: a person is told, and may have it tried.
    if (error instanceof BrokenLaneError) this.#ports.status.raise('appFault');
    this.#context.log.error(what, error);
  }

  /** Nothing goes on until a person has looked, but what the server can tell again makes room. */
  #makeRoom(): void {
    const { log } = this.#context;
    this.#ports.status.raise('storageFull');
    freeClosedWork(this.#context).catch((error: unknown) => log.error('no room could be made', error));
  }
}

/** At most this many records of a kind make room at a time. */
const ROWS_AT_A_TIME = 500;

/**
 * Takes the oldest closed work off a device that has no room left, never anything that waits, nor a form that is not saved,
 * nor what either refers to: the server has it, and the next pull that finds room brings it back. The engine stays paused
 * until a person presses 'Sync now' or the app starts anew.
 */
export async function freeClosedWork(context: SyncContext): Promise<void> {
  for (const resource of RESOURCE_NAMES) await freeKind(context, resource);
}

async function freeKind({ db, log }: SyncContext, resource: ResourceName): Promise<void> {
  const { relaxed } = db;
  const { closed } = specOf(resource);
  if (!closed) return;
  await relaxed.transaction('rw', [...tablesOf(relaxed, resource), relaxed.drafts], async (tx) => {
    const table = mirrorTable(tx, resource);
    const needed = new Set((await allMutations(tx)).flatMap(({ localId, deps }) => [localId, ...deps]));
    for (const draft of await draftTable(tx).toArray()) for (const id of neededBy(draft)) needed.add(id);
    const isSpare = ({ localId, serverId, mark, view }: MirrorRecord): boolean =>
      mark === 'synced' &&
      serverId !== undefined &&
      !needed.has(localId) &&
      !needed.has(String(serverId)) &&
      closed.includes(String(view?.['status']));
    const spare = await table.orderBy('position').filter(isSpare).limit(ROWS_AT_A_TIME).primaryKeys();
    if (spare.length === 0) return;
    await dropRecords(tx, resource, spare);
    // What is not on the device may be on the server all the same.
    await wantWholePull(tx, resource);
    log.info('closed work made room', { resource, count: spare.length });
  });
}

/** The record that a draft changes, and those that it refers to. */
function neededBy({ resource, localId, fields }: DraftRow): string[] {
  const { references } = specOf(resource);
  return [localId, ...references.map(({ field }) => fields[field])].flatMap((id) => (id ? [String(id)] : []));
}
