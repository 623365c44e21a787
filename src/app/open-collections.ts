import type { Databases } from '../db/app-database.ts';
import { LiveCollection } from '../db/live-collection.ts';
import { startLiveReader } from '../db/live-reader.ts';
import type { Fields, ResourceName, ResourceSpec } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../domain/resource-specs.ts';
import type { DeviceServices } from './device.ts';

/** The live collections of an account, being read. */
export interface OpenCollections {
  readonly all: Readonly<Record<ResourceName, LiveCollection>>;
  /** Resolves once each has the first rows of its list. */
  readonly firstRows: Promise<void>;
  /** Resolves once the first rows are on the screen. */
  readonly shown: Promise<void>;
  stop(): void;
}

/**
 * Makes the collections and begins to read them: the first rows of each, and the rest of any only after `show`,
 * which is called once all the first ones are there, if there are any.
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
  // Over an empty database there is nothing to wait for.
  const shown = firstRows.then(() => (anyRows() ? show() : undefined));
  const beforeRest = (resource: ResourceName): Promise<void> => {
    unread.delete(resource);
    if (unread.size === 0) resolveFirst();
    return shown;
  };
  const all = {} as Record<ResourceName, LiveCollection>;
  const stops = RESOURCE_NAMES.map((resource) => {
    const spec = resourceSpecs[resource] as unknown as ResourceSpec<Fields>;
    const { placement } = spec;
    const collection = new LiveCollection({ placement, searchText: (view) => spec.searchText(view) });
    all[resource] = collection;
    return startLiveReader({
      db: db.relaxed,
      resource,
      placement,
      collection,
      beforeRest: () => beforeRest(resource),
      clock: device.clock,
      log: device.log,
    });
  });
  return {
    all,
    firstRows,
    shown,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
