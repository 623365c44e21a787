/**
 * Replaces the machine's timers, clock and databases with the simulation's. Must be loaded first: fake-indexeddb and
 * Dexie read `setImmediate` and `setTimeout` at every call.
 */
import 'fake-indexeddb/auto';
import { turns } from './turns.ts';

// Dexie would post every write to a real channel that has no listeners.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

/** Runs `work` as a task of the real event loop, where promises can be made to settle. */
export const soon: (work: () => void) => void = globalThis.setImmediate;

const setImmediateHere = (run: () => void): void => turns.add(run);
const setTimeoutHere = (run: () => void, ms = 0): void => turns.later(run, ms);
Object.assign(globalThis, { setImmediate: setImmediateHere, setTimeout: setTimeoutHere });

/** Stored values are plain data. Copying them by hand takes a tenth of the platform's time. */
Object.assign(globalThis, { structuredClone: copied });

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  if (value instanceof ArrayBuffer) return value.slice(0);
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = copied((value as Record<string, unknown>)[key]);
  return copy;
}

/**
 * Node's own signal creates an error with every abort, and live queries abort at every turn. That takes a twentieth of
 * the time.
 */
class PlainSignal {
  aborted = false;
  readonly reason = null;
  onabort: (() => void) | null = null;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.onabort?.();
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

class PlainAbortController {
  readonly signal = new PlainSignal();

  abort(): void {
    this.signal.abort();
  }
}
Object.assign(globalThis, { AbortController: PlainAbortController });
