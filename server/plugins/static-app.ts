import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../http/problem.ts';
import { pathIn } from '../http/target-path.ts';
import { isApiPath } from './answer-headers.ts';

const NOT_BUILT = `Restoration CRM's server is running, but the app itself has not been built yet.

Run "npm run build", or start with "npm start", which builds what is missing.
The API works without the app: see /api/docs/.
`;

/**
 * Hashed files are cached for a year; the rest is revalidated, so that a new version takes effect at once. A screen's
 * URL returns the shell; the URL of a missing file never does.
 */
export async function serveApp(app: FastifyInstance, staticDir: string): Promise<void> {
  const root = resolve(staticDir);
  const shell = join(root, 'index.html');

  await app.register(fastifyStatic, {
    root,
    // Otherwise the plugin would overwrite the header set here.
    cacheControl: false,
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = relative(root, path).replaceAll('\\', '/').startsWith('assets/');
      response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The plugin selects compressed files by this header but does not send Vary.
      response.setHeader('vary', 'accept-encoding');
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!isScreen(request)) throw notFound();
    if (existsSync(shell)) return reply.sendFile('index.html');
    return explain(reply);
  });
}

function isScreen(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isApiPath(request.url)) return false;
  const path = pathIn(request.url);
  if (path === '/') return true;
  const isFile = path.startsWith('/assets/') || /\.[^/]*$/.test(path);
  return !isFile && (request.headers.accept ?? '').includes('text/html');
}

function explain(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(NOT_BUILT);
}
