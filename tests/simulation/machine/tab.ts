import { forceCloseDatabase } from 'fake-indexeddb';
import type { Send } from '../../../src/api/http-client.ts';
import { createServices, type Services } from '../../../src/app/boot/app-services.ts';
import type { DeviceServices } from '../../../src/app/device/device.ts';
import type { Clock, Locks } from '../../../src/domain/ports.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { RecordServices } from '../../../src/records/record-services.ts';
import { FakePhotoDevice } from '../../support/browser/fake-photo-device.ts';
import { tabStorage } from '../../support/browser/tab-storage.ts';
import { sendThrough } from '../simulated-client.ts';
import type { Device } from './device.ts';
import type { RawConnection } from './raw-database.ts';
import { forgetListeners } from './storage-events.ts';
import { type DatabaseAccess, factoryFor } from './tab-databases.ts';
import { turns } from './turns.ts';

/** Faults that can hit one of a tab's next transactions. */
export const DISK_FAULTS = ['abort', 'quota', 'close', 'crash', 'crashAfter'] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

/** The engine's message for an impossible step. */
const IMPOSSIBLE = /A \w+ \w+ cannot be \w+\.$/;

/** One tab of the app without its screens. */
export class Tab implements DatabaseAccess {
  readonly name: string;
  readonly device: Device;
  readonly factory: IDBFactory;
  readonly connections = new Set<RawConnection>();
  readonly services: Services;
  readonly errors: string[] = [];
  /** A step that the state table calls impossible. No fault of disk or network may lead to it. */
  impossible: string | null = null;
  alive = true;
  visible = true;
  frozen = false;
  stalled = false;
  #dying: { fault: DiskFault; left: number } | null = null;
  /** The fault of the transaction that begins now. */
  #faultNow: DiskFault | null = null;
  readonly #deathListeners: (() => void)[] = [];
  readonly #pageListeners = new Set<() => void>();
  readonly #returnListeners = new Set<() => void>();

  constructor(name: string, device: Device, origin: string, sendOf: (tab: Tab) => Send) {
    this.name = name;
    this.device = device;
    this.factory = factoryFor(device.factory, () => this);
    const clock: Clock = {
      now: () => device.time.now + device.clockError,
      setTimer: (run, ms) => device.time.setTimer(this, () => this.alive && run(), ms),
    };
    sendThrough(clock, sendOf(this));
    const services: DeviceServices = {
      debug: false,
      clock,
      random: device.random,
      storage: device.storageFor(this, () => this.alive),
      tabStorage: tabStorage(),
      locks: this.#locks(),
      connectivity: {
        isOnline: () => device.online,
        isOnWifi: () => device.isOnWifi,
        onChange: (listener) => device.onConnection(this, listener),
        fetchesOwnFile: async () => device.online,
      },
      page: {
        isVisible: () => this.visible,
        isFrozen: () => this.frozen,
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
          if (!this.alive) return;
          this.errors.push(`${message}: ${String(cause)}`);
          if (IMPOSSIBLE.test(String(cause))) this.impossible ??= String(cause);
        },
      },
      openChannel: device.channelFor(this, () => this.alive),
      persistStorage: async () => true,
      photoDevice: new FakePhotoDevice(),
      hash: async (bytes) => sha256Hex(bytes),
      storageUse: async () => null,
      sealing: async () => null,
    };
    turns.current = this;
    this.services = createServices({ device: services, baseUrl: origin, pageOrigin: 'http://app.test' });
    turns.current = null;
  }

  /** Null while no account is open here. */
  get records(): RecordServices | null {
    const records = this.services.records.getSnapshot();
    return records && !(records instanceof Error) ? records : null;
  }

  act(run: () => void): void {
    turns.deliver(run, this);
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#pageChanged();
  }

  /** Freezes the page after its current work, or resumes it. */
  setFrozen(frozen: boolean): void {
    this.resume();
    this.#trouble();
    this.frozen = frozen;
    if (frozen) {
      this.#pageChanged();
      turns.settle();
      if (this.alive) this.device.time.hold(this);
    } else {
      this.device.time.letGo(this);
      this.#pageChanged();
    }
  }

  /** Stops the tab without a page event. */
  stall(): void {
    if (this.frozen || this.stalled) return;
    this.stalled = true;
    this.#trouble();
    this.device.time.hold(this);
  }

  resume(): void {
    if (!this.stalled) return;
    this.stalled = false;
    this.device.time.letGo(this);
  }

  /** @param transactions number of transactions until the fault */
  planFault(fault: DiskFault, transactions: number): void {
    this.#dying = { fault, left: transactions };
  }

  cancelFault(): void {
    this.#dying = null;
    this.#faultNow = null;
  }

  /** Returns the fault of the last transaction, once. */
  takeFault(): DiskFault | null {
    const fault = this.#faultNow;
    this.#faultNow = null;
    if (fault) this.#trouble();
    return fault;
  }

  beforeTransaction(connection: RawConnection): void {
    if (!this.alive) throw new DOMException('The tab is dead.', 'InvalidStateError');
    if (!this.#dying) return;
    this.#dying.left -= 1;
    if (this.#dying.left > 0) return;
    const { fault } = this.#dying;
    this.#dying = null;
    this.#trouble();
    if (fault === 'crash') {
      this.die();
      throw new DOMException('The tab died.', 'InvalidStateError');
    }
    if (fault === 'close') {
      const close = forceCloseDatabase as unknown as (one: RawConnection) => void;
      turns.add(() => close(connection), this);
    }
    this.#faultNow = fault;
  }

  onDeath(listener: () => void): void {
    this.#deathListeners.push(listener);
  }

  /** Undoes the tab's open writes, and stops everything the tab does. */
  die(): void {
    this.alive = false;
    this.#trouble();
    for (const connection of this.connections) {
      for (const open of connection._rawDatabase.transactions.slice()) {
        if (open.db === connection && open._state !== 'finished') open._abort('AbortError');
      }
      connection.close();
    }
    this.connections.clear();
    forgetListeners(this);
    for (const listener of this.#deathListeners) listener();
    // The browser's work for a dead tab, such as deleting a database, continues.
    if (this.frozen || this.stalled) this.device.time.letGo(this);
    turns.add(() => this.device.forget(this), null);
  }

  #trouble(): void {
    this.device.troubles.push(this.device.time.now);
  }

  #pageChanged(): void {
    for (const listener of this.#pageListeners) this.act(listener);
    if (this.visible && !this.frozen) for (const listener of this.#returnListeners) this.act(listener);
  }

  /** A lock's holder runs as the tab that asked for it. */
  #locks(): Locks {
    const own = this.device.locks.for(this);
    const inOwnTurn = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => this.act(() => void work().then(resolve, reject)));
    return {
      request: (name, hold, signal) =>
        this.alive ? own.request(name, () => inOwnTurn(hold), signal) : new Promise(() => {}),
      held: () => own.held(),
    };
  }
}
