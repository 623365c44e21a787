// The entry of `sync`: starts the engine, which sends this device's changes and reads the server's. See docs/sync.md.

import { KnownRows } from '../../db/known-rows.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { wasCutOff } from '../../db/storage-watch.ts';
import { tablesOf } from '../../db/tables.ts';
import { type Connectivity, eitherOf, type Locks, type PageLife } from '../../domain/ports.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { isHeld } from '../../outbox/retry-policy.ts';
import { FileRunner } from '../files/file-runner.ts';
import { ChangeEventStream } from '../pull/change-event-stream.ts';
import { PullRunner } from '../pull/pull-runner.ts';
import { Orphans } from '../push/orphans.ts';
import { PushRunner } from '../push/push.ts';
import type { SyncContext } from '../sync-context.ts';
import { Leadership, type Term } from '../tabs/leadership.ts';
import { Contact, ContactStatus } from './contact.ts';
import { Observer, OpenMutations } from './observer.ts';
import { readsAtOnce } from './plan-work.ts';
import { SettingsSync } from './settings-sync.ts';
import { StatsReader } from './stats-reader.ts';
import { SyncLoop } from './sync-loop.ts';
import { Tasks } from './tasks.ts';

export interface EngineOptions extends Omit<SyncContext, 'signal' | 'knownRows'> {
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  readonly debug: boolean;
  readonly isSignedIn: () => boolean;
}

export interface SyncEngine {
  wake(): void;
  /**
   * Resolves when no part of the engine runs any more.
   * @param how 'finished' begins nothing new and waits for answers
   */
  stop(how: 'now' | 'finished'): Promise<void>;
}

const WORK = [
  { table: 'outbox' },
  { table: 'files' },
  { table: 'meta', from: 'syncRequested' },
  { table: 'meta', from: 'request:', to: 'request:\uffff' },
];

export function startSyncEngine(options: EngineOptions): SyncEngine {
  let loop: SyncLoop | null = null;
  const unsubscribe = [
    options.db.changes.onWritten(WORK, () => loop?.wake()),
    options.connectivity.onChange(() => loop?.connectionChanged()),
    options.page.onChange(() => loop?.pageChanged()),
    options.page.onChange(() => pageChanged(options)),
  ];
  const leadership = new Leadership({
    ...options,
    lead: async (term) => {
      // The last leader may have died before it announced its writes.
      options.db.recheck();
      // Another leader may have removed rows since this tab's last term.
      const knownRows = new KnownRows(options.db.changes);
      const context = { ...options, knownRows, signal: term.ended };
      loop = createLoop(context, options, term);
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

/** Runs in every tab, because the leader may be another one. A frozen page has no open database. */
function pageChanged(options: EngineOptions): void {
  const { page, log } = options;
  if (page.isVisible() || page.isFrozen()) return;
  releaseTaps(options).catch((error: unknown) => {
    if (!wasCutOff(error)) log.error('taps could not be sent early', error);
  });
}

function createLoop(given: SyncContext, options: EngineOptions, term: Term): SyncLoop {
  const wake = (): void => loop.wake();
  const status = new ContactStatus(given);
  const context = status.watching(given);
  // When the page closes, reads are aborted, but changes already sent are finished.
  const readSignal = eitherOf(term.ended, term.closing);
  const pullContext: SyncContext = { ...context, signal: readSignal };
  const fileContext: SyncContext = { ...status.watchingFiles(given), signal: readSignal };
  const stats = new StatsReader(pullContext);
  const settings = new SettingsSync(context);
  const pulls: PullRunner = new PullRunner(pullContext, {
    atOnce: () => readsAtOnce(pushes.isSending, files.requests),
    lost: () => status.expectNoContact(),
    settingsAt: (version) => settings.noteVersion(version),
  });
  const isOver = (): boolean => isOverIn(term, pulls);
  const reconnected = (): void => {
    pulls.reconnected();
    settings.want();
  };
  const contact = new Contact(pullContext, status, { ...options, isOver, reconnected, wake });
  const tasks = new Tasks(context, { status, isOver, wake, throttled: () => pulls.throttled() });
  const pushes: PushRunner = new PushRunner(context, {
    successes: () => status.successes,
    isOver,
    spawn: (work) => tasks.add(work),
  });
  const files: FileRunner = new FileRunner(fileContext, {
    isOnWifi: () => options.connectivity.isOnWifi(),
    isOver,
    lost: () => status.expectNoContact(),
    spawn: (work) => tasks.add(work, true),
  });
  const events = new ChangeEventStream(pullContext, {
    changed: () => {
      pulls.changed(observer.isDraining);
      wake();
    },
    opened: (isOpen) => {
      pulls.streamOpened(isOpen);
      wake();
    },
  });
  const open = new OpenMutations(context.db);
  const observer: Observer = new Observer(context, {
    open,
    orphans: new Orphans(context),
    events,
    files,
    pulls,
    pushes,
    term,
  });
  const parts = { context, term, isOver, status, contact, tasks, open, observer };
  const loop = new SyncLoop({ ...options, ...parts, pulls, stats, settings, events, files, pushes });
  return loop;
}

/** A handover waits for the pull, or a long pull would never finish. */
function isOverIn({ ended, closing, retiring }: Term, { pulling }: PullRunner): boolean {
  return ended.aborted || closing.aborted || (retiring.aborted && pulling === null);
}

type Ports = Pick<SyncContext, 'db' | 'clock' | 'random' | 'account'>;

/**
 * Ends the undo wait of taps, because a hidden page may soon be stopped. A sent deletion cannot be undone, so deletions
 * keep waiting.
 */
export async function releaseTaps(ports: Ports): Promise<void> {
  const { relaxed } = ports.db;
  const now = ports.clock.now();
  const queued = await relaxed.outbox.where('state').equals('queued').toArray();
  const waiting = queued.filter((mutation) => mutation.kind !== 'delete' && isHeld(mutation, now));
  if (waiting.length === 0) return;
  await relaxed.transaction('rw', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
    for (const seen of waiting) {
      const event = { type: 'putOff', seen, nextAt: now } as const;
      await changeLane(tx, ports, { lane: await readLane(tx, seen), event });
    }
  });
}
