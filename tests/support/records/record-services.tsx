import { render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { App, type AppProps } from '../../../src/app/boot/app.tsx';
import { Page } from '../../../src/app/boot/page.tsx';
import type { Session } from '../../../src/auth/session.ts';
import type { SessionState } from '../../../src/auth/token-store.ts';
import { keptDensity } from '../../../src/crud/list/density.ts';
import { openDatabases } from '../../../src/db/app-database.ts';
import { startLiveReader } from '../../../src/db/live-reader.ts';
import { writeMeta } from '../../../src/db/meta-rows.ts';
import { mirrorTable, type Tx, tablesOf } from '../../../src/db/tables.ts';
import { type DateForms, NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { createStore, type Log } from '../../../src/domain/ports.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation, MutationChange, ServerRefusal } from '../../../src/outbox/mutation.ts';
import type { RecordServices, StorageUse } from '../../../src/records/record-services.ts';
import { LateNotes } from '../../../src/records/rescue/late-notes.ts';
import type { SaveNote } from '../../../src/records/undo/undo-save.ts';
import { UnsavedInput } from '../../../src/ui/fields/unsaved-input.ts';
import { FakePhotoDevice } from '../browser/fake-photo-device.ts';
import { FakeReadiness } from '../browser/fake-readiness.ts';
import { framePorts } from '../browser/frame-ports.ts';
import { ScreenClock } from '../browser/manual-clock.ts';
import { pageDatabases } from '../browser/page-databases.ts';
import { realTimer } from '../browser/real-timer.ts';
import { noLeftForms, tabStorage } from '../browser/tab-storage.ts';
import { allCollections } from '../browser/test-database.ts';
import { TestLocks } from '../browser/test-locks.ts';
import { TestPage } from '../browser/test-page.ts';
import { changeMutation, refold, removeMutation } from '../lanes/raw-lane.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { forgetSettings } from './forget-settings.ts';
import { aCustomer, aMutation } from './mutations.ts';

const ACCOUNT = {
  key: 'http://api.test|1',
  username: 'maria',
  databaseName: 'test',
  userId: null,
  subject: null,
};

/** The state that the engine last stored for itself and the collections. */
export interface EngineWords {
  readonly reasons?: readonly ('offline' | 'captivePortal' | 'unreachable' | 'signedOut' | 'serverProblem')[];
  readonly pulledAt?: number | null;
  readonly complete?: boolean;
  readonly error?: string | null;
  /** In ms. */
  readonly clockAhead?: number;
  readonly download?: { readonly read: number; readonly count: number | null };
}

let databases = 0;

/**
 * The records of a signed-in account in a real database. The test takes the place of the sync engine: it confirms and
 * parks saved changes by writing to the database, as the engine does.
 */
export class TestRecords {
  readonly clock = new ScreenClock();
  readonly locks = new TestLocks();
  readonly page = new TestPage();
  readonly photoDevice = new FakePhotoDevice();
  /** Answers a check for work without a signal. */
  readonly readiness = new FakeReadiness();
  readonly services: RecordServices;
  saved = 0;
  /** The storage use that the browser reports. */
  storage: StorageUse | null = null;

  private constructor(db: RecordServices['db']) {
    const collections = allCollections();
    this.services = {
      db,
      account: ACCOUNT.key,
      collections,
      clock: this.clock,
      random: seededRandom(databases),
      locks: this.locks.for(this),
      page: this.page,
      storageHealth: pageDatabases().watch,
      storageRoom: createStore<'left' | 'none'>('left'),
      lastSave: createStore<SaveNote | null>(null),
      leftForms: noLeftForms(ACCOUNT.key),
      photoDevice: this.photoDevice,
      readiness: async () => this.readiness,
      photosUnderWay: new Set(),
      unkeptPhotos: createStore<readonly string[]>([]),
      hash: async (bytes) => sha256Hex(bytes),
      storageUse: async () => this.storage,
      lateNotes: new LateNotes({ storage: tabStorage(), account: ACCOUNT.key }),
      owner: async () => ({ origin: 'http://api.test', userId: '1', username: 'demo' }),
      sealing: async () => null,
      log: { error: () => {} },
      onNotSaved: () => {},
      onSaved: () => {
        this.saved += 1;
      },
    };
    const clock = { setTimer: realTimer, now: () => this.clock.now() };
    const readers = RESOURCE_NAMES.map((resource) => {
      const { placement } = specOf(resource);
      const collection = collections[resource];
      return startLiveReader({
        db,
        resource,
        placement,
        collection,
        turnForRest: async () => () => {},
        clock,
        log: silentLog(),
      });
    });
    onTestFinished(() => {
      for (const reader of readers) reader.stop();
      db.close();
    });
  }

  /** Opens an empty database whose collections have just been read completely. */
  static async open(): Promise<TestRecords> {
    databases += 1;
    await forgetSettings(ACCOUNT.key);
    const records = new TestRecords(
      await openDatabases(pageDatabases(), {
        // Not counted: a test that resets the modules would start again with the names of earlier tests.
        name: `ui-${crypto.randomUUID()}`,
        account: ACCOUNT.key,
        onClosed: () => {},
      }),
    );
    await records.say({});
    return records;
  }

  /** Adds customers that the server has, the newest last. Local ids and server ids count from 1. */
  async seed(...customers: readonly Fields[]): Promise<void> {
    await this.seedAll('customers', customers);
  }

  /** Adds records of any kind that the server has. */
  async seedAll(resource: ResourceName, rows: readonly Fields[]): Promise<void> {
    const table = this.services.db.relaxed[resource];
    const first = (await table.count()) + 1;
    await table.bulkAdd(rows.map((fields, index) => confirmedRecord(first + index, fields)));
  }

  async say({
    reasons = [],
    pulledAt = this.clock.now(),
    complete = pulledAt !== null,
    error = null,
    clockAhead = 0,
    download,
  }: EngineWords): Promise<void> {
    const begun = { next: null, startedAt: this.clock.now(), startGeneration: 0, unread: [] };
    await this.#write(async (tx) => {
      await writeMeta(tx, { key: 'engine', reasons, resumeAt: 0, throttledUntil: 0, clockAhead });
      for (const resource of RESOURCE_NAMES) {
        await writeMeta(tx, {
          key: `collection:${resource}`,
          generation: 1,
          orderBy: 'serverId',
          firstSeen: 0,
          removed: [],
          cooldownUntil: 0,
          pulledAt,
          complete,
          error,
          download: download ? { ...begun, ...download } : null,
          absence: null,
        });
      }
    });
  }

  /** Notes that the server writes the dates of work orders in these forms. */
  async seeDates(forms: Partial<DateForms>): Promise<void> {
    await this.#write((tx) => writeMeta(tx, { key: 'dates:workOrders', ...NO_DATE_FORMS, ...forms }));
  }

  async outbox(): Promise<Mutation[]> {
    return this.services.db.relaxed.outbox.orderBy('seq').toArray();
  }

  /** Waits until `count` changes are in the outbox, and returns them. */
  async changes(count: number): Promise<Mutation[]> {
    await waitFor(async () => {
      if ((await this.outbox()).length !== count) throw new Error('not yet');
    });
    return this.outbox();
  }

  /** Returns a record as the screens show it. */
  async viewOf(resource: ResourceName, localId: string | undefined): Promise<Fields | null | undefined> {
    return (await this.services.db.relaxed[resource].get(localId ?? ''))?.view;
  }

  /** Confirms the only change, as when the server accepts it. */
  async confirm(serverId: number): Promise<void> {
    const [mutation] = await this.changes(1);
    if (!mutation) return;
    await this.#write(async (tx) => {
      await removeMutation(tx, mutation);
      const record = await mirrorTable(tx, mutation.resource).get(mutation.localId);
      const { id, kind } = mutation;
      const confirmed = { id, kind: kind === 'create' ? kind : 'update', isLast: true } as const;
      if (record)
        await refold(tx, mutation.resource, { ...record, serverId, server: record.view, confirmed });
    });
  }

  /** Parks the only change, as when the server refuses it. */
  async park(body: unknown, given: Partial<ServerRefusal> = {}): Promise<void> {
    const [mutation] = await this.changes(1);
    if (!mutation) return;
    const refusal: ServerRefusal = { reason: 'rejected', status: 400, body, at: this.clock.now(), ...given };
    await this.#write(async (tx) => {
      await changeMutation(tx, mutation, { state: 'parked', refusal });
      const record = await mirrorTable(tx, mutation.resource).get(mutation.localId);
      if (record) await refold(tx, mutation.resource, record);
    });
  }

  /** Adds changes that were saved before the test began, oldest first. */
  async remember(...changes: readonly MutationChange[]): Promise<void> {
    await this.#write(async (tx) => {
      for (const given of changes) {
        const { seq: _, ...mutation } = aMutation({
          owner: ACCOUNT.key,
          id: `old-${given.localId}`,
          ...given,
        });
        await tx.table('outbox').add(mutation);
        const record = await mirrorTable(tx, mutation.resource).get(mutation.localId);
        if (record) await refold(tx, mutation.resource, record);
      }
    });
  }

  async #write(act: (tx: Tx) => Promise<void>): Promise<void> {
    const { strict } = this.services.db;
    await strict.transaction('rw', tablesOf(strict, ...RECORD_KINDS), act);
  }
}

