import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build, listen, type TestServer } from '../support/server/server.ts';
import { PATIENT } from '../support/test/patient.ts';

const servers: TestServer[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function aServer(limits: { readonly connections?: number; readonly connectionsPerAddress?: number }) {
  const server = await build({ limits });
  servers.push(server);
  const { url } = await listen(server);
  return Number(new URL(url).port);
}

/** A connection that asks how the server is, and stays open. Resolves with the first line; '' where it was closed instead. */
async function asked(port: number, localAddress = '127.0.0.1'): Promise<{ socket: Socket; line: string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const line = await new Promise<string>((resolve) => {
    socket.setEncoding('utf8').once('data', (text: string) => resolve(text.split('\r\n', 1)[0] ?? ''));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(''));
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
  });
  return { socket, line };
}

const OK = 'HTTP/1.1 200 OK';

describe('connections', () => {
  // Only Linux has more than one address for this machine by itself.
  it.runIf(process.platform === 'linux')(
    'of one address are so many, and those of others are not concerned',
    async () => {
      const port = await aServer({ connectionsPerAddress: 3 });
      const first = await asked(port);
      for (let n = 0; n < 2; n += 1) expect((await asked(port)).line).toBe(OK);
      expect((await asked(port)).line).toBe('');
      expect((await asked(port)).line).toBe('');
      expect((await asked(port, '127.0.0.2')).line).toBe(OK);
      first.socket.destroy();
      await vi.waitFor(async () => expect((await asked(port)).line).toBe(OK), PATIENT);
    },
  );

  it('of everybody are so many', async () => {
    const port = await aServer({ connections: 2 });
    const first = await asked(port);
    expect([first.line, (await asked(port)).line, (await asked(port)).line]).toEqual([OK, OK, '']);
    first.socket.destroy();
    await vi.waitFor(async () => expect((await asked(port)).line).toBe(OK), PATIENT);
  });

  it('are not counted where there is no limit', async () => {
    const port = await aServer({});
    for (let n = 0; n < 20; n += 1) expect((await asked(port)).line).toBe(OK);
  });
});
