import Dexie, { type ObservabilitySet } from 'dexie';
import type { Connectivity, Locks } from '../domain/ports.ts';
import { leadWhileAlive } from './leader-lock.ts';
import type { SyncContext } from './sync-context.ts';
import { SyncLoop } from './sync-loop.ts';

export interface EngineOptions extends Omit<SyncContext, 'signal'> {
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /** Whether tokens of this account are stored right now. */
  readonly isSignedIn: () => boolean;
}

export interface SyncEngine {
  /** Looks again: the session or the connection may have changed. */
  wake(): void;
  /** Stops leading and resolves when nothing of the engine runs any more. */
  stop(): Promise<void>;
}

/**
 * Starts the engine of one account. It leads as soon as no other tab does, learns of work by watching the
 * outbox and the wishes in `meta` through Dexie's cross-tab events, and goes on until it is stopped.
 */
export function startSyncEngine(options: EngineOptions): SyncEngine {
  const stop = new AbortController();
  const context: SyncContext = { ...options, signal: stop.signal };
  const loop = new SyncLoop(context, options);
  const parts = [`idb://${options.db.name}/outbox/`, `idb://${options.db.name}/meta/`];

  const onMutated = (mutated: ObservabilitySet): void => {
    if ('all' in mutated || parts.some((part) => part in mutated)) loop.wake();
  };
  Dexie.on('storagemutated', onMutated);
  const stopListening = options.connectivity.onChange(() => loop.connectionChanged());

  const ended = leadWhileAlive(options.locks, options.db.name, () => loop.run(), stop.signal).catch((error) =>
    options.log.error('the sync engine ended', error),
  );
  return {
    wake: () => loop.wake(),
    stop: async () => {
      Dexie.on.storagemutated.unsubscribe(onMutated);
      stopListening();
      stop.abort();
      loop.wake();
      await ended;
    },
  };
}
