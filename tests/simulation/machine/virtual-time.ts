import { Violation } from '../checks/violation.ts';
import { type Owner, turns } from './turns.ts';

interface Timer {
  readonly at: number;
  readonly n: number;
  readonly owner: Owner | null;
  readonly run: () => void;
}

/** More timers than this at one moment are a loop. */
const SPIN = 3000;

/** Time in ms since 1970. It passes only when the simulation lets it. */
export class VirtualTime {
  now = Date.UTC(2026, 0, 15, 9);
  #n = 0;
  /** Earliest first. */
  readonly #timers: Timer[] = [];
  /** Owners whose timers wait until they run again. */
  readonly #held = new Set<Owner>();
  readonly #overdue: Timer[] = [];
  #eventsFirst = false;

  /** Returns a function that cancels the timer. */
  setTimer(owner: Owner | null, run: () => void, ms: number): () => void {
    const timer: Timer = { at: Math.ceil(this.now + Math.max(0, ms)), n: this.#n++, owner, run };
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#timers[middle];
      if (other && other.at <= timer.at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
    return () => {
      for (const list of [this.#timers, this.#overdue]) {
        const at = list.indexOf(timer);
        if (at >= 0) list.splice(at, 1);
      }
    };
  }

  /** Lets `ms` pass. Calls `each` after everything due at one moment. */
  pass(ms: number, each: () => void): void {
    const end = this.now + ms;
    let moment = this.now;
    let atOnce = 0;
    for (;;) {
      const timer = this.#timers[0];
      if (!timer || timer.at > end) break;
      this.#timers.shift();
      atOnce = timer.at > moment ? 0 : atOnce + 1;
      moment = Math.max(moment, timer.at);
      if (atOnce > SPIN)
        throw new Violation('I13', `${timer.owner?.name ?? 'the network'} is in an endless loop`);
      this.now = Math.max(this.now, timer.at);
      if (timer.owner && this.#held.has(timer.owner)) {
        this.#overdue.push(timer);
        continue;
      }
      turns.add(timer.run, timer.owner);
      turns.settle();
      each();
    }
    this.now = end;
  }

  /** Lets `ms` pass while the machine sleeps. Timers that fall due meanwhile run at the end, in order. */
  sleep(ms: number, each: () => void): void {
    this.now += ms;
    this.pass(0, each);
  }

  hold(owner: Owner): void {
    turns.hold(owner);
    this.#held.add(owner);
  }

  /** Runs overdue timers and held events. Browsers do not define which come first, so the order alternates. */
  letGo(owner: Owner): void {
    this.#held.delete(owner);
    this.#eventsFirst = !this.#eventsFirst;
    if (this.#eventsFirst) turns.letGo(owner);
    for (const timer of this.#overdue.filter((one) => one.owner === owner)) {
      this.#overdue.splice(this.#overdue.indexOf(timer), 1);
      turns.add(timer.run, owner);
    }
    if (!this.#eventsFirst) turns.letGo(owner);
  }
}
