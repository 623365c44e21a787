import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Metrics } from '../../server/metrics/metrics.ts';
import { MetricsServer } from '../../server/metrics/metrics-server.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { build, type ListeningServer, listen, type TestServer } from '../support/server/server.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

const metrics = new Metrics();
let server: TestServer;
let listening: ListeningServer;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await build({ db: await emptyDatabase(), metrics });
  headers = { authorization: `Bearer ${(await server.account('ann')).token}` };
  listening = await listen(server);
});

afterAll(async () => {
  await server.close();
});

/** The value of a line of the text format; 0 where there is none. */
async function valueOf(line: string): Promise<number> {
  const found = (await metrics.text()).split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

const requests = (method: string, route: string, status: string): Promise<number> =>
  valueOf(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);

describe('the metrics', () => {
  it('count requests by method, pattern of the route and status', async () => {
    await listening.fetch(`${CUSTOMERS}?search=private-words`, { headers });
    await listening.fetch(`${CUSTOMERS}4711/`, { headers });
    await listening.fetch(`${CUSTOMERS}4712/`, { headers });
    await listening.fetch('/api/private-path/');
    await vi.waitFor(async () => {
      expect(await requests('GET', CUSTOMERS, '200')).toBe(1);
      expect(await requests('GET', `${CUSTOMERS}:id/`, '404')).toBe(2);
      expect(await requests('GET', '/*', '404')).toBe(1);
    }, PATIENT);
    // A measured number may hold any digits: what is looked at is what names it.
    const named = (await metrics.text()).replace(/ \S+$/gm, '');
    for (const sent of ['private-words', '4711', 'private-path']) expect(named).not.toContain(sent);
  });

  it('count what is under way, and count out a client that went away', async () => {
    const { port } = new URL(listening.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\nauthorization: ${headers['authorization']}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    await vi.waitFor(async () => expect(await valueOf('http_requests_in_flight')).toBe(1), PATIENT);
    socket.destroy();
    await vi.waitFor(async () => expect(await valueOf('http_requests_in_flight')).toBe(0), PATIENT);
    expect(await requests('POST', CUSTOMERS, 'aborted')).toBe(1);
  });

  it('tell of the event loop and of the database', async () => {
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    const before = await valueOf('database_duration_seconds_count{kind="query"}');
    await listening.fetch('/health/ready');
    // On a slow machine a query of the server's own may come in between.
    expect(await valueOf('database_duration_seconds_count{kind="query"}')).toBeGreaterThan(before);
    expect(await valueOf('database_in_flight{kind="query"}')).toBe(0);
  });
});

describe('the port of the metrics', () => {
  it('serves only the metrics, which the app’s own port does not serve', async () => {
    const own = new MetricsServer(metrics);
    await own.listen({ host: '127.0.0.1', port: 0 });
    const { url } = own;
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=');
    expect(await answer.text()).toContain('# TYPE http_request_duration_seconds histogram');
    expect((await fetch(new URL('/api/health/', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await listening.fetch('/metrics')).status).toBe(404);
    await own.close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
