import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { serverResources } from '../../server/resources/server-resources.ts';
import { collectionName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { answerFault } from '../support/server/answer-shapes.ts';
import {
  HOSTILE_VALUES,
  hostileHeaders,
  hostileKey,
  hostileQuery,
  hostileSegment,
  hostileText,
  hostileValue,
} from '../support/server/hostile-values.ts';
import { type Answer, type Sent, send } from '../support/server/send.ts';
import { build, JWT_SECRET, type TestServer } from '../support/server/server.ts';

/** The same programs each time; more of them, or others, by FUZZ_RUNS and FUZZ_SEED. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 250);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_115);
const PATIENCE = { timeout: 120_000 + RUNS * 200 };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];

const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z
          .object({
            content: z.object({
              'application/json': z.object({
                schema: z.object({ properties: z.record(z.string(), z.looseObject({})) }),
              }),
            }),
          })
          .optional(),
      }),
    ),
  ),
});

let server: TestServer;
let token: string;
let customer: number;
let made = 0;
/** Every address that the server registers, with the schemas of the fields that a body of it may have. */
const addresses = new Map<string, Record<string, Schema>>();
type Schema = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  // All but the stream of events, whose answer never ends.
  server = await build({ extensions: new Set(EXTENSIONS.filter((name) => name !== 'events')) });
  token = (await server.account('ann')).token;
  const { paths } = described.parse((await send(server, 'GET /api/docs/json')).json);
  for (const [path, operations] of Object.entries(paths)) {
    const bodies = Object.values(operations).map(
      ({ requestBody }) => requestBody?.content['application/json'].schema.properties ?? {},
    );
    addresses.set(path, Object.assign({}, ...bodies) as Record<string, Schema>);
  }
  customer = await create(resourceSpecs.customers.path);
});

afterAll(async () => {
  await server.close();
});

/** Returns a valid value for a field, by its schema, or by its name where that says more. */
function validValue(field: string, schema: Schema): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (field === 'customer') return customer;
  if (field === 'client_uid') return randomUUID();
  if (field === 'email') return `fuzz${(made += 1)}@example.com`;
  if (field === 'phone') return '+1-555-123-4567';
  if (/date|until/.test(field)) return '2026-01-31';
  if (field.endsWith('number')) return `N-${(made += 1)}`;
  if (JSON.stringify(schema).includes('"amount"')) return { amount: '99.90', currency: 'USD' };
  return JSON.stringify(schema['type'] ?? '').includes('number') ? '8.25' : 'Text';
}

const validBody = (path: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(addresses.get(path) ?? {}).map(([field, schema]) => [field, validValue(field, schema)]),
  );

async function create(path: string): Promise<number> {
  const answer = await send(server, `POST ${path}`, { token, body: validBody(path) });
  expect(answer).toMatchObject({ status: 201, json: { id: expect.any(Number) as number } });
  return (answer.json as { id: number }).id;
}

/** Sends it, and fails where the answer is none that a client may get. */
async function survives(line: `${Method} ${string}`, sent: Sent): Promise<Answer> {
  const answer = await send(server, line, sent);
  const fault = answerFault(answer);
  if (fault)
    throw new Error(
      `The answer ${fault}.\n${line}\n${JSON.stringify(sent)}\n${answer.status} ${answer.text}`,
    );
  return answer;
}

/** Returns what broke, in words, or null, and the status of the health check afterwards. */
async function tried<T>(property: fc.IAsyncProperty<T>): Promise<readonly [string | null, number]> {
  const details = await fc.check(property, { seed: SEED, numRuns: RUNS });
  const { status } = await send(server, 'GET /health/ready');
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : '';
  return [details.failed ? `${why}\n${fc.defaultReportMessage(details) ?? ''}` : null, status];
}

const WELL = [null, 200];

