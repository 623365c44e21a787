import { createServices, type Services } from '../../src/app/create-services.ts';
import type { DeviceServices } from '../../src/app/device.ts';
import type { MirrorRecord } from '../../src/db/app-database.ts';
import type { EngineRow } from '../../src/db/meta.ts';
import type { Mutation } from '../../src/domain/mutation.ts';
import type { KeyValueStore, Locks } from '../../src/domain/ports.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
// Loaded here so that their first loading does not take the device's time.
import '../../src/app/network.ts';
import '../../src/sync/sync-engine.ts';
import type { FakeBackend } from './fake-backend.ts';
import { ManualClock } from './manual-clock.ts';

/** What all tabs of one browser share. */
export class TestBrowser {
  readonly clock: ManualClock;
  readonly values = new Map<string, string>();
  readonly #listeners = new Set<{ key: string; tab: object; run: () => void }>();
  readonly #tails = new Map<string, Promise<unknown>>();
  online = true;
  visible = true;
  readonly connectionListeners = new Set<() => void>();
  /** Every log line that called for a developer. */
  readonly errors: string[] = [];

  constructor(clock = new ManualClock()) {
    this.clock = clock;
  }

  setOnline(online: boolean): void {
    this.online = online;
    for (const listener of this.connectionListeners) listener();
  }

  storageFor(tab: object): KeyValueStore {
    const tell = (key: string): void => {
      for (const listener of this.#listeners) {
        if (listener.key === key && listener.tab !== tab) queueMicrotask(listener.run);
      }
    };
    return {
      get: (key) => this.values.get(key) ?? null,
      set: (key, value) => {
        this.values.set(key, value);
        tell(key);
      },
      remove: (key) => {
        if (this.values.delete(key)) tell(key);
      },
      onChange: (key, run) => {
        const listener = { key, tab, run };
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  locks: Locks = {
    request: (name, hold, signal) => {
      const turn = (this.#tails.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted();
        return hold();
      });
      this.#tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

/** One tab of the app without its screens: the real services over a backend that a test controls. */
export class TestTab {
  readonly browser: TestBrowser;
  readonly backend: FakeBackend;
  readonly services: Services;

  constructor(backend: FakeBackend, browser = new TestBrowser()) {
    this.browser = browser;
    this.backend = backend;
    const device: DeviceServices = {
      clock: browser.clock,
      random: Math.random,
      storage: browser.storageFor(this),
      locks: browser.locks,
      connectivity: {
        isOnline: () => browser.online,
        isVisible: () => browser.visible,
        onChange: (listener) => {
          browser.connectionListeners.add(listener);
          return () => browser.connectionListeners.delete(listener);
        },
      },
      log: {
        debug: () => {},
        info: () => {},
        error: (message, cause) => browser.errors.push(`${message}: ${String(cause)}`),
      },
      persistStorage: async () => true,
    };
    this.services = createServices({
      device,
      baseUrl: backend.origin,
      pageOrigin: 'http://app.test',
      fetch: (input, init) => {
        if (!browser.online) return Promise.reject(new TypeError('fetch failed'));
        return backend.fetch(input, init);
      },
    });
  }

  async signIn(username = 'demo', password = 'restoration'): Promise<RecordServices> {
    await this.services.session.signIn(username, password);
    await this.until(() => this.services.records.getSnapshot() !== null);
    return this.records;
  }

  get records(): RecordServices {
    const records = this.services.records.getSnapshot();
    if (!records || records instanceof Error) throw new Error('Nobody is signed in.', { cause: records });
    return records;
  }

  outbox(): Promise<Mutation[]> {
    return this.records.db.relaxed.outbox.orderBy('seq').toArray();
  }

  rows(): Promise<MirrorRecord[]> {
    return this.records.db.relaxed.customers.toArray();
  }

  async engine(): Promise<EngineRow | undefined> {
    return (await this.records.db.relaxed.meta.get('engine')) as EngineRow | undefined;
  }

  /** Lets `ms` of the device's time pass, in small steps, with everything that falls due carried out. */
  async pass(ms: number): Promise<void> {
    const step = 250;
    for (let left = ms; left > 0; left -= step) {
      this.browser.clock.advance(Math.min(step, left));
      await flush();
    }
  }

  /** Lets time pass until `done`; fails after ten minutes of the device's time. */
  async until(done: () => boolean | Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < 600_000; waited += 250) {
      await flush();
      if (await done()) return;
      this.browser.clock.advance(250);
    }
    throw new Error(`It never happened: ${done.toString()}\n${this.browser.errors.join('\n')}`);
  }

  /** Lets time pass until nothing waits any more except for a person. */
  async drained(): Promise<void> {
    await this.until(async () => (await this.outbox()).every((mutation) => mutation.state === 'parked'));
  }
}

/** Lets everything run that does not wait for the clock: IndexedDB, promises, requests. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
