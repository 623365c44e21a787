import { mendLeftovers } from '../../db/leftover-records.ts';
import type { MetaRows } from '../../db/meta-rows.ts';
import type { Clock, PageLife } from '../../domain/ports.ts';
import { earliest } from '../../domain/waits.ts';
import type { FileRunner } from '../files/file-runner.ts';
import type { Poll } from '../poll.ts';
import type { ChangeEventStream } from '../pull/change-event-stream.ts';
import type { PullAction, PullFacts } from '../pull/plan-pull.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';
import type { Contact, ContactStatus } from './contact.ts';
import type { Observer, OpenMutations, Tables } from './observer.ts';
import { planContact } from './pause-reasons.ts';
import { type Action, type PushPlan, planWork, type WorkFacts } from './plan-work.ts';
import type { SettingsSync } from './settings-sync.ts';
import type { StatsReader } from './stats-reader.ts';
import type { Tasks } from './tasks.ts';

const AFTER_ERROR_MS = 1000;
/** In ms. An alarm that rings this much too late shows that the device slept. */
const SLEPT_MS = 30_000;

interface Parts extends Workers {
  readonly context: SyncContext;
  readonly term: Term;
  readonly page: PageLife;
  readonly debug: boolean;
  readonly isOver: () => boolean;
  readonly status: ContactStatus;
  readonly contact: Contact;
  readonly open: OpenMutations;
  readonly observer: Observer;
  readonly events: ChangeEventStream;
  readonly pulls: Workers['pulls'] & { wantAll(): void; takeRequests(meta: MetaRows): boolean };
}

/**
 * Plans and starts work, then sleeps until something changes or falls due. Keeps nothing that is not also in the
 * database.
 */
export class SyncLoop {
  readonly #parts: Parts;
  readonly #alarm: Alarm;
  #visible: boolean;
  #hasMended = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#alarm = new Alarm(parts.context.clock);
    this.#visible = parts.page.isVisible();
  }

  wake(): void {
    this.#alarm.ring();
  }

  /** The browser's `online` and `offline` are only hints. */
  connectionChanged(): void {
    const { contact, events, status } = this.#parts;
    if (contact.isOnline) events.renew();
    else {
      status.noteDisconnected();
      status.serverSilent = false;
    }
    this.#recheck();
  }

  /** A hidden page may have missed a lost connection. */
  pageChanged(): void {
    const { page, pulls, settings } = this.#parts;
    const visible = page.isVisible();
    if (visible && !this.#visible) {
      pulls.wantAll();
      settings.want();
    }
    this.#visible = visible;
    this.#recheck();
  }

  #recheck(): void {
    const { contact, events } = this.#parts;
    contact.hintChanged();
    if (contact.isOnline) {
      this.#resetBackoff(false);
      events.resetBackoff();
    }
    this.wake();
  }

  async run(): Promise<void> {
    const { context, status, tasks, settings, events, open, debug, term, isOver } = this.#parts;
    const { ended, retiring, closing } = term;
    for (const signal of [ended, retiring, closing]) signal.addEventListener('abort', () => this.wake());
    tasks.add(settings.count(), true);
    let loaded = false;
    while (!isOver()) {
      this.#alarm.reset();
      let sleepUntil: number | null = context.clock.now() + AFTER_ERROR_MS;
      try {
        if (!loaded) await status.load();
        loaded = true;
        const recheckAt = await this.#step();
        await status.publish();
        if (debug) await (await import('./invariants.ts')).logViolations(context);
        // Not earlier, because a failed `publish` must soon be tried again.
        sleepUntil = recheckAt;
      } catch (error) {
        if (!isOver()) tasks.failed('sync step failed', error);
      }
      if (!isOver() && (await this.#alarm.sleep(sleepUntil)) > SLEPT_MS) status.noteDisconnected();
    }
    events.want(false);
    open.close();
    await tasks.settled();
  }

  /** Returns the device time in ms of the next step; null waits until woken. */
  async #step(): Promise<number | null> {
    const { pulls, settings, contact, status, observer, tasks, term, isOver } = this.#parts;
    const tables = await observer.readTables();
    tasks.freeSpace(tables.meta.get('request:space'));
    settings.takeRequest(tables.meta);
    if (pulls.takeRequests(tables.meta)) {
      settings.want();
      this.#resetBackoff(true);
    }
    const isPaused = planContact(contact.facts()).do === 'pause';
    const sparedAt = isPaused ? null : await this.#recover(tables);
    const plan = planContact(contact.facts());
    if (plan.do !== 'work' && plan.endsDrain) observer.endDrain();
    if (plan.do === 'pause' || plan.do === 'wait') return plan.until;
    if (plan.do === 'reach') {
      await status.publish();
      await contact.reach();
      this.wake();
      return null;
    }
    await this.#mendLeftovers();
    const poll = await observer.poll(tables, this.#visible);
    if (isOver()) return null;
    const mayRead = !term.retiring.aborted;
    const facts = factsFor(poll, this.#parts, { visible: this.#visible, mayRead });
    const { actions, recheckAt } = planWork(poll, facts);
    for (const action of actions) startAction(action, poll, this.#parts);
    const filesAt = mayRead ? this.#sendFiles(poll, actions) : null;
    return earliest([recheckAt, sparedAt, filesAt]);
  }

  /** Once a term, and only with a connection, because the lists that bring the records back are read next. */
  async #mendLeftovers(): Promise<void> {
    if (this.#hasMended) return;
    this.#hasMended = true;
    const { context, isOver } = this.#parts;
    await mendLeftovers(context).catch((error: unknown) => {
      if (!isOver()) context.log.error('records that half a confirmation left were not mended', error);
    });
  }

  #sendFiles({ meta }: Poll, actions: readonly Action[]): number | null {
    const { files, pushes } = this.#parts;
    const isChangeDue = pushes.isSending || actions.some(({ do: what }) => what === 'syncSettings');
    return files.run(meta, { isChangeDue });
  }

  async #recover(tables: Tables): Promise<number | null> {
    const { sparedAt, backoffReset } = await this.#parts.observer.recover(tables);
    if (backoffReset) this.wake();
    return sparedAt;
  }

  #resetBackoff(byPerson: boolean): void {
    this.#parts.status.resetBackoff(byPerson);
    this.#parts.observer.resetBackoff(byPerson);
    this.#parts.files.resetBackoff(byPerson);
  }
}

