import http from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataFolder } from '../../server/db/data-folder.ts';
import { ask } from '../support/server/load.ts';
import { preparedDataDir, startServer } from '../support/server/server-process.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

async function demoServer(env: Record<string, string> = {}) {
  const dataDir = await preparedDataDir();
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const signedIn = await ask(`${server.url}/api/v1/auth/token/`, {
    agent,
    body: { username: 'demo', password: 'restoration' },
  });
  const { access } = JSON.parse(signedIn.kind === 'answered' ? signedIn.body : '{}') as { access: string };
  return { ...server, dataDir, agent, token: access };
}

/** E-mail addresses of the load's customers that are stored, when the server has ended. */
async function stored(dataDir: string): Promise<string[]> {
  const db = await openDataFolder({ dataDir });
  const rows = await db.query<{ email: string }>(
    "select email from customers where email like 'load%' order by email",
  );
  await db.close();
  return rows.map(({ email }) => email);
}

const customer = (email: string) => ({ first_name: 'Ann', last_name: 'Lee', email });

/** A request whose body is sent in two parts: it is under way until `finish`, which answers all that came back. */
async function slowRequest(url: string, token: string, email: string) {
  const body = JSON.stringify(customer(email));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const closed = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  await new Promise((resolve) => {
    socket.write(
      `POST ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nexpect: 100-continue\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    // '100 Continue': the server has the head, and waits for the rest.
    socket.once('data', resolve);
  });
  return {
    async finish(): Promise<string> {
      socket.write(body.slice(10));
      await closed;
      return text;
    },
  };
}

// Each test starts a process, on machines that may be busy.
describe('a server that is asked to end', { timeout: 120_000 }, () => {
  it('under load has stored exactly what it has said to be stored, cuts no answer, and takes no more', async () => {
    const server = await demoServer();
    const { url, token, agent, dataDir } = server;
    const created: string[] = [];
    const others: string[] = [];
    let enough = (): void => {};
    const underLoad = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = 0; ; n += 1) {
        const email = `load-${client}-${n}@example.com`;
        const outcome = await ask(url + CUSTOMERS, { agent, token, body: customer(email) });
        if (outcome.kind === 'answered' && outcome.status === 201) created.push(email);
        else others.push(outcome.kind === 'answered' ? String(outcome.status) : outcome.kind);
        if (created.length >= 40) enough();
        if (outcome.kind !== 'answered') return;
      }
    });
    const slow = await slowRequest(url, token, 'load-slow@example.com');
    await underLoad;
    const ended = server.stop();
    await Promise.all(clients);
    const slowAnswer = await slow.finish();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });

    expect(new Set(others)).toEqual(new Set(['refused']));
    expect(slowAnswer).toMatch(/HTTP\/1\.1 201 [^]*\r\nconnection: close\r\n[^]*load-slow@example\.com/i);
    expect(created.length).toBeGreaterThanOrEqual(40);
    expect(await stored(dataDir)).toEqual([...created, 'load-slow@example.com'].sort());
  });

  it('first lets a load balancer see that it is not ready, and takes requests meanwhile', async () => {
    const server = await demoServer({ SHUTDOWN_DELAY_SECONDS: '8' });
    const { url, token, agent, dataDir } = server;
    expect(await ask(`${url}/health/ready`, { agent })).toMatchObject({ status: 200, closes: false });
    const ended = server.stop();
    await expect
      .poll(() => ask(`${url}/health/ready`, { agent }), PATIENT)
      .toMatchObject({
        status: 503,
        closes: true,
      });
    const late = await ask(url + CUSTOMERS, { agent, token, body: customer('load-late@example.com') });
    expect(late).toMatchObject({ status: 201, closes: true });
    expect(await ended).toMatchObject({ code: 0 });
    expect(await ask(`${url}/health/live`, { agent })).toEqual({ kind: 'refused' });
    expect(await stored(dataDir)).toEqual(['load-late@example.com']);
    expect(server.stdout()).toContain('Restoration CRM is stopping (SIGTERM).');
  });
});
