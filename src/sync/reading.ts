import { mirrorTable } from '../db/app-database.ts';
import { type CollectionRow, type Download, readCollection, writeMeta } from '../db/meta.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** A first reading that broke off is gone on with for so long, in ms: after that, little of it is still true. */
const LONGEST_BREAK_MS = 24 * 60 * 60_000;

/** Where a reading of a collection stands when it begins, or goes on. */
export interface Begun {
  /** Device time in ms at which it began, and at which this sitting did. */
  readonly startedAt: number;
  readonly sittingAt: number;
  /** The collection's generation then: what is confirmed from there on is newer than what is read. */
  readonly startGeneration: number;
  /** How far an earlier sitting has come; null where it begins at the first page. */
  readonly resumed: Download | null;
  /** Server ids of what earlier sittings have read. */
  readonly seen: Set<ServerId>;
  /** Whether it is the first one, and whether nothing but itself has filled the mirror, so that it may go on later. */
  readonly isFirst: boolean;
  readonly mayBreakOff: boolean;
}

export async function beginReading(context: SyncContext, resource: ResourceName): Promise<Begun> {
  const { relaxed } = context.db;
  const now = context.clock.now();
  return relaxed.transaction('rw', relaxed[resource], relaxed.meta, async (tx) => {
    const row = await readCollection(tx, resource);
    const isFirst = row.pulledAt === null;
    const download = isFirst ? (row.download ?? null) : null;
    const resumed = download && mayGoOn(download, now) ? download : null;
    if (!resumed && row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
    const ids = isFirst ? await mirrorTable(tx, resource).orderBy('serverId').keys() : [];
    return {
      startedAt: resumed?.startedAt ?? now,
      sittingAt: now,
      startGeneration: resumed?.startGeneration ?? row.generation,
      resumed,
      seen: new Set(resumed ? (ids as ServerId[]) : []),
      isFirst,
      mayBreakOff: resumed !== null || (isFirst && ids.length === 0),
    };
  });
}

function mayGoOn({ next, startedAt }: Download, now: number): boolean {
  return next !== null && startedAt <= now && now - startedAt < LONGEST_BREAK_MS;
}

/** Answers all collections' generations, before one answer that may tell of any of them. */
export async function beginReadings({
  db: { relaxed },
}: SyncContext): Promise<ReadonlyMap<ResourceName, number>> {
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const generations = new Map<ResourceName, number>();
    for (const resource of RESOURCE_NAMES) {
      const row = await readCollection(tx, resource);
      if (row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
      generations.set(resource, row.generation);
    }
    return generations;
  });
}

/** Changes what is known of collections, in one transaction. */
export async function note(
  context: SyncContext,
  resources: readonly ResourceName[],
  change: (row: CollectionRow, resource: ResourceName) => Partial<CollectionRow>,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    for (const resource of resources) {
      const row = await readCollection(tx, resource);
      await writeMeta(tx, { ...row, ...change(row, resource) });
    }
  });
}
