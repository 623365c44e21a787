import type { Connectivity, PageLife } from '../../domain/ports.ts';
import { earliest } from '../earliest.ts';
import type { SyncContext } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';
import { Alarm } from './alarm.ts';
import { Observer, type Tables } from './observer.ts';
import { createParts, type Parts } from './parts.ts';
import { planContact, planWork } from './plan.ts';
import { carryOut, factsFor } from './work.ts';

const AFTER_ERROR_MS = 1000;
/** What should have been woken so much sooner, in ms, was asleep with the device. */
const SLEPT_MS = 30_000;

interface Ports {
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  readonly isSignedIn: () => boolean;
  readonly debug: boolean;
}

/**
 * The leading tab's loop: polls the outbox and the pull requests, has a plan made of what it sees, carries it out, and sleeps
 * until something changes or falls due. It holds no truth of its own; whatever it forgets is in the database.
 */
export class SyncLoop {
  readonly #parts: Parts;
  readonly #ports: Ports;
  readonly #term: Term;
  readonly #alarm: Alarm;
  readonly #observer: Observer;
  #visible: boolean;

  constructor(context: SyncContext, ports: Ports, term: Term) {
    this.#ports = ports;
    this.#term = term;
    this.#alarm = new Alarm(context.clock);
    this.#visible = ports.page.isVisible();
    this.#parts = createParts(context, {
      ...ports,
      term,
      isDraining: () => this.#observer.isDraining,
      wake: () => this.wake(),
    });
    this.#observer = new Observer(this.#parts, term);
  }

  wake(): void {
    this.#alarm.ring();
  }

  /** `online` and `offline`: hints only, but good moments to check again. */
  connectionChanged(): void {
    const { contact, changeEvents, status } = this.#parts;
    if (contact.isOnline) changeEvents.renew();
    else status.cutOff();
    this.#recheck();
  }

  /** Back on the screen, everything is read anew; and an interruption may have gone by unseen. */
  pageChanged(): void {
    const visible = this.#ports.page.isVisible();
    if (visible && !this.#visible) this.#parts.pulls.wantAll();
    this.#visible = visible;
    this.#recheck();
  }

  #recheck(): void {
    const { contact, changeEvents } = this.#parts;
    contact.hintChanged();
    if (contact.isOnline) {
      this.#resetBackoff(false);
      changeEvents.resetBackoff();
    }
    this.wake();
  }

  /** Runs until its term is over; every request that it started has ended then. */
  async run(): Promise<void> {
    const { context, status, tasks, changeEvents, open } = this.#parts;
    const { ended, retiring, closing } = this.#term;
    for (const signal of [ended, retiring, closing]) signal.addEventListener('abort', () => this.wake());
    let loaded = false;
    while (!this.#isOver) {
      this.#alarm.reset();
      let sleepUntil: number | null = context.clock.now() + AFTER_ERROR_MS;
      try {
        if (!loaded) await status.load();
        loaded = true;
        // What is being stored frees lanes: one poll fills them all.
        await context.commits.idle();
        const recheckAt = await this.#step();
        await status.publish();
        if (this.#ports.debug) await (await import('./invariants.ts')).logViolations(context);
        // Not sooner: until screens are told why nothing is sent, it may not sleep until it is woken.
        sleepUntil = recheckAt;
      } catch (error) {
        if (!this.#isOver) tasks.failed('sync step failed', error);
      }
      if (!this.#isOver && (await this.#alarm.sleep(sleepUntil)) > SLEPT_MS) status.cutOff();
    }
    changeEvents.want(false);
    open.close();
    await tasks.settled();
  }

  get #isOver(): boolean {
    return this.#parts.isOver();
  }

  /** One poll of everything. Returns the device time at which to check again; null for 'when woken'. */
  async #step(): Promise<number | null> {
    const { pulls, contact, status } = this.#parts;
    const tables = await this.#observer.readTables();
    if (pulls.takeRequests(tables.meta)) this.#resetBackoff(true);
    const isPaused = planContact(contact.facts()).do === 'pause';
    const sparedAt = isPaused ? null : await this.#recover(tables);
    const plan = planContact(contact.facts());
    if (plan.do !== 'work' && plan.endsDrain) this.#observer.endDrain();
    if (plan.do === 'pause' || plan.do === 'wait') return plan.until;
    if (plan.do === 'reach') {
      await status.publish();
      await contact.reach();
      this.wake();
      return null;
    }
    const poll = await this.#observer.poll(tables, this.#visible);
    if (this.#isOver) return null;
    const mayRead = !this.#term.retiring.aborted;
    const facts = factsFor(poll, this.#parts, { visible: this.#visible, mayRead });
    const { actions, recheckAt } = planWork(poll, facts);
    for (const action of actions) carryOut(action, poll, this.#parts);
    return earliest([recheckAt, sparedAt]);
  }

  async #recover(tables: Tables): Promise<number | null> {
    const { sparedAt, backoffReset } = await this.#observer.recover(tables);
    if (backoffReset) this.wake();
    return sparedAt;
  }

  #resetBackoff(byPerson: boolean): void {
    this.#parts.status.resetBackoff(byPerson);
    this.#observer.resetBackoff(byPerson);
  }
}