/** A session that a test controls. */
export class TestSession implements Session {
  state: SessionState = { status: 'signedIn', account: ACCOUNT };
  /** The error with which the server refuses a sign-in, or null if it accepts. */
  refusal: string | Error | null = null;
  readonly attempts: (readonly [username: string, password: string])[] = [];
  /** The account to which the last sign-in was limited. */
  only: string | undefined;
  readonly #listeners = new Set<() => void>();
  #answer: Promise<void> = Promise.resolve();

  /** Delays answers to sign-ins until the returned function is called. */
  hold(): () => void {
    let release = (): void => {};
    this.#answer = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): SessionState => this.state;

  async signIn(username: string, password: string, only?: string): Promise<void> {
    this.attempts.push([username, password]);
    this.only = only;
    await this.#answer;
    if (this.refusal !== null) throw this.refusal instanceof Error ? this.refusal : new Error(this.refusal);
    this.become('signedIn');
  }

  signOut(): void {
    this.become('signedOut');
  }

  expire(): void {
    this.become('expired');
  }

  /** `lapsed`: signed out because the session had expired before the app started. */
  become(status: SessionState['status'], lapsed = false): void {
    if (status === 'signedOut') this.state = { status, ...(lapsed && { lapsed }) };
    else this.state = { status, account: ACCOUNT };
    for (const listener of this.#listeners) listener();
  }
}

interface Started {
  readonly session?: TestSession;
  readonly props?: Partial<AppProps>;
}

/** Opens the whole app at `path`. */
export function startApp(
  path: string,
  records: TestRecords,
  { session = new TestSession(), props }: Started = {},
) {
  // With a key of its own, because the app remembers by it how far a page was scrolled, also in an earlier test.
  window.history.replaceState({ key: crypto.randomUUID() }, '', path);
  document.title = '';
  const view = render(
    <Page>
      <App
        session={session}
        recordServices={records.services}
        density={keptDensity({ get: () => null, set: () => {} })}
        log={silentLog()}
        reload={() => {}}
        storage={{ trouble: null, closed: null, dismiss: () => {} }}
        unsaved={new UnsavedInput()}
        update={{ builds: 0, apply: () => {} }}
        ports={framePorts()}
        {...props}
      />
    </Page>,
  );
  return { session, user: userEvent.setup(), ...view };
}

export function onPhone(): void {
  onScreen({ width: 390, height: 844 });
}

export function onDesk(): void {
  onScreen({ width: 2560, height: 1440 });
}

/**
 * Sets the window's size until the end of the test. By default it is that of a tablet, 1024 px wide. Never set
 * `innerWidth`: files share the window's properties, so it would stay, and hide the size that other tests set.
 */
function onScreen(size: { readonly width: number; readonly height: number }): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
  happyDOM.setViewport(size);
  onTestFinished(() => happyDOM.setViewport({ width: 1024, height: 768 }));
}

/** Returns made-up customers. */
export function customers(count: number): Fields[] {
  return Array.from({ length: count }, (_, index) =>
    aCustomer({ first_name: 'Cleo', last_name: `Nr${index + 1}`, email: `cleo${index + 1}@example.com` }),
  );
}

export function confirmedRecord(id: number, fields: Fields): MirrorRecord {
  return {
    localId: String(id),
    serverId: id,
    server: fields,
    view: fields,
    mark: 'synced',
    position: [id, id],
    serverGen: 1,
    firstSeenGen: 1,
    seen: { created_at: null, updated_at: null, first_seen: Date.UTC(2026, 0, 5, 12) },
  };
}

export function silentLog(): Log {
  return { debug: () => {}, info: () => {}, error: () => {} };
}
