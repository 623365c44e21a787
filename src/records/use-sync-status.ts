import { useLiveQuery } from 'dexie-react-hooks';
import type { CollectionRow, Download, EngineRow, PauseReason } from '../db/meta.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from './records-context.ts';
import { questionCount, readQuestions } from './use-questions.ts';

export interface SyncStatus {
  /** Changes that no server has confirmed and that wait for nobody. */
  readonly waiting: number;
  /** Changes that wait for a person. */
  readonly parked: number;
  /** All that waits for a person: those changes, and questions beside them. */
  readonly attention: number;
  readonly reasons: readonly PauseReason[];
}

/** How many changes wait and what holds them, live. Undefined until the device has answered. */
export function useSyncStatus(): SyncStatus | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const [all, parked, engine, questions] = await Promise.all([
      relaxed.outbox.count(),
      relaxed.outbox.where('state').equals('parked').count(),
      relaxed.meta.get('engine'),
      readQuestions(relaxed),
    ]);
    return {
      waiting: all - parked,
      parked,
      attention: parked + questionCount(questions),
      reasons: (engine as EngineRow | undefined)?.reasons ?? [],
    };
  }, [relaxed]);
}

/** Device time in ms at which a held engine goes on by itself, live; 0 when no time is known. */
export function useResumeTime(): number {
  const { relaxed } = useRecordServices().db;
  const time = useLiveQuery(async () => {
    const engine = (await relaxed.meta.get('engine')) as EngineRow | undefined;
    return Math.max(engine?.resumeAt ?? 0, engine?.throttledUntil ?? 0);
  }, [relaxed]);
  return time ?? 0;
}

export interface PullStatus {
  /** Device time in ms of the last complete reading of the collection; null before the first. */
  readonly pulledAt: number | null;
  /** Why the last one failed, in words for the screen; null when it did not. */
  readonly error: string | null;
  /** How far the first reading has come; null before its first page and once there was a complete one. */
  readonly download: Pick<Download, 'read' | 'count'> | null;
}

/** How old a collection's copy is, live. Undefined until the device has answered. */
export function usePullStatus(resource: ResourceName): PullStatus | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(async () => {
    const row = (await relaxed.meta.get(`collection:${resource}`)) as CollectionRow | undefined;
    const { pulledAt = null, error = null, download = null } = row ?? {};
    return { pulledAt, error, download };
  }, [relaxed, resource]);
}
