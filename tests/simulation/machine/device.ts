import { IDBFactory } from 'fake-indexeddb';
import type { KeyValueStore, OpenChannel, Random } from '../../../src/domain/ports.ts';
import { TestLocks } from '../../support/browser/test-locks.ts';
import { seededRandom } from '../../support/test/seeded-random.ts';
import { type Owner, turns } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What all tabs of one browser share. */
export class Device {
  readonly name: string;
  readonly factory = new IDBFactory();
  readonly values = new Map<string, string>();
  readonly locks = new TestLocks();
  readonly random: Random;
  readonly time: VirtualTime;
  online = true;
  /** By how much its clock is wrong, in ms. */
  clockError = 0;
  /** How long it takes until a tab hears what another one has stored, in ms. */
  newsLag = 0;
  /** Whether storing takes time: what a tab is told may then come too late for the account that it is of. */
  storesLate = false;
  /** Virtual times in ms at which a tab of it died or was stopped, or a transaction of one failed. */
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

  /** @param mayWrite false for a tab that is dead */
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

  /** @param mayPost false for a tab that is dead */
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

  /** Another tab hears of something, later where news lag. */
  #tell(tab: Owner, run: () => void): void {
    if (this.newsLag > 0) this.time.setTimer(tab, run, this.newsLag);
    else turns.deliver(run, tab);
  }

  /** `tab` is gone: it hears nothing any more, and its locks are free. */
  forget(tab: Owner): void {
    for (const set of [this.#connectionListeners, this.#storageListeners, this.#channelEnds]) {
      for (const listener of set) if (listener.tab === tab) (set as Set<object>).delete(listener);
    }
    this.locks.letGo(tab);
  }
}
