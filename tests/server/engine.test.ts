import '../support/test/own-state.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS, type Extension } from '../../server/config/extensions.ts';
import { PAGE_SIZE } from '../../src/api/resource-api.ts';
import type { Random } from '../../src/domain/ports.ts';
import type { Fields, ResourceName, Wire } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { createRecord, deleteRecord, updateRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { ServerBackend } from '../support/backend/server-backend.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { TestBrowser, TestTab } from '../support/tab/test-device.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

/** Programs per set of extensions, and commands per program. Set the variables for more. */
const RUNS = Number(process.env['ENGINE_RUNS'] ?? '2');
const COMMANDS = 24;
/** The stream of events never ends, and the device's time does not pass while a request is under way. */
const SETS: readonly (readonly Extension[])[] = [
  [],
  ['client-uid'],
  ['if-match'],
  ['changes'],
  ['client-uid', 'if-match', 'changes'],
  EXTENSIONS.filter((extension) => extension !== 'events'),
];

const KINDS: readonly ResourceName[] = ['customers', 'projects'];
const MARK: Readonly<Record<string, string>> = { customers: 'first_name', projects: 'title' };

type Device = TestTab<ServerBackend>;

let base: TestServer;
beforeAll(async () => {
  base = await build();
});
afterAll(() => base.close());

let serial = 0;

/** Two devices of one person, a lossy network, and what was saved on them. */
class Run {
  readonly random: Random;
  readonly backend: ServerBackend;
  readonly clock = new ManualClock();
  readonly devices: Device[] = [];
  readonly saved = new Map<string, ResourceName>();
  readonly givenUp = new Set<string>();
  readonly #server: TestServer;
  readonly #account: TestAccount;

  constructor(server: TestServer, account: TestAccount, seed: number) {
    this.random = seededRandom(seed);
    this.#server = server;
    this.#account = account;
    this.backend = new ServerBackend(server, this.random);
  }

  async begin(): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      const device = new TestTab(this.backend, new TestBrowser(this.clock));
      this.devices.push(device);
      void device.services.session.signIn(this.#account.user.username, this.#account.password);
      await this.until(() => isOpen(device));
    }
    await this.pass(5000);
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      await this.backend.idle();
      this.clock.advance(Math.min(500, left));
    }
    await this.backend.idle();
  }

  async until(done: () => boolean | Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < 3600; waited += 1) {
      await this.backend.idle();
      if (await done()) return;
      this.clock.advance(1000);
    }
    const waiting = await Promise.all(this.devices.map((device) => device.outbox()));
    throw new Error(
      `It never came to rest: ${JSON.stringify(waiting.flat().map(({ kind, state }) => [kind, state]))}`,
    );
  }

  async step(): Promise<void> {
    const device = this.devices[Math.floor(this.random() * 2)] ?? this.devices[0];
    if (!device) return;
    const dice = this.random();
    if (dice < 0.15) device.browser.setOnline(!device.browser.online);
    else if (dice < 0.3) await this.pass(this.random() * 40_000);
    else if (dice < 0.65) await this.#make(device);
    else if (dice < 0.9) await this.#change(device);
    else await this.#remove(device);
    this.backend.lost = this.random() < 0.5 ? 0.3 : 0;
  }

  async #make(device: Device): Promise<void> {
    const customer = pick(await shown(device, 'customers'), this.random);
    const kind = customer && this.random() < 0.5 ? 'projects' : 'customers';
    serial += 1;
    const mark = `m${serial}`;
    const initial = specOf(kind).blank({ now: this.clock.now(), random: this.random() });
    const own: Fields =
      kind === 'customers'
        ? { first_name: mark, last_name: 'Lee', email: `${mark}@example.com` }
        : { title: mark, customer: customer?.localId ?? '' };
    this.saved.set(mark, kind);
    await createRecord(device.records, kind, { ...initial, ...own }, { watch: false, initial });
  }

  async #change(device: Device): Promise<void> {
    const kind = pick(KINDS, this.random) ?? 'customers';
    const record = pick(await shown(device, kind), this.random);
    const initial = record?.view;
    if (!record || !initial) return;
    const draft = { ...initial, city: pick(['Reno', 'Boise', 'Salem'], this.random) ?? '' };
    await updateRecord(device.records, kind, record.localId, { initial, draft, watch: false });
  }

  async #remove(device: Device): Promise<void> {
    const record = pick(await shown(device, 'projects'), this.random);
    if (!record) return;
    this.givenUp.add(String(record.view?.['title']));
    await deleteRecord(device.records, 'projects', record.localId);
  }

  /** The network is whole again, people answer every question, and everything comes to rest. */
  async end(): Promise<void> {
    this.backend.lost = 0;
    for (const device of this.devices) device.browser.setOnline(true);
    await this.until(async () => {
      for (const device of this.devices) await this.#answerQuestions(device);
      const waiting = await Promise.all(this.devices.map((device) => device.outbox()));
      return waiting.flat().length === 0;
    });
    // Each reads what the other has sent last.
    for (const device of this.devices) device.setVisible(false);
    for (const device of this.devices) device.setVisible(true);
    await this.pass(180_000);
  }

  async #answerQuestions(device: Device): Promise<void> {
    for (const { id, state, refusal, kind, resource, localId } of await device.outbox()) {
      if (state !== 'parked') continue;
      if (kind === 'create') {
        const record = (await device.rows(resource)).find((row) => row.localId === localId);
        this.givenUp.add(String(record?.view?.[MARK[resource] ?? '']));
      }
      if (
        refusal?.reason !== 'conflict' ||
        !(await decideParked(device.records, id, { what: 'takeTheirs' }))
      ) {
        await decideParked(device.records, id, { what: 'discard' });
      }
    }
  }

  /** Returns the server's rows by kind. */
  async held(kind: ResourceName): Promise<readonly Wire[]> {
    const url = `${specOf(kind).path}?page_size=${PAGE_SIZE}` as const;
    const { json } = await send(this.#server, `GET ${url}`, { token: this.#account.token });
    return (json as { results: Wire[] }).results;
  }
}