interface Workers {
  readonly tasks: Tasks;
  readonly stats: StatsReader;
  readonly settings: SettingsSync;
  readonly pulls: {
    readonly pulling: string | null;
    readonly reads: number;
    facts(poll: Poll, visible: boolean): PullFacts;
    run(action: PullAction, poll: Poll): Promise<WorkResult>;
  };
  readonly files: Pick<FileRunner, 'requests' | 'resetBackoff' | 'run'>;
  readonly pushes: {
    readonly isSending: boolean;
    facts(): WorkFacts['push'];
    run(plan: PushPlan): void;
  };
}

interface Moment {
  readonly visible: boolean;
  readonly mayRead: boolean;
}

function factsFor(
  poll: Poll,
  { pulls, stats, settings, files, pushes }: Workers,
  { visible, mayRead }: Moment,
): WorkFacts {
  return {
    pull: pulls.facts(poll, visible),
    reads: pulls.reads + files.requests,
    readsStats: stats.isReading,
    settings: settings.facts,
    mayRead,
    push: pushes.facts(),
    pulling: pulls.pulling,
  };
}

function startAction(action: Action, poll: Poll, workers: Workers): void {
  const { tasks, stats, settings, pulls, pushes } = workers;
  switch (action.do) {
    case 'readStats':
      return tasks.add(stats.read(action.request));
    case 'read':
      return tasks.add(pulls.run(action.what, poll));
    case 'syncSettings':
      return tasks.add(settings.run());
    case 'send':
      return pushes.run(action.pushes);
    default:
      return action satisfies never;
  }
}

/** If the alarm rings before `sleep`, the next `sleep` returns at once. */
class Alarm {
  readonly #clock: Clock;
  #isRung = false;
  #wakeUp: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#isRung = true;
    this.#wakeUp();
  }

  reset(): void {
    this.#isRung = false;
  }

  /**
   * @param until device time in ms
   * @returns how late it woke, in ms
   */
  async sleep(until: number | null): Promise<number> {
    if (this.#isRung) return 0;
    let cancel = (): void => {};
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      if (until !== null) cancel = this.#clock.setTimer(resolve, Math.max(0, until - this.#clock.now()));
    });
    this.#wakeUp = () => {};
    cancel();
    return until === null ? 0 : this.#clock.now() - until;
  }
}
