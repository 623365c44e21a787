import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const SHELL = '<!doctype html><title>Restoration CRM</title>';
const SCRIPT = 'console.log("restoration");'.repeat(100);
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crm-static-'));
  await mkdir(join(folder, 'assets'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), SHELL),
    writeFile(join(folder, 'sw.js'), 'self.skip = 1;'),
    writeFile(join(folder, 'manifest.webmanifest'), '{}'),
    writeFile(join(folder, 'assets', 'app-1a2b3c.js'), SCRIPT),
    writeFile(join(folder, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync(SCRIPT)),
    writeFile(join(folder, 'assets', 'app-1a2b3c.js.gz'), gzipSync(SCRIPT)),
  ]);
  server = await build({ staticDir: folder });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('the built app', () => {
  it.each(['/', '/customers', '/customers/17', '/projects/3?tab=1', '/reports?report=a.b'])(
    'answers %s with its shell, to be asked for each time',
    async (path) => {
      const answer = await send(server, `GET ${path}`, { headers: BROWSER });
      expect(answer).toMatchObject({ status: 200, text: SHELL });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it.each(['/index.html', '/sw.js', '/manifest.webmanifest'])('has %s asked for each time', async (path) => {
    const answer = await send(server, `GET ${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('has hashed files kept for a year', async () => {
    const answer = await send(server, 'GET /assets/app-1a2b3c.js');
    expect(answer).toMatchObject({ status: 200, text: SCRIPT });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['etag']).toBeDefined();
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('sends the file that was compressed in the build: %s', async (encoding, expected) => {
    const answer = await send(server, 'GET /assets/app-1a2b3c.js', {
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(expected);
    expect(answer.headers['vary']).toContain('accept-encoding');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });

  it.each([
    '/assets/gone-9f8e7d.js',
    '/assets/gone',
    '/favicon.ico',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('answers %s, which is not there, with 404 and never with the shell', async (path) => {
    const answer = await send(server, `GET ${path}`, { headers: BROWSER });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(SHELL);
    expect(String(answer.headers['cache-control'])).not.toContain('immutable');
  });

  it('gives the shell to nobody but a browser that asks for a page', async () => {
    expect((await send(server, 'GET /customers', { headers: { accept: 'application/json' } })).status).toBe(
      404,
    );
    expect((await send(server, 'POST /customers', { headers: BROWSER })).status).toBe(404);
    expect((await send(server, 'GET /api/nothing', { headers: BROWSER })).json).toEqual({
      detail: 'Not found.',
    });
  });
});

describe('without a build', () => {
  it('says plainly what is missing, and the API works all the same', async () => {
    const bare = await build({ staticDir: join(folder, 'none') });
    const answer = await send(bare, 'GET /', { headers: BROWSER });
    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.text).toContain('npm run build');
    expect((await send(bare, 'GET /api/health/')).json).toEqual({ status: 'ok' });
    await bare.close();
  });
});
