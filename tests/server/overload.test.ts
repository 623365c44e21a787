import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { measureEventLoop } from '../../server/plugins/overload.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

let server: TestServer;
let token: string;
let lag = 0;

beforeAll(async () => {
  server = await build({ eventLoopLag: () => lag });
  token = (await server.account('ann')).token;
});

afterAll(async () => {
  await server.close();
});

describe('a server whose event loop lags', () => {
  it('refuses at once, says when to come again, and writes nothing', async () => {
    lag = 500;
    const body = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    expect(await send(server, `POST ${CUSTOMERS}`, { token, body })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { detail: 'The server is busy at the moment. Try again in a few seconds.' },
    });
    lag = 499;
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 0 });
  });

  it('still says that it lives', async () => {
    lag = 60_000;
    expect((await send(server, 'GET /api/health/')).status).toBe(200);
  });
});

describe('the lag of the event loop', () => {
  it('is measured while something holds the loop again and again, and is over when that is', async () => {
    const measured = measureEventLoop();
    const holding = setInterval(() => {
      const until = performance.now() + 200;
      while (performance.now() < until);
    }, 1);
    await vi.waitFor(() => expect(measured.lag()).toBeGreaterThan(100), PATIENT);
    clearInterval(holding);
    await vi.waitFor(() => expect(measured.lag()).toBeLessThan(100), PATIENT);
    measured.stop();
  });

  it('is none after one long stop, however long', async () => {
    const measured = measureEventLoop();
    await vi.waitFor(() => expect(measured.lag()).toBeLessThan(100), PATIENT);
    const until = performance.now() + 700;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(measured.lag()).toBeLessThan(500);
    measured.stop();
  });
});
