import type { Connectivity } from '../../domain/ports.ts';
import { eitherOf } from '../either-of.ts';
import { ChangeEventStream } from '../pull/change-event-stream.ts';
import { PullRunner } from '../pull/pull-runner.ts';
import { readsAtOnce } from '../push/lanes.ts';
import { Orphans } from '../push/orphans.ts';
import { PushRunner } from '../push/push-runner.ts';
import type { SyncContext } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';
import { Contact } from './contact.ts';
import { EngineStatus } from './engine-status.ts';
import { OpenMutations } from './open-mutations.ts';
import { StatsReader } from './stats-reader.ts';
import { Tasks } from './tasks.ts';

interface Ports {
  readonly connectivity: Connectivity;
  readonly isSignedIn: () => boolean;
  readonly term: Term;
  readonly isDraining: () => boolean;
  readonly wake: () => void;
}

export type Parts = ReturnType<typeof createParts>;

/** What a loop works with in one term of leading, each part connected to those that it asks. */
export function createParts(given: SyncContext, ports: Ports) {
  const { term, isDraining, wake } = ports;
  const status = new EngineStatus(given);
  const context = status.watching(given);
  // What only reads ends when the page closes, while what is being sent is brought to its end.
  const pullContext: SyncContext = { ...context, signal: eitherOf(term.ended, term.closing) };
  const stats = new StatsReader(pullContext);
  const pulls: PullRunner = new PullRunner(pullContext, {
    atOnce: () => readsAtOnce(pushes.isSending),
    lost: () => {
      status.reached = false;
    },
  });
  const { ended, closing, retiring } = term;
  /** Nothing new may be begun. A hand-over waits for a pull, or a long one would never come to its end. */
  const isOver = (): boolean =>
    ended.aborted || closing.aborted || (retiring.aborted && pulls.pulling === null);
  const contact = new Contact(pullContext, status, { ...ports, isOver, healed: () => pulls.healed() });
  const tasks = new Tasks(context, { status, isOver, wake, throttled: () => pulls.throttled() });
  const pushes: PushRunner = new PushRunner(context, {
    successes: () => status.successes,
    reads: () => Math.max(pulls.reads, stats.isReading ? 1 : 0),
    isOver,
    maySend: () => contact.maySend(),
    spawn: (work) => tasks.add(work),
    wake,
  });
  const changeEvents = new ChangeEventStream(pullContext, {
    changed: () => {
      pulls.changed(isDraining());
      wake();
    },
    hearing: (hearing) => {
      pulls.hears(hearing);
      wake();
    },
  });
  const open = new OpenMutations(context.db, context.clock);
  const orphans = new Orphans(context);
  return { context, isOver, status, contact, tasks, open, orphans, pulls, stats, changeEvents, pushes };
}
