import { IDBFactory } from 'fake-indexeddb';
import type { KeyValueStore, OpenChannel, Random } from '../../../src/domain/ports.ts';
import { TestLocks } from '../../support/browser/test-locks.ts';
import { seededRandom } from '../../support/test/seeded-random.ts';
import { type Owner, turns } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

/** State that all tabs of one browser share. */
export class Device {
  readonly name: string;
  readonly factory = new IDBFactory();
  readonly values = new Map<string, string>();
  readonly locks = new TestLocks();
  readonly random: Random;
  readonly time: VirtualTime;
  online = true;
  /** Null if the browser does not say. */
  isOnWifi: boolean | null = null;
  /** The error of the device's clock, in ms. */
  clockError = 0;
  /** Delay in ms until a tab reads another tab's writes to storage. */
  newsLag = 0;
  /** With a slow disk, an answer may be stored only after another account has signed in. */
  storesLate = false;
  /** Virtual times in ms at which a tab died or stopped, or a transaction failed. */
  readonly troubles: number[] = [];
  readonly #connectionListeners = new Set<{ readonly tab: Owner; readonly run: () => void }>();
  readonly #storageListeners = new Set<{
    readonly key: string;
    readonly tab: Owner;
    readonly run: () => void;
  }>();

  readonly #channelEnds = new Set<{
    readonly name: string;
    readonly tab: Owner;
    readonly hear: (message: unknown) => void;
  }>();

  constructor(name: string, seed: number, time: VirtualTime) {
    this.name = name;
    this.random = seededRandom(seed);
    this.time = time;
  }

  setOnline(online: boolean): void {
    this.online = online;
    for (const { tab, run } of this.#connectionListeners) turns.deliver(run, tab);
  }

  onConnection(tab: Owner, run: () => void): () => void {
    const listener = { tab, run };
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** @param mayWrite false for a dead tab */
  storageFor(tab: Owner, mayWrite: () => boolean): KeyValueStore {
    const tell = (key: string): void => {
      for (const listener of this.#storageListeners) {
        if (listener.key === key && listener.tab !== tab) this.#tell(listener.tab, listener.run);
      }
    };
    return {
      get: (key) => this.values.get(key) ?? null,
      set: (key, value) => {
        if (!mayWrite()) return;
        this.values.set(key, value);
        if (this.storesLate && key === 'token') this.troubles.push(this.time.now);
        tell(key);
      },
      remove: (key) => {
        if (mayWrite() && this.values.delete(key)) tell(key);
      },
      onChange: (key, run) => {
        const listener = { key, tab, run };
        this.#storageListeners.add(listener);
        return () => this.#storageListeners.delete(listener);
      },
    };
  }

  /** @param mayPost false for a dead tab */
  channelFor(tab: Owner, mayPost: () => boolean): OpenChannel {
    return (name, hear) => {
      const own = { name, tab, hear };
      this.#channelEnds.add(own);
      return {
        carriesDexie: true,
        post: (message) => {
          if (!mayPost()) return;
          for (const end of this.#channelEnds) {
            if (end.name !== name || end.tab === tab) continue;
            const copy = structuredClone(message);
            this.#tell(end.tab, () => this.#channelEnds.has(end) && end.hear(copy));
          }
        },
        close: () => this.#channelEnds.delete(own),
      };
    };
  }

  /** Tells another tab, after the storage lag. */
  #tell(tab: Owner, run: () => void): void {
    if (this.newsLag > 0) this.time.setTimer(tab, run, this.newsLag);
    else turns.deliver(run, tab);
  }

  /** Frees the locks of a tab that is gone, and stops its events. */
  forget(tab: Owner): void {
    for (const set of [this.#connectionListeners, this.#storageListeners, this.#channelEnds]) {
      for (const listener of set) if (listener.tab === tab) (set as Set<object>).delete(listener);
    }
    this.locks.letGo(tab);
  }
}