function isOpen(device: Device): boolean {
  const records = device.services.records.getSnapshot();
  return records !== null && !(records instanceof Error);
}

async function shown(device: Device, kind: ResourceName): Promise<MirrorRecord[]> {
  return (await device.rows(kind)).filter(({ view }) => view);
}

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)];
}

describe.each(SETS.map((set) => [set.join(', ') || 'the plain contract', set] as const))(
  'over %s',
  (_, set) => {
    it.each(Array.from({ length: RUNS }, (__, n) => n + 1))(
      'the engine loses nothing, doubles nothing, and ends with what the server holds (%i)',
      { timeout: 120_000 },
      async (seed) => {
        const server = await build({ db: base.db, extensions: new Set(set) });
        serial += 1;
        const account = await base.account(`engine${serial}`);
        const run = new Run(server, account, seed);
        await run.begin();
        for (let n = 0; n < COMMANDS; n += 1) await run.step();
        await run.end();

        expect(run.saved.size).toBeGreaterThan(0);
        const held = new Map(
          await Promise.all(KINDS.map(async (kind) => [kind, await run.held(kind)] as const)),
        );
        for (const [mark, kind] of run.saved) {
          const rows = (held.get(kind) ?? []).filter((row) => row[MARK[kind] ?? ''] === mark);
          expect([mark, rows.length]).toEqual([mark, run.givenUp.has(mark) ? Math.min(rows.length, 1) : 1]);
        }
        for (const device of run.devices) {
          expect(device.browser.errors).toEqual([]);
          for (const kind of RESOURCE_NAMES) {
            const mirror = new Map(
              (await device.rows(kind)).map(({ serverId, server: copy }) => [serverId, copy]),
            );
            const rows = (held.get(kind) ?? []).map((row) => [row['id'], specOf(kind).decode(row)] as const);
            expect(mirror).toEqual(new Map(rows));
          }
        }
        await server.app.close();
      },
    );
  },
);
