import type { Clock, KeyValueStore } from '../../domain/ports.ts';

const KEY = 'install-asked';
/** Time in ms before the app proposes again to be installed. */
const AGAIN_AFTER_MS = 90 * 24 * 60 * 60_000;

/** When this device was last asked whether to install the app, across accounts. */
export interface InstallMemory {
  /** Whether the last time is long ago, and not in this page. */
  mayAsk(): boolean;
  noteAsked(): void;
}

export function installMemory(storage: Pick<KeyValueStore, 'get' | 'set'>, clock: Clock): InstallMemory {
  let askedHere = false;
  return {
    mayAsk: () => {
      const asked = Number(storage.get(KEY) ?? Number.NEGATIVE_INFINITY);
      const age = clock.now() - asked;
      // A clock that was set back makes the age negative: then it is asked again.
      return !askedHere && !(age >= 0 && age < AGAIN_AFTER_MS);
    },
    noteAsked: () => {
      askedHere = true;
      try {
        storage.set(KEY, String(clock.now()));
      } catch {
        // No room for a few bytes: it is remembered for as long as the page lives.
      }
    },
  };
}
