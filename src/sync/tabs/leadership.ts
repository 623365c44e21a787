import type { Databases } from '../../db/app-database.ts';
import { type HandoverRequestRow, type LeaseRow, readRow, writeMeta } from '../../db/meta-rows.ts';

import { uuidv7 } from '../../domain/ids.ts';
import { type Clock, delay, type Locks, type Log, type PageLife, type Random } from '../../domain/ports.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/time-outs.ts';

/** Time between two signs of life, in ms. */
const BEAT_MS = 5000;
/**
 * A visible tab takes over when it has polled this often in a row, this many ms apart, and seen no new sign.
 * Counted, not timed: a clock may be put back, and after a sleep the first poll may come before any sign.
 */
const QUIET_POLLS = 3;
const POLL_MS = 15_000;

/** For how long this tab leads. */
export interface Term {
  /** Name of this tab in the lease. */
  readonly tab: string;
  /** Aborts when the tab must stop at once. */
  readonly ended: AbortSignal;
  /** Aborts when another tab should lead: as soon as no pull is under way, this one is to end. */
  readonly retiring: AbortSignal;
  /** Aborts when the page is about to go: nothing new is begun, what is being sent is brought to its end. */
  readonly closing: AbortSignal;
}

interface Options {
  readonly db: Databases;
  readonly locks: Locks;
  readonly page: PageLife;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Leads until one of the term's signals aborts; resolves when nothing of it runs any more. */
  readonly lead: (term: Term) => Promise<void>;
}

interface RunningTerm {
  readonly ended: AbortController;
  readonly retiring: AbortController;
  readonly closing: AbortController;
  done: Promise<void>;
}

/**
 * Decides whether this tab is the one that sends. A Web Lock makes the tabs of the browser take turns, and
 * passes on at once when its holder dies. Beside it stands the lease, the leader's sign of life, for what a
 * lock cannot tell: a hidden leader lets a visible tab lead, and a leader that the system has stopped without
 * a word is led for once its lease is stale. The lock is never stolen, since its old holder would go on
 * running. Two leaders for a moment do no harm: every claim and every confirmation is a compare-and-set.
 */
export class Leadership {
  readonly #options: Options;
  /** Name of this tab in lease and handover request. */
  readonly #tab: string;
  readonly #stopped = new AbortController();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #ends: Promise<unknown>;
  #term: RunningTerm | null = null;
  /** Lets the lock go; null while another tab has it. */
  #release: (() => void) | null = null;
  /** Leads without the lock, whose holder gives no sign of life. */
  #standsIn = false;
  #lockWait = new AbortController();
  #resume: () => void = () => {};
  #beat = 0;
  #seen: LeaseRow | undefined;
  #quietPolls = 0;
  /** The handover request that this tab made way for, and the lease that it asked to hand over: once each. */
  #answeredRequest = '';
  #requestedFor: LeaseRow | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#tab = uuidv7(options.clock.now(), options.random);
    const rows = [
      { table: 'meta', from: 'lease' },
      { table: 'meta', from: 'handoverRequest' },
    ];
    this.#unsubscribe = [
      options.page.onChange(() => this.#lifeChanged()),
      options.db.changes.onWritten(rows, () => this.#inBackground(this.#poll())),
    ];
    this.#ends = Promise.all([this.#queueForLock(), this.#watchLease()]);
    this.#inBackground(this.#poll());
  }

  /**
   * Stops for good; resolves when nothing runs any more.
   * @param how 'now' aborts what is under way, 'finished' brings it to its end first
   */
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
        log.error('the lock of the leading tab cannot be had', error);
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
    // Before anything else: from here on the lease says who leads.
    await this.#giveSign(true).catch((error: unknown) => this.#failed(error));
    this.#inBackground(this.#giveSigns(over.signal));
    try {
      await lead({ tab: this.#tab, ended: ended.signal, retiring: retiring.signal, closing: closing.signal });
    } catch (error) {
      log.error('leading ended', error);
    }
    over.abort();
    this.#term = null;
    this.#standsIn = false;
    this.#quietPolls = 0;
    // Ended by the freezer, the lock is gone already, and what is held now is a new one for a new term.
    if (retiring.signal.aborted) this.#release?.();
    this.#beginIfDue();
  }

  /** Brings a pull and what is being sent to its end, then lets the next tab lead. */
  #retire(): void {
    this.#term?.retiring.abort();
  }

