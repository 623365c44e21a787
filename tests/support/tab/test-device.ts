import { createServices, type Services } from '../../../src/app/boot/app-services.ts';
import type { DeviceServices } from '../../../src/app/device/device.ts';
import { browserSealing } from '../../../src/app/device/seal.ts';
import type { Clock, KeyValueStore, Locks } from '../../../src/domain/ports.ts';
import type { RecordKind, ResourceName } from '../../../src/domain/resource-spec.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import type { RecordServices } from '../../../src/records/record-services.ts';
import '../../../src/app/account/forget-account.ts';
import '../../../src/app/boot/network.ts';
import '../../../src/sync/engine/invariants.ts';
import '../../../src/sync/engine/sync-engine.ts';
import '../../../src/sync/pull/kept-photos.ts';
import '../../../src/sync/pull/read-photos.ts';
import type { CollectionRow } from '../../../src/db/collection-row.ts';
import type { RowOf } from '../../../src/db/meta-rows.ts';
import type { JournalEntry } from '../../../src/db/past-changes.ts';
import type { FileRow } from '../../../src/db/tables.ts';
import type { FakeBackend } from '../backend/fake-backend.ts';
import { FakePhotoDevice } from '../browser/fake-photo-device.ts';
import { flush } from '../browser/flush.ts';
import { ManualClock } from '../browser/manual-clock.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { TestChannels } from '../browser/test-channels.ts';
import { TestLocks } from '../browser/test-locks.ts';
import { fileCounter } from '../test/file-counter.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { atTestEnd } from '../test/test-end.ts';

const nextSeed = fileCounter();

/** The parts of a browser that all its tabs share. */
export class TestBrowser {
  readonly clock: ManualClock;
  readonly values = new Map<string, string>();
  readonly #listeners = new Set<{ key: string; tab: object; run: () => void }>();
  readonly locks = new TestLocks();
  readonly channels = new TestChannels();
  readonly random = seededRandom(nextSeed());
  online = true;
  /** Null if the browser does not say. */
  isOnWifi: boolean | null = null;
  /** If true, the browser reports that there is no connection, even if there is one. */
  saysOffline = false;
  /** If true, the app's own origin answers while the device is online. */
  appAnswers = false;
  ownFileRequests = 0;
  /** How often something was hashed beside the page's thread. */
  hashes = 0;
  readonly connectionListeners = new Set<() => void>();
  /** All errors that were logged. */
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
}

/** The server that a tab uses: a model or a real one. */
export interface Backend {
  readonly origin: string;
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** One tab of the app without its screens: the real services with a backend that a test controls. */
export class TestTab<B extends Backend = FakeBackend> {
  readonly browser: TestBrowser;
  readonly backend: B;
  readonly services: Services;
  /** The requests sent by this tab: 'POST /api/v1/…'. */
  readonly sent: string[] = [];
  readonly #pageListeners = new Set<() => void>();
  readonly #returnListeners = new Set<() => void>();
  #visible = true;
  #frozen = false;
  #dead = false;

