import { writeMeta } from '../db/meta/meta-rows.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { RecordServices } from './record-services.ts';

/** Asks the leading tab for a fresh pull of collections, what the screen lists first. */
export async function requestPull(
  services: RecordServices,
  ...resources: readonly ResourceName[]
): Promise<void> {
  const { relaxed } = services.db;
  const at = services.clock.now();
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    for (const [place, resource] of resources.entries())
      await writeMeta(tx, { key: `request:${resource}`, at, ...(place > 0 && { place }) });
  });
}

/**
 * Asks the leading tab for the server's dashboard figures. Returns the request's time, by which to know them: a
 * later one than any before it, or figures that were read earlier would count as its answer.
 */
export async function requestStats(services: RecordServices): Promise<number> {
  const { relaxed } = services.db;
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const last = await relaxed.meta.get('request:dashboard');
    const at = Math.max(services.clock.now(), (last?.at ?? 0) + 1);
    await writeMeta(tx, { key: 'request:dashboard', at });
    return at;
  });
}

/** 'Sync now': asks the leading tab to forget its back-off and reach for the server at once. */
export async function requestSync(services: RecordServices): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    writeMeta(tx, { key: 'syncRequested', at: services.clock.now() }),
  );
}
