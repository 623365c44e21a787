import type { Random } from '../../src/domain/ports.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { ContactCheck } from './checks/contact-check.ts';
import { Expectations } from './checks/expectations.ts';
import { checkBytes, checkFileSent, checkRowsHaveBytes } from './checks/files-check.ts';
import { MirrorCheck } from './checks/mirror-check.ts';
import { OverwriteCheck } from './checks/overwrite-check.ts';
import { raisedIn } from './checks/raised.ts';
import { checkAnswer, checkSent, noteTold } from './checks/request-check.ts';
import { accountStores, ownerOf, type Stores, storesOf } from './checks/stores.ts';
import { checkView } from './checks/view-check.ts';
import { Violation } from './checks/violation.ts';
import { Device } from './machine/device.ts';
import { Network } from './machine/network.ts';
import {
  losePower,
  type RawDatabase,
  type RawTransaction,
  watchTransactions,
} from './machine/raw-database.ts';
import { SlowDisk } from './machine/slow-disk.ts';
import { forgetListeners, separateTabs } from './machine/storage-events.ts';
import { Tab } from './machine/tab.ts';
import { databasesOn, followCurrentTab } from './machine/tab-databases.ts';
import { turns } from './machine/turns.ts';
import { VirtualTime } from './machine/virtual-time.ts';
import type { Program, Seat } from './program/program.ts';
import { othersRecord } from './program/values.ts';
import { accountOn, type Company } from './server/company.ts';
import { ModelServer } from './server/model-server.ts';
import { FileCells } from './states/file-cells.ts';

const ORIGIN = 'http://server.test';

followCurrentTab();
separateTabs();

/** Devices, tabs, network, server and checks of one run. */
export class World {
  readonly time = new VirtualTime();
  readonly server: ModelServer;
  readonly network: Network;
  readonly devices: readonly Device[];
  readonly tabs: Tab[] = [];
  /** Users' expectations, by database. */
  readonly expectations = new Map<string, Expectations>();
  /** One line for each event. */
  readonly trace: string[] = [];
  readonly tracing: boolean;
  readonly program: Program;
  /** Requests by device and minute. */
  readonly load = new Map<string, number>();
  /** Number of creates of a kind begun with a mark. */
  readonly begun = new Map<string, number>();
  /** The database in which a mark's create began. */
  readonly begunIn = new Map<string, RawDatabase | undefined>();
  /** Work order numbers drawn so far. */
  readonly numbers = new Set<string>();
  /** Marks of creates that users sent again themselves. */
  readonly sentAgain = new Set<string>();
  /** Marks of creates that users discarded, or whose record they deleted. */
  readonly discarded = new Set<string>();
  /** Marks of refused creates that users then corrected. */
  readonly corrected = new Set<string>();
  /** Marks of creates that the network may have carried out when the app could no longer see it. */
  readonly excused = new Set<string>();
  /** Marks of creates carried out late, perhaps in time for the second poll. */
  readonly late = new Set<string>();
  /** Virtual time in ms at which a tab received a create's confirmation, by kind and mark. */
  readonly told = new Map<string, number>();
  /** Marks of creates that the app asked about as possible duplicates. */
  readonly raised = new Set<string>();
  /** Local ids of photos that a person created again after their bytes had left the device. */
  readonly madeAgain = new Set<string>();
  readonly contact: ContactCheck;
  /** Null if storing takes no time. */
  readonly disk: SlowDisk | null;
  readonly overwrites = new OverwriteCheck();
  clockWasPutBack = false;
  /** Databases whose account came to rest at the end. */
  readonly rested = new Set<string>();
  readonly random: Random;
  checks = 0;
  #violation: Error | null = null;
  #written = new Set<RawDatabase>();
  #tabCount = 0;
  readonly #mirrors = new Map<
    string,
    { readonly of: RawDatabase | undefined; readonly check: MirrorCheck }
  >();
  /** Owner of each database, kept even after the database is gone. */
  readonly #owners = new Map<string, string>();

