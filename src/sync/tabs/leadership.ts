import type { Databases } from '../../db/app-database.ts';
import { type RowOf, readRow, writeMeta } from '../../db/meta-rows.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/answer.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { type Clock, delay, type Locks, type Log, type PageLife, type Random } from '../../domain/ports.ts';

/** In ms. */
const BEAT_MS = 5000;
/**
 * A visible tab takes over after this many checks, `CHECK_MS` apart, without a renewal. Time does not count: a clock may
 * be set back, and after a sleep the first check may come before the renewal.
 */
const QUIET_CHECKS = 3;
const CHECK_MS = 15_000;

export interface Term {
  readonly tab: string;
  readonly ended: AbortSignal;
  /** Aborts when another tab should lead. The term ends once no pull is under way. */
  readonly retiring: AbortSignal;
  /** Aborts when the page is about to close. Only changes already sent are finished. */
  readonly closing: AbortSignal;
}

interface Options {
  readonly db: Databases;
  readonly locks: Locks;
  readonly page: PageLife;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly lead: (term: Term) => Promise<void>;
}

interface RunningTerm {
  readonly ended: AbortController;
  readonly retiring: AbortController;
  readonly closing: AbortController;
  done: Promise<void>;
}

/**
 * Decides whether this tab sends. A Web Lock does not show whether its holder is hidden or suspended. So the leader also
 * renews a lease: a hidden leader yields to a visible tab, and a visible tab stands in for a leader that no longer
 * renews.
 * The lock is never stolen, because its holder may still be running. Two leaders do no harm: check-outs and
 * confirmations are compare-and-set.
 */
export class Leadership {
  readonly #options: Options;
  readonly #tab: string;
  readonly #stopped = new AbortController();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #ends: Promise<unknown>;
  #term: RunningTerm | null = null;
  /** Releases the lock; null while another tab has it. */
  #release: (() => void) | null = null;
  /** This tab leads without the lock, because the lock's holder no longer renews its lease. */
  #standsIn = false;
  #lockWait = new AbortController();
  #resume: () => void = () => {};
  #beat = 0;
  #seen: RowOf<'lease'> | undefined;
  #quietChecks = 0;
  /** Each handover request is answered once. */
  #answeredRequest = '';
  /** Each lease's holder is asked once to hand over. */
  #requestedFor: RowOf<'lease'> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#tab = uuidv7(options.clock.now(), options.random);
    const rows = [
      { table: 'meta', from: 'lease' },
      { table: 'meta', from: 'handoverRequest' },
    ];
    this.#unsubscribe = [
      options.page.onChange(() => this.#lifeChanged()),
      options.db.changes.onWritten(rows, () => this.#inBackground(this.#check())),
    ];
    this.#ends = Promise.all([this.#queueForLock(), this.#watchLease()]);
    this.#inBackground(this.#check());
  }

