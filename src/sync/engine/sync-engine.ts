import { GroupCommit } from '../../db/group-commit.ts';
import type { Connectivity, Locks, PageLife } from '../../domain/ports.ts';
import { KnownRows } from '../known-rows.ts';
import type { SyncContext } from '../sync-context.ts';
import { Leadership } from '../tabs/leadership.ts';
import { SyncLoop } from './sync-loop.ts';

export interface EngineOptions extends Omit<SyncContext, 'signal' | 'knownRows' | 'commits'> {
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  /** Check after every step whether the invariants hold. */
  readonly debug: boolean;
  /** Whether tokens of this account are stored right now. */
  readonly isSignedIn: () => boolean;
}

export interface SyncEngine {
  /** Looks again: the session or the connection may have changed. */
  wake(): void;
  /**
   * Stops leading and resolves when nothing of the engine runs any more.
   * @param how 'finished' begins nothing new and waits for the answers to what is being sent
   */
  stop(how: 'now' | 'finished'): Promise<void>;
}

/** What the leading tab polls when it is written: the outbox, and what screens of any tab ask for. */
const WORK = [
  { table: 'outbox' },
  { table: 'meta', from: 'nudge' },
  { table: 'meta', from: 'request:', to: 'request:\uffff' },
];

/**
 * Starts the engine of one account. It runs while this tab leads, learns of work by watching the outbox and
 * the pull requests in `meta` through the bus of changes, and goes on until it is stopped.
 */
export function startSyncEngine(options: EngineOptions): SyncEngine {
  let loop: SyncLoop | null = null;
  const unsubscribe = [
    options.db.changes.onWritten(WORK, () => loop?.wake()),
    options.connectivity.onChange(() => loop?.connectionChanged()),
    options.page.onChange(() => loop?.pageChanged()),
  ];
  const leadership = new Leadership({
    ...options,
    lead: async (term) => {
      // The last leader may have died before it told what it wrote.
      options.db.recheck();
      const commits = new GroupCommit(options.db);
      // What was known in an earlier term another leader may have removed.
      const knownRows = new KnownRows(options.db.changes);
      const context = { ...options, knownRows, commits, signal: term.ended };
      loop = new SyncLoop(context, options, term);
      await loop.run().finally(() => {
        loop = null;
        knownRows.close();
      });
    },
  });
  return {
    wake: () => loop?.wake(),
    stop: async (how) => {
      for (const stop of unsubscribe) stop();
      await leadership.stop(how);
    },
  };
}
