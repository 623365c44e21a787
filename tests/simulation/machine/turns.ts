import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import type { Random } from '../../../src/domain/ports.ts';

/** The tab that a task belongs to; null for the network, the server and the harness. */
export interface Owner {
  readonly name: string;
}

interface Task {
  readonly owner: Owner | null;
  readonly run: () => void;
}

/** More tasks than this without any time passing are an endless loop. */
const ENDLESS = 50_000;
/** After `MANY` tasks, repeated checks (`#isAskingAgain`) are delayed if fewer than `FEW` tasks are left. */
const MANY = 60;
const FEW = 6;
/** After this many tasks, repeated checks are delayed in any case, because several tabs may be checking. */
const VERY_MANY = 5000;
/** Distance within which a later task may run first. */
const AHEAD = 8;
const ASK_AGAIN_MS = 100;

const flushMicrotasks = microtaskCheckpoint();

/**
 * The event loop of a simulation. Tasks run one at a time. All promises settle between two of them, without a turn of
 * the real loop. When `settle` returns, only timers are left.
 * Each task has an owner, so that one process can tell which tab runs.
 */
class Turns {
  #tasks: Task[] = [];
  #at = 0;
  #setTimer: (owner: Owner | null, run: () => void, ms: number) => void = () => {};
  readonly #held = new Map<Owner, (() => void)[]>();
  current: Owner | null = null;
  /** Called between two tasks. */
  afterTask: () => void = () => {};
  /** If set, tasks of different owners run in any order. Those of one owner keep their order. */
  shuffle: Random | null = null;
  /** Tasks run since the beginning. */
  count = 0;

  /** Forgets the state of an earlier run. */
  begin(setTimer: (owner: Owner | null, run: () => void, ms: number) => void): void {
    this.#tasks = [];
    this.#at = 0;
    this.#held.clear();
    this.#setTimer = setTimer;
    this.current = null;
    this.shuffle = null;
    this.count = 0;
  }

  add(run: () => void, owner: Owner | null = this.current): void {
    this.#tasks.push({ owner, run });
  }

  /** Adds a task from outside: an event, an answer, a lock. A frozen tab gets it later. */
  deliver(run: () => void, owner: Owner | null): void {
    const held = owner && this.#held.get(owner);
    if (held) held.push(run);
    else this.add(run, owner);
  }

  /** Holds the tasks of a frozen `owner`. */
  hold(owner: Owner): void {
    if (!this.#held.has(owner)) this.#held.set(owner, []);
  }

  letGo(owner: Owner): void {
    const held = this.#held.get(owner) ?? [];
    this.#held.delete(owner);
    for (const run of held) this.add(run, owner);
  }

  later(run: () => void, ms: number): void {
    if (ms <= 0) this.add(run);
    else this.#setTimer(this.current, run, ms);
  }

  /** Runs everything that does not wait for the clock. Must not be called from a promise's reaction. */
  settle(): void {
    flushMicrotasks();
    const begun = this.count;
    for (;;) {
      if (this.shuffle) this.#pick(this.shuffle);
      const task = this.#tasks[this.#at];
      if (!task) break;
      const done = this.count - begun;
      const few = done > MANY && this.#tasks.length - this.#at < FEW;
      if ((few || done > VERY_MANY) && this.#isAskingAgain(task)) continue;
      if (this.count - begun > ENDLESS) throw new Error(`Endless loop: ${task.run.toString().slice(0, 300)}`);
      this.#at += 1;
      if (this.#at > 1024) {
        this.#tasks = this.#tasks.slice(this.#at);
        this.#at = 0;
      }
      this.count += 1;
      this.current = task.owner;
      task.run();
      flushMicrotasks();
      this.afterTask();
    }
    this.#tasks = [];
    this.#at = 0;
    this.current = null;
  }

  /** Sometimes moves another owner's next task to the front. */
  #pick(random: Random): void {
    const waiting = Math.min(AHEAD, this.#tasks.length - this.#at);
    if (waiting < 2) return;
    const { owner } = this.#tasks[this.#at + Math.floor(random() * waiting)] ?? {};
    const first = this.#tasks.findIndex((task, n) => n >= this.#at && task.owner === owner);
    const [task] = first > this.#at ? this.#tasks.splice(first, 1) : [];
    if (task) this.#tasks.splice(this.#at, 0, task);
  }

  /**
   * fake-indexeddb asks in every turn whether other tabs have closed a database. Asking from time to time is enough.
   */
  #isAskingAgain({ owner, run }: Task): boolean {
    if (!/waitForOthersClosed|closeConnection/.test(run.toString())) return false;
    this.#at += 1;
    this.#setTimer(owner, run, ASK_AGAIN_MS);
    return true;
  }
}

export const turns = new Turns();

/** Returns V8's own checkpoint: the only way to let promises settle within a task. */
function microtaskCheckpoint(): () => void {
  setFlagsFromString('--allow-natives-syntax');
  const checkpoint = runInThisContext('() => %PerformMicrotaskCheckpoint()') as () => void;
  checkpoint();
  return checkpoint;
}
