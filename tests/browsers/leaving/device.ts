import type { FaultyProxy } from '../../e2e/support/faulty-proxy.ts';
import { Browser } from '../driver/browser.ts';
import { DESKTOP, type Engine } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';
import { create, openNew, pickCustomer } from '../support/screens.ts';
import { connectionBack } from '../support/sync.ts';

const API = /^\/api\//;
/** Time in ms that each request takes longer than on one machine, so that there is a time between them to leave in. */
const ON_THE_WAY_MS = 30;
/** Where the page in front notes a save that it has accepted, for the page after it. */
const NOTED = 'accepted-title';

interface Surroundings {
  /** In front of the server. */
  readonly proxy: FaultyProxy;
  /** Name of a customer that the server has: what a project is saved for. */
  readonly customer: string;
}

/** A browser of a person who saves projects, and leaves. */
export class Device {
  readonly tab: Tab;
  /** Titles of the saves that the app accepted: their dialog closed. */
  readonly accepted: string[] = [];
  /** Titles of the saves that were begun. */
  readonly begun: string[] = [];
  private readonly browser: Browser;
  private readonly proxy: FaultyProxy;
  private readonly customer: string;

  private constructor(browser: Browser, tab: Tab, { proxy, customer }: Surroundings) {
    this.browser = browser;
    this.tab = tab;
    this.proxy = proxy;
    this.customer = customer;
  }

  /** With an empty profile. `close` it in the end. */
  static async start(engine: Engine, surroundings: Surroundings): Promise<Device> {
    const browser = await Browser.start(engine, surroundings.proxy.url);
    const tab = await browser.newTab();
    await tab.resize(DESKTOP);
    const device = new Device(browser, tab, surroundings);
    device.connect();
    return device;
  }

  /** Every request is lost from now on. */
  disconnect(): void {
    this.proxy.heal();
    this.proxy.inject({ path: API, fault: { kind: 'drop' } });
  }

  /** Requests arrive again, and the device knows. */
  async reconnect(): Promise<void> {
    this.connect();
    await connectionBack(this.tab);
  }

  /** Saves a project from the list of them, and waits until the dialog is gone. */
  async save(title: string): Promise<void> {
    const dialog = await this.fillIn(title);
    await create(this.tab, dialog);
    this.accepted.push(title);
  }

  /** Opens the dialog and fills it in; the page will note it, should it accept what is saved there. */
  async fillIn(title: string) {
    const dialog = await openNew(this.tab, 'projects');
    await this.tab.fill('Title', title, dialog);
    await pickCustomer(this.tab, dialog, this.customer);
    this.begun.push(title);
    await this.tab.evaluate(
      (key, name) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('[role=dialog]')) return;
          sessionStorage.setItem(key, name);
          observer.disconnect();
        });
        observer.observe(document, { childList: true, subtree: true });
        // What goes away because the page does has not been accepted.
        addEventListener('pagehide', () => observer.disconnect(), { capture: true });
      },
      NOTED,
      title,
    );
    return dialog;
  }

  /** Looks whether the page before this one accepted its save. */
  async noteAccepted(title: string): Promise<void> {
    const noted = await this.tab.evaluate((key) => sessionStorage.getItem(key), NOTED);
    if (noted === title && !this.accepted.includes(title)) this.accepted.push(title);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  private connect(): void {
    this.proxy.heal();
    this.proxy.inject({ path: API, fault: { kind: 'delay', ms: ON_THE_WAY_MS } });
  }
}
