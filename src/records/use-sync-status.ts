import { useLiveQuery } from 'dexie-react-hooks';
import type { CollectionRow, EngineRow, PauseReason } from '../db/meta.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from './records-context.ts';

export interface SyncStatus {
  /** Changes that no server has confirmed and that wait for nobody. */
  readonly waiting: number;
  /** Changes that wait for a person. */
  readonly attention: number;
  readonly reasons: readonly PauseReason[];
}

/** How many changes wait and what holds them, live. Undefined until the device has answered. */
export function useSyncStatus(): SyncStatus | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const [all, attention, engine] = await Promise.all([
      relaxed.outbox.count(),
      relaxed.outbox.where('state').equals('parked').count(),
      relaxed.meta.get('engine'),
    ]);
    return {
      waiting: all - attention,
      attention,
      reasons: (engine as EngineRow | undefined)?.reasons ?? [],
    };
  }, [relaxed]);
}

export interface PullStatus {
  /** Device time in ms of the last complete reading of the collection; null before the first. */
  readonly pulledAt: number | null;
  /** Why the last one failed, in words for the screen; null when it did not. */
  readonly error: string | null;
}

/** How old a collection's copy is, live. Undefined until the device has answered. */
export function usePullStatus(resource: ResourceName): PullStatus | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const row = (await relaxed.meta.get(`collection:${resource}`)) as CollectionRow | undefined;
    return { pulledAt: row?.pulledAt ?? null, error: row?.error ?? null };
  }, [relaxed, resource]);
}

/** The first changes that wait for a person, oldest first, live. Undefined until the device has answered. */
export function useParked(): readonly Mutation[] | undefined {
  return useOutboxWindow('parked');
}

/** A record's changes that no server has confirmed, oldest first, live. Undefined until the device has answered. */
export function useRecordChanges(resource: ResourceName, localId: string): readonly Mutation[] | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(
    () => relaxed.transaction('r', relaxed.outbox, (tx) => mutationsOf(tx, resource, localId)),
    [relaxed, resource, localId],
  );
}

/** At most 50 changes: those that wait for a person, or those that wait for the server. */
export function useOutboxWindow(which: 'parked' | 'open'): readonly Mutation[] | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const { outbox } = relaxed;
    const found =
      which === 'parked'
        ? outbox.where('state').equals('parked')
        : outbox.where('state').anyOf('queued', 'sending', 'unknown');
    return found.limit(WINDOW).sortBy('seq');
  }, [relaxed, which]);
}

const WINDOW = 50;
