import { openDatabases } from '../../../src/db/app-database.ts';
import type { PageDatabases } from '../../../src/db/page-databases.ts';
import type { DraftRow } from '../../../src/db/tables.ts';
import { createStore } from '../../../src/domain/ports.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { type DraftContent, DraftKeeper } from '../../../src/records/drafts/draft-keeper.ts';
import { LeftForms } from '../../../src/records/drafts/left-forms.ts';
import { OfferedDrafts } from '../../../src/records/drafts/offered-drafts.ts';
import type { RecordServices } from '../../../src/records/record-services.ts';
import { LateNotes } from '../../../src/records/rescue/late-notes.ts';
import type { SaveNote } from '../../../src/records/undo/undo-save.ts';
import { FakePhotoDevice } from '../browser/fake-photo-device.ts';
import { FakeReadiness } from '../browser/fake-readiness.ts';
import { flush } from '../browser/flush.ts';
import { ManualClock } from '../browser/manual-clock.ts';
import { pageDatabases } from '../browser/page-databases.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { ACCOUNT, allCollections } from '../browser/test-database.ts';
import { TestLocks } from '../browser/test-locks.ts';
import { TestPage } from '../browser/test-page.ts';
import { aCustomer } from '../records/mutations.ts';
import { fileCounter } from '../test/file-counter.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { atTestEnd } from '../test/test-end.ts';

const next = fileCounter();

/** Tabs of one browser and one account, with forms. */
export class DraftTabs {
  readonly clock = new ManualClock();
  readonly locks = new TestLocks();
  readonly #name = `drafts-${next()}`;

  /** @param storage the tab's storage. Pass an earlier page's storage to open the next page of its tab */
  async open(storage = tabStorage()): Promise<DraftTab> {
    const page = new TestPage();
    const databases = pageDatabases(this.clock);
    page.onChange(() => (page.isFrozen() ? databases.sleep() : databases.wake()));
    const db = await openDatabases(databases, { name: this.#name, account: ACCOUNT, onClosed: () => {} });
    atTestEnd(() => db.close());
    const holder = {};
    const services: RecordServices = {
      db,
      account: ACCOUNT,
      collections: allCollections(),
      clock: this.clock,
      random: seededRandom(next()),
      locks: this.locks.for(holder),
      page,
      storageHealth: databases.watch,
      storageRoom: createStore<'left' | 'none'>('left'),
      lastSave: createStore<SaveNote | null>(null),
      leftForms: new LeftForms({ storage, account: ACCOUNT, reopens: true }),
      photoDevice: new FakePhotoDevice(),
      readiness: async () => new FakeReadiness(),
      photosUnderWay: new Set(),
      unkeptPhotos: createStore<readonly string[]>([]),
      hash: async (bytes) => sha256Hex(bytes),
      storageUse: async () => null,
      lateNotes: new LateNotes({ storage: tabStorage(), account: ACCOUNT }),
      owner: async () => ({ origin: 'http://api.test', userId: '1', username: 'demo' }),
      sealing: async () => null,
      log: { error: () => {} },
      onNotSaved: () => {},
      onSaved: () => {},
    };
    return new DraftTab(this, { services, page, databases, holder });
  }

  /** Lets `ms` of the device's time pass, and runs everything that falls due. */
  async pass(ms: number): Promise<void> {
    await flush();
    this.clock.advance(ms);
    await flush();
  }
}

export class DraftTab {
  readonly services: RecordServices;
  readonly page: TestPage;
  readonly databases: PageDatabases;
  readonly #tabs: DraftTabs;
  readonly #holder: object;

  constructor(
    tabs: DraftTabs,
    own: Pick<DraftTab, 'services' | 'page' | 'databases'> & { readonly holder: object },
  ) {
    this.#tabs = tabs;
    this.services = own.services;
    this.page = own.page;
    this.databases = own.databases;
    this.#holder = own.holder;
  }

  /** Opens a form for a new customer, or for a draft. */
  form(begun: DraftRow | null = null): DraftKeeper {
    const keeper = new DraftKeeper(this.services, begun);
    keeper.open();
    return keeper;
  }

  /** Returns every draft of the account, even if its form is open. */
  rows(): Promise<DraftRow[]> {
    return this.services.db.relaxed.drafts.toArray();
  }

  /** Returns a function that lists the first names in the drafts that this tab currently offers. */
  offers(): () => readonly unknown[] {
    const offered = new OfferedDrafts(this.services);
    atTestEnd(offered.subscribe(() => {}));
    return () => offered.getSnapshot().map(({ fields }) => fields['first_name']);
  }

  /** Simulates a crash of the tab. */
  crash(): void {
    this.services.db.close();
    this.#tabs.locks.letGo(this.#holder);
  }
}

/** Returns the content of a new customer's form with this first name. */
export function typed(first_name: string): DraftContent {
  const initial = aCustomer({ first_name: '' });
  const fields = { ...initial, first_name };
  return { resource: 'customers', localId: null, initial, fields, decides: false };
}
