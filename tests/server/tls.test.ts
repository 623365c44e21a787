import { readFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/config/config.ts';
import { readTls } from '../../server/process/http-server.ts';
import { rawRequest } from '../support/server/raw-http.ts';
import { send } from '../support/server/send.ts';
import { build, listen, type TestServer } from '../support/server/server.ts';

const FOLDER = join(import.meta.dirname, '../support/tls');
const cert = join(FOLDER, 'cert.pem');
const key = join(FOLDER, 'key.pem');

describe('a server with a certificate', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await build({ tls: await readTls({ cert, key }) });
  });

  afterAll(async () => {
    await server.close();
  });

  it('speaks HTTPS, and says that it is to be asked over nothing else', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const ca = await readFile(cert);
    const answer = await new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
      const request = https.get({ host: '127.0.0.1', port, path: '/api/health/', ca }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      request.on('error', reject);
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    });
  });

  it.each([
    [{ cert: 'no-such.pem', key }, 'TLS_CERT_FILE names a file that cannot be read (no-such.pem: ENOENT)'],
    [{ cert: key, key }, 'TLS_CERT_FILE names a file without a CERTIFICATE in PEM'],
    [{ cert, key: cert }, 'TLS_KEY_FILE names a file without a PRIVATE KEY in PEM'],
    [
      { cert, key: join(FOLDER, 'other-key.pem') },
      'TLS_KEY_FILE does not hold the private key of the certificate',
    ],
  ])('is not started with files that do not go: %j', async (files, reason) => {
    await expect(readTls(files)).rejects.toThrow(ConfigError);
    await expect(readTls(files)).rejects.toThrow(reason);
  });
});

describe('a server without one', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await build();
  });

  afterAll(async () => {
    await server.close();
  });

  it('asks nobody to use HTTPS', async () => {
    expect((await send(server, 'GET /api/health/')).headers['strict-transport-security']).toBeUndefined();
  });

  it('closes a connection whose headers are too large', async () => {
    const { url } = await listen(server);
    const answer = await rawRequest(url, [
      `GET /api/health/ HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});