  /** @param how 'now' aborts what is under way, 'finished' completes it */
  async stop(how: 'now' | 'finished'): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stopped.abort();
    this.#lockWait.abort();
    this.#resume();
    if (how === 'now') this.#term?.ended.abort();
    else this.#term?.closing.abort();
    await this.#term?.done;
    this.#release?.();
    await this.#ends;
  }

  async #queueForLock(): Promise<void> {
    const { locks, db, log, clock, page } = this.#options;
    while (!this.#stopped.signal.aborted) {
      if (page.isFrozen()) {
        await new Promise<void>((resolve) => {
          this.#resume = resolve;
        });
        continue;
      }
      this.#lockWait = new AbortController();
      try {
        await locks.request(`sync|${db.name}`, () => this.#hold(), this.#lockWait.signal);
      } catch (error) {
        if (this.#lockWait.signal.aborted) continue;
        log.error('could not request the lock of the leading tab', error);
        await delay(clock, BEAT_MS, this.#stopped.signal);
      }
    }
  }

  #hold(): Promise<void> {
    if (this.#stopped.signal.aborted || this.#options.page.isFrozen()) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = () => {
        this.#release = null;
        resolve();
      };
      this.#beginIfDue();
    });
  }

  #beginIfDue(): void {
    const mayLead = this.#release !== null || this.#standsIn;
    if (!mayLead || this.#term || this.#stopped.signal.aborted || this.#options.page.isFrozen()) return;
    const term: RunningTerm = {
      ended: new AbortController(),
      retiring: new AbortController(),
      closing: new AbortController(),
      done: Promise.resolve(),
    };
    this.#term = term;
    term.done = this.#lead(term);
  }

  async #lead(term: RunningTerm): Promise<void> {
    const { lead, log } = this.#options;
    const { ended, retiring, closing } = term;
    const over = new AbortController();
    // This comes first, because the lease must name the leader.
    await this.#renewLease(true).catch((error: unknown) => this.#failed(error));
    this.#inBackground(this.#keepRenewing(over.signal));
    try {
      await lead({ tab: this.#tab, ended: ended.signal, retiring: retiring.signal, closing: closing.signal });
    } catch (error) {
      log.error('the work of the leading tab failed', error);
    }
    over.abort();
    this.#term = null;
    this.#standsIn = false;
    this.#quietChecks = 0;
    // After a freeze the lock is already released. The one held now belongs to a new term.
    if (retiring.signal.aborted) this.#release?.();
    this.#beginIfDue();
  }

  #retire(): void {
    this.#term?.retiring.abort();
  }

  #lifeChanged(): void {
    const { page } = this.#options;
    if (page.isFrozen()) {
      // Not later, because a frozen page may never run again. The next leader settles its requests.
      this.#term?.ended.abort();
      this.#lockWait.abort();
      this.#release?.();
      this.#standsIn = false;
      return;
    }
    this.#resume();
    if (this.#term) this.#inBackground(this.#renewLease());
    this.#inBackground(this.#check());
  }

  async #keepRenewing(over: AbortSignal): Promise<void> {
    for (;;) {
      await delay(this.#options.clock, BEAT_MS, over);
      if (over.aborted) return;
      // A renewal may fail on a full device. The next one is still tried.
      await this.#renewLease().catch((error: unknown) => this.#failed(error));
    }
  }

  async #renewLease(first = false): Promise<void> {
    const { db } = this.#options;
    await db.relaxed.transaction('rw', db.relaxed.meta, async (tx) => {
      const last = await readRow(tx, 'lease');
      await writeMeta(tx, this.#lease(last, first));
    });
  }

  #lease(last: RowOf<'lease'> | undefined, isFirst: boolean): RowOf<'lease'> {
    const { clock, page } = this.#options;
    this.#beat += 1;
    const own = {
      tab: this.#tab,
      beat: this.#beat,
      visible: page.isVisible(),
      standsIn: this.#release === null,
    };
    return nextLease(last, { own, isFirst, now: clock.now() });
  }

  async #check(): Promise<void> {
    const { db, page } = this.#options;
    const [lease, request] = (await db.relaxed.meta.bulkGet(['lease', 'handoverRequest'])) as [
      RowOf<'lease'>?,
      RowOf<'handoverRequest'>?,
    ];
    if (page.isFrozen()) return;
    if (!isSameLease(lease, this.#seen)) {
      this.#seen = lease;
      this.#quietChecks = 0;
    }
    const foreign = lease !== undefined && lease.tab !== this.#tab;
    if (!this.#term) {
      const hiddenLeader = foreign && !lease.visible;
      if (hiddenLeader && page.isVisible() && this.#requestedFor !== this.#seen)
        await this.#requestHandover();
    } else if (this.#release === null) {
      // The lock's holder runs again.
      if (foreign) this.#retire();
    } else if (
      request &&
      request.tab !== this.#tab &&
      request.id !== this.#answeredRequest &&
      !page.isVisible()
    ) {
      this.#answeredRequest = request.id;
      this.#retire();
    }
  }

  async #requestHandover(): Promise<void> {
    const { db, clock, random } = this.#options;
    this.#requestedFor = this.#seen;
    const request: RowOf<'handoverRequest'> = {
      key: 'handoverRequest',
      id: uuidv7(clock.now(), random),
      tab: this.#tab,
    };
    await db.relaxed.transaction('rw', db.relaxed.meta, (tx) => writeMeta(tx, request));
  }

  async #watchLease(): Promise<void> {
    const { clock, page } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await delay(clock, CHECK_MS, signal);
      if (signal.aborted || this.#term || !page.isVisible() || page.isFrozen()) continue;
      this.#quietChecks += 1;
      await this.#standInIfStale().catch((error: unknown) => this.#failed(error));
    }
  }

  async #standInIfStale(): Promise<void> {
    const { db } = this.#options;
    await this.#check();
    if (this.#quietChecks < QUIET_CHECKS) return;
    const seen = this.#seen;
    this.#standsIn = await db.relaxed.transaction('rw', db.relaxed.meta, async (tx) => {
      const lease = await readRow(tx, 'lease');
      // Another visible tab was faster.
      if (!isSameLease(lease, seen)) return false;
      await writeMeta(tx, { ...this.#lease(lease, true), standsIn: true });
      return true;
    });
    this.#beginIfDue();
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#failed(error));
  }

  /** A frozen or closing page cannot reach its database. */
  #failed(error: unknown): void {
    if (this.#stopped.signal.aborted || this.#options.page.isFrozen()) return;
    this.#options.log.error('watching the leading tab failed', error);
  }
}

interface Renewal {
  readonly own: Pick<RowOf<'lease'>, 'tab' | 'beat' | 'visible' | 'standsIn'>;
  readonly isFirst: boolean;
  /** Device time in ms. */
  readonly now: number;
}

/** Until `spareUntil`, attempts of a tab that may still run are left alone. A tab that gave up the lock has stopped. */
function nextLease(last: RowOf<'lease'> | undefined, { own, isFirst, now }: Renewal): RowOf<'lease'> {
  const beside = last !== undefined && last.tab !== own.tab && (!isFirst || last.standsIn === true);
  return { key: 'lease', ...own, spareUntil: beside ? now + SLOW_TIMEOUT_MS : (last?.spareUntil ?? 0) };
}

function isSameLease(a: RowOf<'lease'> | undefined, b: RowOf<'lease'> | undefined): boolean {
  return a?.tab === b?.tab && a?.beat === b?.beat;
}
