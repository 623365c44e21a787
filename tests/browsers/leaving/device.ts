import type { FaultyProxy } from '../../e2e/support/faulty-proxy.ts';
import { Browser } from '../driver/browser.ts';
import { DESKTOP, type Engine } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';
import { create, openNew, pickCustomer } from '../support/screens.ts';
import { connectionBack } from '../support/sync.ts';

const API = /^\/api\//;
/** A delay in ms for each request, so that a page can be left between requests. */
const ON_THE_WAY_MS = 30;
/** The sessionStorage key under which a page notes an accepted save for the next page. */
const NOTED = 'accepted-title';

interface Surroundings {
  /** The proxy in front of the server. */
  readonly proxy: FaultyProxy;
  /** The name of a customer on the server, for whom projects are saved. */
  readonly customer: string;
}

/** The browser of a person who saves projects and leaves pages. */
export class Device {
  readonly tab: Tab;
  /** The titles of saves that the app accepted by closing the dialog. */
  readonly accepted: string[] = [];
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

  /** Starts a device with an empty profile. Call `close` at the end. */
  static async start(engine: Engine, surroundings: Surroundings): Promise<Device> {
    const browser = await Browser.start(engine, surroundings.proxy.url);
    const tab = await browser.newTab();
    await tab.resize(DESKTOP);
    const device = new Device(browser, tab, surroundings);
    device.connect();
    return device;
  }

  /** Loses every request from now on. */
  disconnect(): void {
    this.proxy.heal();
    this.proxy.inject({ path: API, fault: { kind: 'drop' } });
  }

  /** Lets requests arrive again, and tells the device. */
  async reconnect(): Promise<void> {
    this.connect();
    await connectionBack(this.tab);
  }

  /** Saves a project from the list of projects, and waits until the dialog is gone. */
  async save(title: string): Promise<void> {
    const dialog = await this.fillIn(title);
    await create(this.tab, dialog);
    this.accepted.push(title);
  }

  /** Opens the dialog and fills it in. The page will note it if it accepts the save. */
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
        // A dialog that disappears because the page is left is not an accepted save.
        addEventListener('pagehide', () => observer.disconnect(), { capture: true });
      },
      NOTED,
      title,
    );
    return dialog;
  }

  /** Records the save if the previous page accepted it. */
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
