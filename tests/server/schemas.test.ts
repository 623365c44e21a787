import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { LARGE_ANSWER, registerEndpoint } from '../../server/http/endpoint.ts';
import { answerError } from '../../server/plugins/error-answers.ts';
import { applySchemas } from '../../server/plugins/schemas.ts';
import { send } from '../support/send.ts';
import { build, type TestServer } from '../support/server.ts';

const record = z.object({ id: z.int(), name: z.string() });

/** A server with one address, whose handlers answer with `sent`, whatever its schema says. */
function serverThatSends(sent: unknown, { trustLarge = false, isLarge = false } = {}): FastifyInstance {
  const app = Fastify();
  applySchemas(app, { trustLarge });
  app.setErrorHandler(answerError);
  registerEndpoint(app, '/records/', {
    GET: {
      schema: { response: { 200: record } },
      ...(isLarge ? LARGE_ANSWER : {}),
      handler: async () => sent as z.output<typeof record>,
    },
    POST: {
      schema: {
        body: z.object({ name: z.string({ error: 'Not a valid string.' }) }),
        response: { 201: record },
      },
      handler: async (request, reply) => reply.code(201).send(Object.assign({}, sent, request.body)),
    },
  });
  return app;
}

describe('an answer', () => {
  it('that fits its schema is sent as it is', async () => {
    const answer = await serverThatSends({ id: 1, name: 'Ann' }).inject('/records/');
    expect([answer.statusCode, answer.payload]).toEqual([200, '{"id":1,"name":"Ann"}']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is sent without what its schema does not name', async () => {
    const answer = await serverThatSends({ id: 1, name: 'Ann', password_hash: 'secret' }).inject('/records/');
    expect([answer.statusCode, answer.payload]).toEqual([200, '{"id":1,"name":"Ann"}']);
  });

  it.each([
    ['lacks a field', { id: 1 }],
    ['has a field of another type', { id: '1', name: 'Ann' }],
    ['is no record at all', []],
  ])('that %s is a 500 which tells nothing', async (_, sent) => {
    const answer = await serverThatSends(sent).inject('/records/');
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'A server error occurred.' }]);
  });

  it('is trusted only where it is large, by a server that was told to', async () => {
    const statusOf = async (how: { trustLarge: boolean; isLarge: boolean }) =>
      (await serverThatSends({ id: 1 }, how).inject('/records/')).statusCode;
    expect(await statusOf({ trustLarge: true, isLarge: true })).toBe(200);
    expect(await statusOf({ trustLarge: true, isLarge: false })).toBe(500);
    expect(await statusOf({ trustLarge: false, isLarge: true })).toBe(500);
  });

  it('to a write, and with another status, is held to the schema of that status', async () => {
    const post = { method: 'POST', url: '/records/', payload: { name: 'Bob' } } as const;
    const good = await serverThatSends({ id: 2 }).inject(post);
    expect([good.statusCode, good.json()]).toEqual([201, { id: 2, name: 'Bob' }]);
    expect((await serverThatSends({}).inject(post)).statusCode).toBe(500);
  });
});

describe('a body', () => {
  const sent = async (payload?: object | string) => {
    const app = serverThatSends({ id: 1 });
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({
      method: 'POST',
      url: '/records/',
      ...(payload === undefined ? {} : { payload, headers }),
    });
    return [answer.statusCode, answer.json()];
  };

  it('that its schema refuses does not reach the handler', async () => {
    expect(await sent({ name: 1 })).toEqual([400, { name: ['Not a valid string.'] }]);
  });

  it('that is missing has no fields; null and a list are no body', async () => {
    expect(await sent()).toEqual([400, { name: ['Not a valid string.'] }]);
    expect(await sent('null')).toEqual([400, { non_field_errors: ['No data provided'] }]);
    const text = 'Invalid data. Expected a dictionary, but got list.';
    expect(await sent([])).toEqual([400, { non_field_errors: [text] }]);
  });
});

interface Described {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

describe('the API page', () => {
  let server: TestServer;
  let operations: (readonly [string, Described])[];

  beforeAll(async () => {
    server = await build({ extensions: new Set(EXTENSIONS) });
    const { json } = await send(server, 'GET /api/docs/json');
    const { paths } = json as { paths: Record<string, Record<string, Described>> };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    );
  });

  afterAll(async () => {
    await server.close();
  });

  it('says of every operation what it answers, and how it fails', () => {
    expect(operations.length).toBeGreaterThan(25);
    for (const [line, { responses }] of operations) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect([line, successes.length > 0]).toEqual([line, true]);
      for (const [status, { content }] of successes) {
        expect([line, status, content !== undefined]).toEqual([line, status, status !== '204']);
      }
    }
    const withoutFailures = operations
      .filter(([line]) => line.includes('/api/v1/'))
      .filter(([, { responses }]) => !('4XX' in responses && '5XX' in responses));
    expect(withoutFailures.map(([line]) => line)).toEqual([]);
  });

  it('says of every write what it takes', () => {
    const writes = operations.filter(([line]) => /^(post|patch) /.test(line));
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter(([, { requestBody }]) => !requestBody).map(([line]) => line)).toEqual([]);
  });

  it('shows the version and the key of a record where they are offered', () => {
    const created = operations.find(([line]) => line === 'post /api/v1/customers/customers/')?.[1];
    expect(JSON.stringify(created?.responses['201'])).toMatch(/"version".*"client_uid"/);
    expect(JSON.stringify(created?.requestBody)).toContain('"client_uid"');
  });
});
