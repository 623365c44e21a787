import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { send } from '../support/server/send.ts';
import { build, listen, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await build();
  token = (await server.account('ann')).token;
});

afterAll(async () => {
  await server.close();
});

describe('every answer of the API', () => {
  it.each([
    'GET /api/health/',
    `GET ${CUSTOMERS}`,
    `POST ${CUSTOMERS}`,
    'GET /api/nothing/',
    'GET /api',
    'GET /api/docs/',
    'GET /api/docs/json',
    'GET /%61pi/health/',
    'GET /api/v1/customers/customers/%zz/',
  ] as const)('to %s is kept by nobody, and carries the safety headers', async (line) => {
    const { headers } = await send(server, line, { token });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('lets the page talk to this server, and to those that were named', async () => {
    const policyOf = async (app: TestServer) =>
      String((await send(app, 'GET /api/health/')).headers['content-security-policy']);
    expect(await policyOf(server)).toContain("connect-src 'self';");
    const other = await build({ db: server.db, connectOrigins: ['https://api.example.com'] });
    expect(await policyOf(other)).toContain("connect-src 'self' https://api.example.com;");
    await other.app.close();
  });

  it('to an unknown address is a 404 in JSON, for a browser too', async () => {
    for (const path of ['/api', '/api/', '/api/v1/nothing/', '/api/v1/customers/'] as const) {
      const answer = await send(server, `GET ${path}`, { headers: { accept: 'text/html' } });
      expect(answer).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
    }
  });
});

describe('an unforeseen error', () => {
  it('is a 500 that tells nothing', async () => {
    const broken = await build({
      db: { ...server.db, query: () => Promise.reject(new Error('select secret_column from users')) },
    });
    const answer = await send(broken, 'GET /api/health/');
    await broken.app.close();
    expect(answer).toMatchObject({ status: 500, json: { detail: 'A server error occurred.' } });
    expect(answer.text).not.toContain('secret_column');
  });

  it('is a 503 where the database is away, so that a client tries again', async () => {
    const away = await build({
      db: { ...server.db, query: () => Promise.reject(new DatabaseUnavailableError(new Error('refused'))) },
    });
    expect(await send(away, `GET ${CUSTOMERS}`, { token })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { detail: 'The database cannot be reached at the moment.' },
    });
    await away.app.close();
  });
});

describe('the API page', () => {
  it('shows at /api/docs/ and loads its script', async () => {
    const page = await send(server, 'GET /api/docs/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const script = /src="(\.?\/[^"]*swagger-ui-bundle\.js)"/.exec(page.text)?.[1] ?? 'none';
    const address = new URL(script, 'http://localhost/api/docs/').pathname;
    expect((await send(server, `GET ${address as '/'}`)).status).toBe(200);
  });

  it('is not there where it is switched off, and the API is', async () => {
    const closed = await build({ db: server.db, apiDocs: false });
    for (const path of [
      '/api/docs',
      '/api/docs/',
      '/api/docs/json',
      '/api/docs/yaml',
      '/api/docs/static/index.html',
    ] as const) {
      const headers = { accept: 'text/html' };
      expect(await send(closed, `GET ${path}`, { headers })).toMatchObject({
        status: 404,
        json: { detail: 'Not found.' },
      });
    }
    expect((await send(closed, `GET ${CUSTOMERS}`, { token })).status).toBe(200);
    await closed.app.close();
  });

  it('describes the customers from their spec', async () => {
    const { json } = await send(server, 'GET /api/docs/json');
    const { paths } = json as { paths: Record<string, Record<string, Described>> };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([CUSTOMERS, `${CUSTOMERS}{id}/`, '/api/v1/auth/token/', '/api/health/']),
    );
    expect(Object.keys(paths[CUSTOMERS] ?? {}).sort()).toEqual(['get', 'post']);
    expect(Object.keys(paths[`${CUSTOMERS}{id}/`] ?? {}).sort()).toEqual(['delete', 'get', 'patch']);
    const created = paths[CUSTOMERS]?.['post']?.requestBody?.content['application/json'].schema;
    // A company is known by its name alone.
    expect(created?.required).toBeUndefined();
    expect(created?.properties['status']).toMatchObject({ enum: ['active', 'inactive', 'prospect', 'lead'] });
  });
});

describe('the API page, of every kind of record,', () => {
  it.each(RESOURCE_NAMES)('describes what %s take and answer', async (name) => {
    const { json } = await send(server, 'GET /api/docs/json');
    const { paths } = json as { paths: Record<string, Record<string, Described>> };
    const { path, fieldNames: fields } = resourceSpecs[name];
    const post = paths[path]?.['post'];
    const taken = post?.requestBody?.content['application/json'].schema.properties ?? {};
    expect(Object.keys(taken)).toEqual(expect.arrayContaining([...fields]));
    const answered = post?.responses['201']?.content?.['application/json'].schema.properties ?? {};
    expect(Object.keys(answered)).toEqual(['id', 'created_at', 'updated_at', ...fields]);
    for (const field of fields) expect(answered[field]).not.toEqual({});
    expect(Object.keys(paths[`${path}dashboard_stats/`] ?? {})).toEqual(['get']);
  });
});

interface Described {
  readonly requestBody?: DescribedContent;
  readonly responses: Readonly<Record<string, Partial<DescribedContent>>>;
}

interface DescribedContent {
  readonly content: {
    readonly 'application/json': {
      readonly schema: { readonly required: string[]; readonly properties: Record<string, unknown> };
    };
  };
}

describe('over a real connection', () => {
  it('a body that is too large is refused in JSON, and links name the port', async () => {
    const { url, fetch } = await listen(server);
    const refused = await fetch(CUSTOMERS, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ city: 'x'.repeat(400_000) }),
    });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toHaveProperty('detail');

    for (const email of ['one@example.com', 'two@example.com']) {
      const body = { first_name: 'Ann', last_name: 'Lee', email };
      await send(server, `POST ${CUSTOMERS}`, { token, body });
    }
    const page = await fetch(`${CUSTOMERS}?page_size=1`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await page.json()) as { next: string }).next).toBe(`${url}${CUSTOMERS}?page_size=1&page=2`);
  });
});
