import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import type { FakeBackend } from '../backend/fake-backend.ts';
import { atRest, openedTab } from './scenario.ts';
import { TestBrowser, TestTab } from './test-device.ts';

/** A device with databases of its own, beside other devices of the same user. Only one of them runs at a time. */
export class Profile {
  readonly #databases = new IDBFactory();
  readonly #browser: TestBrowser;
  readonly #backend: FakeBackend;
  #tab: TestTab | null = null;

  constructor(backend: FakeBackend, clock?: TestBrowser['clock']) {
    this.#backend = backend;
    this.#browser = new TestBrowser(clock);
  }

  get clock(): TestBrowser['clock'] {
    return this.#browser.clock;
  }

  /** Signs in for the first time, and reads everything. */
  async signIn(username?: string): Promise<TestTab> {
    const tab = this.#newTab();
    await tab.signIn(username);
    await atRest(tab);
    return tab;
  }

  /** Opens the app again, with what it holds. */
  async open({ online = true } = {}): Promise<TestTab> {
    this.#browser.online = online;
    return openedTab(this.#newTab());
  }

  /** Ends the tab as a crash would. */
  close(): void {
    this.#tab?.crash();
  }

  #newTab(): TestTab {
    globalThis.indexedDB = this.#databases;
    Dexie.dependencies.indexedDB = this.#databases;
    this.#tab = new TestTab(this.#backend, this.#browser);
    return this.#tab;
  }
}