  constructor(program: Program, tracing: boolean) {
    this.tracing = tracing;
    this.program = program;
    this.random = seededRandom(program.seed + 7);
    const slow = program.slowDisk === true;
    this.disk = slow ? new SlowDisk(this.time, seededRandom(program.seed + 8)) : null;
    this.contact = new ContactCheck(slow);
    forgetListeners();
    turns.begin((owner, run, ms) => this.time.setTimer(owner, run, ms));
    if (slow) turns.shuffle = seededRandom(program.seed + 9);
    turns.afterTask = () => this.#afterTask();
    watchTransactions({
      mayLosePart: program.commands.some((command) => command.do === 'power' && (command.kept ?? 0) > 0),
      beforeStep: (transaction) => this.#beforeStep(transaction),
      committed: (transaction) => this.#committed(transaction),
      later: (_, begin) => this.disk?.later(begin) ?? false,
    });
    this.server = new ModelServer(program.server, () => this.time.now);
    this.network = new Network(this.server, this.time, seededRandom(program.seed + 1), {
      sent: (exchange) => {
        this.note(
          `${exchange.tab.name} > ${exchange.request.method} ${exchange.request.path} ${JSON.stringify(exchange.request.body ?? '')}`,
        );
        this.attempt(() => checkSent(this, exchange));
        this.attempt(() => checkFileSent(this, exchange));
      },
      answered: (exchange, answer) => {
        this.note(`  server: ${exchange.request.method} ${exchange.request.path} ${answer.status}`);
        checkAnswer(this, exchange, answer);
        this.attempt(() => this.#checkOverwrites());
      },
      told: (exchange, answer) => {
        this.note(
          `${exchange.tab.name} < ${exchange.request.method} ${exchange.request.path} ${answer.kind === 'response' ? answer.status : answer.kind}`,
        );
        noteTold(this, exchange, answer);
        this.contact.told(exchange, answer, this.time.now);
      },
    });
    this.devices = Array.from(
      { length: program.devices },
      (_, n) => new Device(`device${n}`, program.seed + 2 + n, this.time),
    );
    for (const device of this.devices) device.storesLate = slow;
    this.#seed(program.rows);
  }

  note(line: string): void {
    if (this.tracing) this.trace.push(`${this.time.now - START} ${line}`);
  }

  /** Keeps a violation until no code of the app that might swallow it is running. */
  attempt(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#violation ??= error as Error;
    }
  }

  settle(): void {
    turns.settle();
    this.#throwIfBroken();
  }

  pass(ms: number): void {
    this.settle();
    this.time.pass(ms, () => this.#throwIfBroken());
    this.settle();
  }

  openTab(device: Device): Tab {
    const name = `tab${this.#tabCount++}@${device.name}`;
    const tab = new Tab(name, device, ORIGIN, this.network.sendOf);
    this.tabs.push(tab);
    this.settle();
    return tab;
  }

  /** Closes the tab, or kills its process. */
  kill(tab: Tab): void {
    tab.die();
    this.network.forget(tab);
    this.settle();
  }

  /** Turns the device off without warning, with all of its tabs, and on again. */
  cutPower(device: Device, kept: number): void {
    for (const tab of this.liveTabs(device)) this.kill(tab);
    for (const database of databasesOn(device.factory).values()) {
      losePower(database, kept);
      this.#mirrors.delete(database.name);
    }
  }

  liveTabs(device: Device): Tab[] {
    return this.tabs.filter((tab) => tab.device === device && tab.alive);
  }

  deviceOf(n: number): Device {
    const device = this.devices[n % this.devices.length];
    if (!device) throw new Error('There is no device.');
    return device;
  }

  tabAt({ device, tab }: Seat): Tab | null {
    const live = this.liveTabs(this.deviceOf(device));
    return live[tab % live.length] ?? null;
  }

  expectationsIn(database: string): Expectations {
    const known = this.expectations.get(database) ?? new Expectations();
    this.expectations.set(database, known);
    return known;
  }

  /** Returns the user whose account a database belongs to. */
  userOf(database: string): 'ann' | 'bob' | null {
    const key = this.#owners.get(database);
    if (key === undefined) return null;
    return key.endsWith('|1') || key.endsWith(':ann') ? 'ann' : 'bob';
  }

  /** Counts a create before its outcome is known. */
  begin(kind: string, mark: string, database: string): void {
    const key = `${kind} ${mark}`;
    this.begun.set(key, (this.begun.get(key) ?? 0) + 1);
    const device = this.devices.find(({ factory }) => databasesOn(factory).has(database));
    this.begunIn.set(mark, device && databasesOn(device.factory).get(database));
  }

  companyOf(database: string): Company | null {
    const user = this.userOf(database);
    return user && this.server.companyOf(user);
  }

  /** Checks I1, I2, I4, I5 and I9 on every account's database. */
  checkStores(): void {
    for (const device of this.devices) {
      const all = accountStores(device.factory);
      for (const stores of all) this.#check(stores.name, stores);
    }
    for (const [name] of this.expectations) {
      if (!this.devices.some(({ factory }) => databasesOn(factory).has(name))) this.#check(name, null);
    }
  }

  #check(name: string, stores: Stores | null): void {
    this.checks += 1;
    const owner = stores && ownerOf(stores);
    if (owner) this.#owners.set(name, owner);
    if (stores) {
      checkView(stores);
      checkBytes(stores, this.madeAgain);
      for (const mark of raisedIn(stores)) this.raised.add(mark);
    }
    const company = this.companyOf(name);
    if (!company) return;
    if (stores) this.#fileCells.note(stores, company.shelf);
    this.expectationsIn(name).check(stores, company.histories);
    // The database was removed at a logout and recreated empty by a tab that had slept. It has no mirror to check.
    if (owner === null) this.#mirrors.delete(name);
    else if (stores) {
      const account = accountOn(this.#deviceWith(name).name, this.userOf(name) ?? '');
      const wasFull = this.#full.has(name);
      this.#mirrorOf(name).check(account, stores, { histories: company.histories, wasFull });
    }
  }

  /** Returns true if the duplicate watches have ended, or the app can no longer tell. */
  isLong(): boolean {
    return this.clockWasPutBack || this.time.now - START > 20 * 60 * 60_000;
  }

  /** A sign-in after a logout creates another database with the same name, which gets a new check. */
  #mirrorOf(name: string): MirrorCheck {
    const database = databasesOn(this.#deviceWith(name).factory).get(name);
    const known = this.#mirrors.get(name);
    if (known && known.of === database) return known.check;
    const check = new MirrorCheck();
    this.#mirrors.set(name, { of: database, check });
    return check;
  }

  #deviceWith(database: string): Device {
    const found = this.devices.find(({ factory }) => databasesOn(factory).has(database));
    if (!found) throw new Error(`No device has the database ${database}.`);
    return found;
  }