describe(
  'whatever is sent, the answer is one that clients know, and tells nothing of the inside:',
  PATIENCE,
  () => {
    it('every address of the API page is tried', () => {
      expect(addresses.size).toBeGreaterThan(15);
      for (const name of RESOURCE_NAMES) {
        expect(Object.keys(addresses.get(resourceSpecs[name].path) ?? {}).sort()).toEqual(
          [...resourceSpecs[name].fieldNames, 'client_uid'].sort(),
        );
      }
    });

    it.each(RESOURCE_NAMES)('every field of the %s with every boundary and hostile value', async (name) => {
      const { path, fieldNames: fields } = resourceSpecs[name];
      const id = await create(path);
      for (const round of HOSTILE_VALUES.keys()) {
        // In each round another value for each field, and then what was not refused together: the database has to take it.
        const body = Object.fromEntries(
          fields.map((field, n) => [field, HOSTILE_VALUES[(round + 7 * n) % HOSTILE_VALUES.length]]),
        );
        const { status, json } = await survives(`PATCH ${path}${id}/`, { token, body });
        const refused = status === 400 ? Object.keys(json as object) : [];
        const rest = Object.fromEntries(Object.entries(body).filter(([field]) => !refused.includes(field)));
        expect((await survives(`PATCH ${path}${id}/`, { token, body: rest })).status).toBe(200);
      }
      expect((await survives(`GET ${path}${id}/`, { token })).status).toBe(200);
    });

    it('bodies, whole and broken, at every address and with every method', async () => {
      const body = fc.constantFrom(...addresses.keys()).chain((path) => {
        const fields = fc.constantFrom(...Object.keys(addresses.get(path) ?? {}), 'other');
        const object = fc
          .tuple(
            fc.dictionary(
              fc.oneof({ weight: 5, arbitrary: fields }, { weight: 1, arbitrary: hostileKey }),
              hostileValue,
              {
                maxKeys: 5,
                noNullPrototype: true,
              },
            ),
            fc.boolean(),
          )
          .map(([hostile, whole]) => JSON.stringify({ ...(whole ? validBody(path) : {}), ...hostile }));
        const raw = fc.oneof(
          { weight: 6, arbitrary: object },
          { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? '') },
          { weight: 1, arbitrary: hostileText },
          { weight: 1, arbitrary: object.map((text) => text.slice(0, text.length / 2)) },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)) },
        );
        return fc.record({ path: fc.constant(path), method: fc.constantFrom(...METHODS), raw });
      });
      const outcome = await tried(
        fc.asyncProperty(body, hostileSegment, async ({ path, method, raw }, segment) => {
          await survives(`${method} ${path.replace('{id}', segment)}`, { token, raw });
        }),
      );
      expect(outcome).toEqual(WELL);
    });

    it('batches of changes, one after the other', async () => {
      const mutation = fc.constantFrom(...Object.values(serverResources)).chain((resource) => {
        const { path, fieldNames: fields } = resource.spec;
        const some = fc.dictionary(fc.constantFrom('client_uid', ...fields), hostileValue, {
          maxKeys: 3,
          noNullPrototype: true,
        });
        return fc.record(
          {
            id: fc.uuid(),
            method: fc.constantFrom('POST', 'PATCH', 'DELETE'),
            resource: fc.oneof(
              { weight: 9, arbitrary: fc.constant(collectionName(resource.spec)) },
              hostileText,
            ),
            record: fc.constantFrom(1, 2, 3, '1', '0', '9999999999999999', Number.MAX_SAFE_INTEGER),
            if_match: fc.constantFrom(0, 1, 2, Number.MAX_SAFE_INTEGER),
            body: fc.oneof(
              some.map((given) => ({ ...validBody(path), ...given })),
              fc
                .oneof(fc.uuid(), hostileText)
                .map((uid) => ({ ...validBody(path), customer: { client_uid: uid } })),
              hostileValue,
            ),
          },
          { requiredKeys: ['id', 'method', 'resource'] },
        );
      });
      const outcome = await tried(
        fc.asyncProperty(fc.array(mutation, { maxLength: 4 }), async (mutations) => {
          const { status } = await survives('POST /api/v1/sync/batch/', { token, body: { mutations } });
          if (status !== 200) throw new Error(`The batch itself is refused: ${status}`);
        }),
      );
      expect(outcome).toEqual(WELL);
    });

    it('ids, queries and headers, at every address with and without its slash', async () => {
      const asked = fc.record({
        path: fc.constantFrom(...addresses.keys(), '/api/', '/api/v1/{id}/', '/api/v1/customers/{id}/'),
        method: fc.constantFrom(...METHODS),
        slash: fc.boolean(),
        segment: hostileSegment,
        query: hostileQuery,
        headers: hostileHeaders,
      });
      const outcome = await tried(
        fc.asyncProperty(asked, async ({ path, method, slash, segment, query, headers }) => {
          const address = (slash ? path : path.replace(/\/$/, '')).replace('{id}', segment);
          await survives(`${method} ${address}${query ? `?${query}` : ''}`, { token, headers });
        }),
      );
      expect(outcome).toEqual(WELL);
    });

    it('tokens: words in strange places, and claims that are not ours', async () => {
      const { user_id, session } = decodeJwt(token);
      const claim = fc.oneof(
        fc.constantFrom<unknown>(1, -1, 2 ** 53, '1', null, session, randomUUID()),
        hostileValue,
      );
      const claims = fc.dictionary(
        fc.constantFrom('user_id', 'session', 'token_type', 'iat', 'nbf', 'aud', 'sub', 'exp'),
        claim,
        { noNullPrototype: true },
      );
      const part = (value: unknown): string => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');
      const unsigned = claims.map(
        (given) => `${part({ alg: 'none' })}.${part({ ...decodeJwt(token), ...given })}.`,
      );
      const otherHeader = fc
        .tuple(
          fc.dictionary(fc.constantFrom('alg', 'kid', 'jku', 'crit', 'typ', 'zip', 'b64'), hostileValue),
          claims,
        )
        .map(([head, given]) =>
          [part({ alg: 'HS256', ...head }), part(given), token.split('.')[2]].join('.'),
        );
      const signed = claims.map((given) => ({ ...decodeJwt(token), ...given }));
      const words = fc.array(
        fc.oneof(fc.constantFrom('Bearer', 'bearer', 'Basic', 'Token', token, 'a.b.c', '..', ',', '=')),
        { maxLength: 4 },
      );
      const paths = fc.constantFrom(resourceSpecs.customers.path, '/api/v1/auth/user/');
      const outcome = await tried(
        fc.asyncProperty(
          fc.oneof(
            words.map((some) => some.join(' ')),
            fc.oneof(unsigned, otherHeader).map((text) => `Bearer ${text}`),
          ),
          paths,
          async (authorization, path) => {
            const { status } = await survives(`GET ${path}`, { headers: { authorization } });
            if (status !== (authorization === `Bearer ${token}` ? 200 : 401)) throw new Error(`${status}`);
          },
        ),
      );
      expect(outcome).toEqual(WELL);
      const key = new TextEncoder().encode(JWT_SECRET);
      const outcomeOfSigned = await tried(
        fc.asyncProperty(signed, paths, async (given, path) => {
          const own = await new SignJWT(given).setProtectedHeader({ alg: 'HS256' }).sign(key);
          const { status } = await survives(`GET ${path}`, { token: own });
          const isOwn = given['user_id'] === user_id && given['session'] === session;
          if (status !== 401 && !(status === 200 && isOwn)) throw new Error(`${status} for ${own}`);
          await survives('POST /api/v1/auth/token/refresh/', { body: { refresh: own } });
        }),
      );
      expect(outcomeOfSigned).toEqual(WELL);
    });
  },
);
