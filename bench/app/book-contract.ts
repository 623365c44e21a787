import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import type { Book } from './book.ts';

const fieldsSchema = z.record(z.string(), z.unknown());
const signInSchema = z.object({ username: z.string().min(1) });
const refreshSchema = z.object({ refresh: z.string().min(1) });
/** The companion server's own. */
const USUAL_PAGE = 100;

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** In the place of a body: already written and zipped. */
  readonly zipped?: Buffer;
}

/** Speaks the plain contract for a book. Whoever signs in with any password is a user of their own. */
export async function answerFrom(
  book: Book,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body, zipped } = await answerTo(book, request);
  if (status === 204) {
    response.writeHead(204).end();
    return;
  }
  const sent = zipped ?? gzipSync(JSON.stringify(body), { level: 1 });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': sent.length,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  });
  response.end(sent);
}

async function answerTo(book: Book, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://book.test');
  if (pathname.startsWith('/api/v1/auth/')) return answerToWho(pathname, request);
  const name = RESOURCE_NAMES.find((one) => pathname.startsWith(resourceSpecs[one].path));
  if (!name) return { status: 404, body: { detail: 'Not found.' } };
  const rest = pathname.slice(resourceSpecs[name].path.length).replace(/\/$/, '');
  if (rest === 'dashboard_stats') return { status: 200, body: book.stats(name) };
  if (rest !== '') return answerToItem(book, name, Number(rest), request);
  if (request.method === 'POST')
    return { status: 201, body: book.create(name, fieldsSchema.parse(await json(request))) };
  const number = Number(searchParams.get('page') ?? 1);
  const zipped = book.page(name, { number, size: Number(searchParams.get('page_size') ?? USUAL_PAGE) });
  return zipped ? { status: 200, zipped } : { status: 404, body: { detail: 'Invalid page.' } };
}

async function answerToItem(
  book: Book,
  name: ResourceName,
  id: number,
  request: IncomingMessage,
): Promise<Answer> {
  const missing = { status: 404, body: { detail: 'Not found.' } };
  if (request.method === 'DELETE') return book.remove(name, id) ? { status: 204 } : missing;
  const row =
    request.method === 'PATCH'
      ? book.update(name, id, fieldsSchema.parse(await json(request)))
      : book.find(name, id);
  return row ? { status: 200, body: row } : missing;
}

async function answerToWho(path: string, request: IncomingMessage): Promise<Answer> {
  if (path.endsWith('/token/')) {
    const { username } = signInSchema.parse(await json(request));
    return { status: 200, body: { access: `access.${username}`, refresh: `refresh.${username}` } };
  }
  if (path.endsWith('/refresh/')) {
    const { refresh } = refreshSchema.parse(await json(request));
    return { status: 200, body: { access: refresh.replace(/^refresh/, 'access') } };
  }
  const username = /^Bearer access\.(.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (username === undefined)
    return { status: 401, body: { detail: 'Not signed in.', code: 'not_authenticated' } };
  return { status: 200, body: { id: username, username } };
}