  #beforeStep(transaction: RawTransaction): void {
    const tab = this.tabs.find(({ connections }) => connections.has(transaction.db));
    if (!tab || transaction.mode !== 'readwrite') return;
    const fault = tab.takeFault();
    if (fault === 'abort') transaction._abort('AbortError');
    else if (fault === 'crashAfter') this.#lastCommits.set(transaction, tab);
    else if (fault === 'quota') this.#tooLarge.add(transaction);
    // A request of an aborted transaction fails with an AbortError. Only a failed commit tells of the quota.
    if (transaction._requests.length > 0 || !this.#tooLarge.delete(transaction)) return;
    this.#full.add(transaction.db.name);
    transaction._abort('QuotaExceededError');
  }

  readonly #fileCells = new FileCells();
  readonly #tooLarge = new WeakSet<RawTransaction>();
  /** Databases in which a transaction was too large for the device. */
  readonly #full = new Set<string>();

  readonly #lastCommits = new WeakMap<RawTransaction, Tab>();

  #committed(transaction: RawTransaction): void {
    const database = transaction.db._rawDatabase;
    const { objectStoreNames: tables } = transaction;
    if (tables.contains('outbox') || tables.contains('files')) this.#written.add(database);
    const dying = this.#lastCommits.get(transaction);
    if (!dying?.alive) return;
    dying.die();
    this.network.forget(dying);
  }

  #checkOverwrites(): void {
    for (const user of ['ann', 'bob']) this.overwrites.check(this.server.companyOf(user).histories);
  }

  #afterTask(): void {
    if (this.server.features.extensions.includes('attachments'))
      for (const user of ['ann', 'bob']) this.attempt(() => checkRowsHaveBytes(this.server.companyOf(user)));
    for (const database of this.#written) this.attempt(() => this.#check(database.name, storesOf(database)));
    this.#written.clear();
    this.#throwIfBroken();
  }

  #throwIfBroken(): void {
    const broken = this.#violation;
    this.#violation = null;
    if (broken) throw broken;
    const wrong = this.tabs.find(({ impossible }) => impossible !== null);
    if (wrong) throw new Violation('S1', `${wrong.name}: ${wrong.impossible}`);
  }

  #seed(rows: number): void {
    const companies = new Set([this.server.companyOf('ann'), this.server.companyOf('bob')]);
    for (const company of companies) {
      for (const kind of RESOURCE_NAMES) {
        for (let n = 0; n < rows; n += 1) {
          const [customer] = company.of('customers');
          company.add(kind, othersRecord(kind, n, customer ? company.idOf(customer.id) : null));
        }
      }
    }
  }
}

const START = Date.UTC(2026, 0, 15, 9);

export { Violation };