  #lifeChanged(): void {
    const { page } = this.#options;
    if (page.isFrozen()) {
      // At once: a page may run no further after this. What it had under way, the next leader settles.
      this.#term?.ended.abort();
      this.#lockWait.abort();
      this.#release?.();
      this.#standsIn = false;
      return;
    }
    this.#resume();
    if (this.#term) this.#inBackground(this.#giveSign());
    this.#inBackground(this.#poll());
  }

  async #giveSigns(over: AbortSignal): Promise<void> {
    for (;;) {
      await delay(this.#options.clock, BEAT_MS, over);
      if (over.aborted) return;
      // One that cannot be written, as on a full device, is followed by another all the same.
      await this.#giveSign().catch((error: unknown) => this.#failed(error));
    }
  }

  /** @param first of a term */
  async #giveSign(first = false): Promise<void> {
    const { db } = this.#options;
    await db.relaxed.transaction('rw', db.relaxed.meta, async (tx) => {
      const last = await readRow(tx, 'lease');
      await writeMeta(tx, this.#lease(last, first));
    });
  }

  #lease(last: LeaseRow | undefined, isFirst: boolean): LeaseRow {
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

  /** Takes in what lease and handover request say now. A tab that is being frozen could lead no more than one that is hidden. */
  async #poll(): Promise<void> {
    const { db, page } = this.#options;
    const [lease, request] = (await db.relaxed.meta.bulkGet(['lease', 'handoverRequest'])) as [
      LeaseRow?,
      HandoverRequestRow?,
    ];
    if (page.isFrozen()) return;
    if (!isSameSign(lease, this.#seen)) {
      this.#seen = lease;
      this.#quietPolls = 0;
    }
    const foreign = lease !== undefined && lease.tab !== this.#tab;
    if (!this.#term) {
      const hiddenLeader = foreign && !lease.visible;
      if (hiddenLeader && page.isVisible() && this.#requestedFor !== this.#seen)
        await this.#requestHandover();
    } else if (this.#release === null) {
      // The lock's holder has come back to life.
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
    const request: HandoverRequestRow = {
      key: 'handoverRequest',
      id: uuidv7(clock.now(), random),
      tab: this.#tab,
    };
    await db.relaxed.transaction('rw', db.relaxed.meta, (tx) => writeMeta(tx, request));
  }

  /** A visible tab does not wait for a leader that has given no sign of life for too long. */
  async #watchLease(): Promise<void> {
    const { clock, page } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await delay(clock, POLL_MS, signal);
      if (signal.aborted || this.#term || !page.isVisible() || page.isFrozen()) continue;
      this.#quietPolls += 1;
      await this.#standInIfStale().catch((error: unknown) => this.#failed(error));
    }
  }

  async #standInIfStale(): Promise<void> {
    const { db } = this.#options;
    await this.#poll();
    if (this.#quietPolls < QUIET_POLLS) return;
    const seen = this.#seen;
    this.#standsIn = await db.relaxed.transaction('rw', db.relaxed.meta, async (tx) => {
      const lease = await readRow(tx, 'lease');
      // Another visible tab was faster.
      if (!isSameSign(lease, seen)) return false;
      await writeMeta(tx, { ...this.#lease(lease, true), standsIn: true });
      return true;
    });
    this.#beginIfDue();
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#failed(error));
  }

  /** A page that is frozen or closing cannot reach its database, and need not. */
  #failed(error: unknown): void {
    if (this.#stopped.signal.aborted || this.#options.page.isFrozen()) return;
    this.#options.log.error('watching the leading tab failed', error);
  }
}

interface Sign {
  readonly own: Pick<LeaseRow, 'tab' | 'beat' | 'visible' | 'standsIn'>;
  /** Whether it is the first one of a term. */
  readonly isFirst: boolean;
  /** Device time in ms. */
  readonly now: number;
}

/**
 * The leader's next sign of life. A tab whose sign stands where this one has led, or that stood in for the lock's holder,
 * may be alive: its attempts are spared. One that had the lock before this tab is not, or has nothing under way.
 */
function nextLease(last: LeaseRow | undefined, { own, isFirst, now }: Sign): LeaseRow {
  const beside = last !== undefined && last.tab !== own.tab && (!isFirst || last.standsIn === true);
  return { key: 'lease', ...own, spareUntil: beside ? now + SLOW_TIMEOUT_MS : (last?.spareUntil ?? 0) };
}

/** Whether no sign of life has come between these two. */
function isSameSign(a: LeaseRow | undefined, b: LeaseRow | undefined): boolean {
  return a?.tab === b?.tab && a?.beat === b?.beat;
}
