import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { Company } from '../memory-server/company.ts';
import { EventStreams } from '../memory-server/event-streams.ts';
import { httpListener } from '../memory-server/http.ts';
import { MemoryServer } from '../memory-server/memory-server.ts';
import { type ServerOptions, STOCK } from '../memory-server/options.ts';
import { among } from '../memory-server/sign-in.ts';
import { check, checkFake, failedIn, unseenIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { stockCustomersContract } from '../support/contract/customers-contract.ts';
import { describeEveryContract } from '../support/contract/every-contract.ts';
import { ofEach } from './broken.ts';

const DEMO = { username: 'demo', password: 'restoration' };

/** The server in memory on a port of this machine. */
class MemoryPort {
  readonly #http: Server;

  private constructor(http: Server) {
    this.#http = http;
  }

  static async open(extensions: readonly string[] = []): Promise<MemoryPort> {
    const options: ServerOptions = { ...STOCK, nextOrigin: '', extensions: new Set(extensions) };
    const company = new Company(options);
    const streams = new EventStreams();
    company.onCommit = () => streams.change();
    const findUser = among([{ id: 1, ...DEMO, active: true }]);
    const server = new MemoryServer({ options, findUser, companyOf: () => company, now: Date.now });
    const answer = httpListener(server, streams);
    const http = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const port = new MemoryPort(http);
    options.nextOrigin = port.url;
    return port;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}

describeEveryContract(
  {
    name: 'the server in memory, over HTTP,',
    async start() {
      const port = await MemoryPort.open();
      return { fetch: (path, init) => fetch(port.url + path, init), close: () => port.close() };
    },
    credentials: DEMO,
  },
  stockCustomersContract,
);

describe.each([
  ['without extensions', []],
  ['with all of them', EXTENSIONS],
] as const)('the server in memory %s, over HTTP', (_, extensions) => {
  let port: MemoryPort;

  beforeAll(async () => {
    port = await MemoryPort.open(extensions);
  });

  afterAll(() => port.close());

  it('keeps the plain contract, and every extension that it announces', async () => {
    const { url } = port;
    const result = await check({ url, username: DEMO.username, fetch }, { password: DEMO.password });
    expect(failedIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
    expect(result.run.features).toEqual(extensions);
    const isOffered = (id: string): boolean => extensions.some((name) => id.startsWith(`${name}.`));
    expect(unseenIn(result).filter(isOffered)).toEqual([]);
    expect(result.run.left).toEqual([]);
  });
});

/** The options of the server in memory, and the SHOULD checks that fail with them. */
const VARIANTS: readonly (readonly [
  server: string,
  options: Partial<ServerOptions>,
  fails: readonly string[],
])[] = [
  ['pages by limit and offset', { paging: 'offset' }, []],
  ['pages by a cursor', { paging: 'cursor', counts: false }, ofEach('paged')],
  ['gives lists as arrays', { paging: 'bare' }, ofEach('paged')],
  ['does not count', { counts: false }, ofEach('paged')],
  ['gives pages as large as they are asked for', { largestPage: 1000 }, []],
  ['orders and filters its lists', { ordering: 'honored', filters: true }, []],
  ['refuses to order its lists', { ordering: 'refused' }, []],
  ['lists rows in an order that means nothing', { ordered: false }, []],
  ['names another host in next', { nextOrigin: 'http://inside.test' }, ['customers.next-host']],
  ['has texts for ids', { ids: 'uuid' }, []],
  ['does not replace refresh tokens', { rotation: 'none' }, []],
  ['leaves replaced refresh tokens good', { rotation: 'rotates' }, []],
  ['says 403 of a bad token, and why', { badToken: 403 }, []],
  ['names the user in its tokens', { tokens: 'named' }, []],
  ['gives all amounts as text', { decimals: 'text' }, []],
  ['refuses fields that it does not know', { strict: true }, []],
  ['does not show when a record was made', { createdAt: false }, []],
  ['refuses with 400 to delete what others refer to', { protects: 400 }, []],
  ['breaks down over that', { protects: 500 }, ['customers.protected']],
  ['deletes what refers to a customer with it', { protects: 'cascades' }, ['customers.protected']],
  ['works totals out anew', { totals: true }, ['estimates.total']],
  ['has no figures', { stats: false }, ofEach('stats')],
];

describe('the server in memory', () => {
  it.each(VARIANTS)('that %s keeps the contract', async (_, options, fails) => {
    const backend = new FakeBackend();
    Object.assign(backend.options, options);
    for (let n = 0; n < 25; n += 1) {
      backend.seed({ first_name: `N${n}`, last_name: 'Own', email: `own${n}@example.com` });
    }
    const result = await checkFake(backend);
    expect(failedIn(result)).toEqual(fails);
    expect(unseenIn(result).includes('customers.pages')).toBe(options.paging === 'bare');
    expect(result.exitCode).toBe(0);
  });

  it.each<Partial<ServerOptions>>([
    { versions: 'company' },
    { feedPage: 3, feedRepeats: true },
    { ids: 'uuid', strict: true, decimals: 'text' },
  ])('keeps its extensions with %j', async (options) => {
    const backend = new FakeBackend();
    Object.assign(backend.options, options);
    for (const feature of EXTENSIONS) backend.extensions.features.add(feature);
    const result = await checkFake(backend);
    expect(failedIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  });
});