  /** @param locks given if this tab shares no locks with other tabs, as in browsers without Web Locks */
  constructor(backend: B, browser = new TestBrowser(), locks: Locks | null = null) {
    this.browser = browser;
    this.backend = backend;
    const device: DeviceServices = {
      clock: this.#clockOf(browser.clock),
      random: browser.random,
      storage: browser.storageFor(this),
      tabStorage: tabStorage(),
      locks: locks ?? browser.locks.for(this),
      connectivity: {
        isOnline: () => browser.online && !browser.saysOffline,
        isOnWifi: () => browser.isOnWifi,
        onChange: (listener) => {
          browser.connectionListeners.add(listener);
          return () => browser.connectionListeners.delete(listener);
        },
        fetchesOwnFile: async () => {
          browser.ownFileRequests += 1;
          return browser.online && browser.appAnswers;
        },
      },
      page: {
        isVisible: () => this.#visible,
        isFrozen: () => this.#frozen,
        onChange: (listener) => {
          this.#pageListeners.add(listener);
          return () => this.#pageListeners.delete(listener);
        },
        onReturn: (listener) => {
          this.#returnListeners.add(listener);
          return () => this.#returnListeners.delete(listener);
        },
      },
      thisPage: { update: null, isReplaced: false },
      log: {
        debug: () => {},
        info: () => {},
        error: (message, cause) => {
          if (!this.#dead) browser.errors.push(`${message}: ${String(cause)}`);
        },
      },
      debug: true,
      openChannel: browser.channels.for(this),
      persistStorage: async () => true,
      photoDevice: new FakePhotoDevice(),
      hash: async (bytes) => {
        browser.hashes += 1;
        return sha256Hex(bytes);
      },
      storageUse: async () => null,
      sealing: async () => browserSealing(),
    };
    this.services = createServices({
      device,
      baseUrl: backend.origin,
      pageOrigin: 'http://app.test',
      fetch: (input, init) => {
        if (this.#dead) return new Promise(() => {});
        if (!browser.online) return Promise.reject(new TypeError('fetch failed'));
        const { method = 'GET', url } = input instanceof Request ? input : { ...init, url: String(input) };
        this.sent.push(`${method} ${new URL(url).pathname}`);
        return backend.fetch(input, init);
      },
    });
    atTestEnd(() => this.#end());
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

  rows(resource: RecordKind = 'customers'): Promise<MirrorRecord[]> {
    return this.records.db.relaxed[resource].toArray();
  }

  async engine(): Promise<RowOf<'engine'> | undefined> {
    return (await this.records.db.relaxed.meta.get('engine')) as RowOf<'engine'> | undefined;
  }

  async collection(resource: ResourceName = 'customers'): Promise<CollectionRow | undefined> {
    return (await this.records.db.relaxed.meta.get(`collection:${resource}`)) as CollectionRow | undefined;
  }

  async file(sha256: string): Promise<FileRow | undefined> {
    return this.records.db.relaxed.files.get(sha256);
  }

  async journal(): Promise<JournalEntry[]> {
    return this.records.db.relaxed.journal.toArray();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    for (const listener of this.#pageListeners) listener();
    if (visible) this.focus();
  }

  /** Simulates a person turning to this tab. */
  focus(): void {
    for (const listener of this.#returnListeners) listener();
  }

  /** Freezes or resumes the page, as the browser would. */
  setFrozen(frozen: boolean): void {
    this.#frozen = frozen;
    for (const listener of this.#pageListeners) listener();
  }

  /** Simulates a crash between two transactions: no timer fires, no answer arrives, and the tab's locks are free. */
  crash(): void {
    this.#end();
    this.browser.locks.letGo(this);
  }

  #end(): void {
    this.#dead = true;
    const records = this.services.records.getSnapshot();
    if (records && !(records instanceof Error)) records.db.close();
  }

  /** Lets `ms` of the device's time pass in small steps, and runs everything that falls due. */
  async pass(ms: number, step = 250): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.browser.clock.advance(Math.min(step, left));
      await flush();
      this.#assertInvariants();
    }
  }

  #assertInvariants(): void {
    const broken = this.browser.errors.find((error) => error.includes('invariant'));
    if (broken) throw new Error(broken);
  }

  /** Lets time pass until `done` returns true. Fails after ten minutes of the device's time. */
  async until(done: () => boolean | Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < 600_000; waited += 250) {
      await flush();
      this.#assertInvariants();
      if (await done()) return;
      this.browser.clock.advance(250);
    }
    throw new Error(`It never happened: ${done.toString()}\n${this.browser.errors.join('\n')}`);
  }

  #clockOf(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      setTimer: (run, ms) => clock.setTimer(() => this.#dead || run(), ms),
    };
  }

  /** Lets time pass until every change is sent or waits for a person. */
  async drained(): Promise<void> {
    await this.until(async () => (await this.outbox()).every((mutation) => mutation.state === 'parked'));
  }
}
