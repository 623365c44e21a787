import type { Databases } from '../../db/app-database.ts';
import { LiveCollection } from '../../db/live-collection.ts';
import { type LiveReader, startLiveReader } from '../../db/live-reader.ts';
import { keysOf, workOfDay } from '../../db/mirror-and-outbox.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { dayAt } from '../../domain/plain-date.ts';
import type { Fields, ResourceName, ResourceSpec } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../domain/resource-specs.ts';
import type { DeviceServices } from '../device/device.ts';

export interface OpenCollections {
  readonly all: Readonly<Record<ResourceName, LiveCollection>>;
  readonly firstRows: Promise<void>;
  readonly shown: Promise<void>;
  stop(): void;
}

/** Lets the collections read their remaining rows one at a time, those on the screen first. */
class Turns {
  readonly #isUrgent: (resource: ResourceName) => boolean;
  readonly #waiting = new Map<ResourceName, (done: () => void) => void>();
  #isTaken = false;

  constructor(isUrgent: (resource: ResourceName) => boolean) {
    this.#isUrgent = isUrgent;
  }

  /** Resolves with a function that ends the turn. */
  take(resource: ResourceName): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.set(resource, resolve);
      // Other collections may ask in the same tick. Choose among all of them.
      queueMicrotask(() => this.#next());
    });
  }

  #next(): void {
    if (this.#isTaken) return;
    const names = RESOURCE_NAMES.filter((name) => this.#waiting.has(name));
    const name = names.find(this.#isUrgent) ?? names[0];
    if (name === undefined) return;
    this.#isTaken = true;
    this.#waiting.get(name)?.(() => {
      this.#isTaken = false;
      this.#next();
    });
    this.#waiting.delete(name);
  }
}

/**
 * Calls `show` once the first rows of each collection are read, unless all are empty. Then reads today's work and its
 * customers, the collections on the screen, and finally the others.
 */
export function openCollections(
  device: Pick<DeviceServices, 'clock' | 'log'>,
  db: Databases,
  show: () => Promise<void>,
): OpenCollections {
  const unread = new Set<ResourceName>(RESOURCE_NAMES);
  let resolveFirst = (): void => undefined;
  const firstRows = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });
  const anyRows = (): boolean => Object.values(all).some((one) => one.getSnapshot().records.length > 0);
  const shown = firstRows.then(() => (anyRows() ? show() : undefined));
  const dayRead = shown.then(() => readWorkOfDay(device, db, { all, readers }));
  const turns = new Turns((resource) => all[resource].isWatched);
  const turnForRest = async (resource: ResourceName): Promise<() => void> => {
    unread.delete(resource);
    if (unread.size === 0) resolveFirst();
    await dayRead;
    return turns.take(resource);
  };
  const all = {} as Record<ResourceName, LiveCollection>;
  const readers = {} as Record<ResourceName, LiveReader>;
  for (const resource of RESOURCE_NAMES) {
    const spec = resourceSpecs[resource] as unknown as ResourceSpec<Fields>;
    const { placement } = spec;
    const collection = new LiveCollection({ placement, searchText: (view) => spec.searchText(view) });
    all[resource] = collection;
    const options = { db, resource, placement, collection, turnForRest: () => turnForRest(resource) };
    readers[resource] = startLiveReader({ ...options, clock: device.clock, log: device.log });
  }
  return {
    all,
    firstRows,
    shown,
    stop: () => {
      for (const reader of Object.values(readers)) reader.stop();
    },
  };
}

interface Opened {
  readonly all: OpenCollections['all'];
  readonly readers: Readonly<Record<ResourceName, LiveReader>>;
}

/** Never rejects: these rows are also read with the rest. */
async function readWorkOfDay(
  { clock, log }: Pick<DeviceServices, 'clock' | 'log'>,
  db: Databases,
  { all, readers }: Opened,
): Promise<void> {
  const { workOrders, customers } = db.relaxed;
  try {
    const day = dayAt(clock.now());
    const orders = await db.relaxed.transaction('r', workOrders, (tx) => workOfDay(tx, day));
    await readers.workOrders.readSoon(orders);
    const customerIds = orders.flatMap((id) => all.workOrders.find(id)?.view['customer'] ?? []).map(String);
    const keys = await db.relaxed.transaction('r', customers, (tx) => keysOf(tx, 'customers', customerIds));
    await readers.customers.readSoon(keys);
  } catch (error) {
    if (!wasCutOff(error)) log.error('reading the work of today failed', error);
  }
}
