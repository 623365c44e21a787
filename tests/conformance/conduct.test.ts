import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Client } from '../../conformance/client.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { over, withBody } from '../support/backend/broken-server.ts';
import { checkFake, failedIn, unseenIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';

/** A server with other people's records. */
function aServer(customers = 3): FakeBackend {
  const backend = new FakeBackend();
  for (let n = 0; n < customers; n += 1) {
    backend.seed({ first_name: `N${n}`, last_name: 'Own', email: `own${n}@example.com` });
  }
  backend.seed({ title: 'Own', customer: 1 }, 'projects');
  return backend;
}

const heldBy = (backend: FakeBackend): string =>
  JSON.stringify(RESOURCE_NAMES.map((resource) => backend.rows(resource)));

describe('the command', () => {
  it('touches no record but its own, and removes those', async () => {
    const backend = aServer();
    const before = heldBy(backend);
    const { run, report } = await checkFake(backend);
    expect(heldBy(backend)).toBe(before);
    const changed = backend.requests.filter(
      ({ method, path }) => method !== 'GET' && /\/[1-4]\/$/.test(path),
    );
    expect(changed).toEqual([]);
    expect(run.left).toEqual([]);
    expect(report).toContain('Everything that the checks created was removed.');
  });

  it('marks what it makes, and makes little', async () => {
    const backend = aServer();
    await checkFake(backend);
    const made = backend.requests.filter(
      ({ method, path, user }) => method === 'POST' && user && !path.includes('auth'),
    );
    expect(made.length).toBeLessThan(40);
    const unmarked = made.filter(
      ({ body }) => !/Conformance check|conformance-check|check [a-z0-9]+-\d/.test(JSON.stringify(body)),
    );
    expect(unmarked).toEqual([]);
  });

  it('removes what it has made also where somebody stops it', async () => {
    for (const after of [5, 40, 90]) {
      const backend = aServer();
      const before = heldBy(backend);
      const stop = new AbortController();
      const { report, exitCode } = await checkFake(backend, { stop: stop.signal }, (input, init) => {
        if (backend.asked === after) stop.abort();
        return backend.fetch(input, init);
      });
      expect(heldBy(backend)).toBe(before);
      expect(report).toContain('Stopped before the end: this says nothing about the server as a whole.');
      expect(exitCode).toBe(1);
    }
  });

  it.each([2_000, 3, 5, 6])(
    'sets the settings of the company back, also when stopped after %i requests',
    async (after) => {
      const backend = new FakeBackend();
      backend.extensions.features.add('company-settings');
      const { settings } = backend;
      settings.change({ name: 'Own', checklists: 'Water:\nPump', phone: '555' }, 'maria');
      const { version: _, history: __, ...before } = settings.shown;
      const stop = new AbortController();
      const called = { stop: stop.signal, words: ['--only', 'company-settings'] };
      const { run } = await checkFake(backend, called, (input, init) => {
        if (backend.asked === after) stop.abort();
        return backend.fetch(input, init);
      });
      expect(settings.shown).toMatchObject(before);
      expect(run.left).toEqual([]);
    },
  );

  it('says where it could not set them back, and leaves what somebody has changed meanwhile', async () => {
    const backend = new FakeBackend();
    backend.extensions.features.add('company-settings');
    const { settings } = backend;
    const words = ['--only', 'company-settings.change'];
    const refused = over(backend, ({ body }, pass) =>
      body?.['checklists'] === '' ? pass({ headers: { 'if-match': '"99"' } }) : pass(),
    );
    const { run, report } = await checkFake(backend, { words }, refused);
    expect(run.left).toMatchObject([{ what: 'a checklist or a logo in the company’s settings' }]);
    expect(report).toContain('PATCH /api/v1/company/settings/: 412');
    settings.change({ checklists: '' }, 'maria');
    const overtaken = over(backend, async ({ method }, pass) => {
      const response = await pass();
      if (method === 'PATCH') settings.change({ checklists: 'Mold:\nTest' }, 'maria');
      return response;
    });
    expect((await checkFake(backend, { words }, overtaken)).run.left).toEqual([]);
    expect(settings.shown.checklists).toBe('Mold:\nTest');
  });

  it('finds what it has made by its name where the answer was lost', async () => {
    const backend = aServer();
    const before = heldBy(backend);
    backend.plan('POST', /customers\/customers/, { kind: 'dropAfter' });
    const { run } = await checkFake(backend, { words: ['--only', 'customers.create'] });
    expect(backend.count('DELETE', /customers/)).toBe(1);
    expect(run.left).toEqual([]);
    expect(heldBy(backend)).toBe(before);
  });

  it('says what it could not remove', async () => {
    const backend = aServer();
    backend.plan('DELETE', /./, { kind: 'html', status: 500 }, 99);
    const { run, report } = await checkFake(backend, { words: ['--only', 'customers.created'] });
    expect(run.left).toEqual([
      {
        what: 'customer 5',
        because: 'DELETE /api/v1/customers/customers/5/: 500 with a web page (HTML), not JSON',
      },
    ]);
    expect(report).toContain(
      'These records of the checks could not be removed. Please delete them:\n  customer 5',
    );
  });

  it('signs in anew where its token runs out on the way', async () => {
    const backend = aServer();
    const { run } = await checkFake(backend, {}, (input, init) => {
      if (backend.asked > 0 && backend.asked % 50 === 0) backend.expireAccess();
      return backend.fetch(input, init);
    });
    expect(run.results.filter(({ outcome }) => outcome.is === 'fails')).toEqual([]);
  });

  it('waits where the server asks for patience, and asks again', async () => {
    const backend = aServer();
    const throttled = { kind: 'answer', status: 429, headers: { 'retry-after': '7' } } as const;
    backend.plan('POST', /customers\/customers/, throttled, 2);
    const waits: number[] = [];
    const result = await checkFake(backend, {
      sleep: async (ms) => {
        waits.push(ms);
      },
    });
    expect(waits).toEqual([7000, 7000]);
    expect(failedIn(result)).toEqual([]);
  });

  it('counts an answer of more than 10 s as too late', async () => {
    const backend = aServer();
    let now = 0;
    const slow = over(backend, async ({ id }, pass) => {
      now += id === 'dashboard_stats' ? 12_000 : 100;
      return pass();
    });
    const result = await checkFake(backend, { now: () => now }, slow);
    expect(failedIn(result)).toEqual(['speed.timeout', 'speed.dialog']);
    expect(result.report).toContain('dashboard_stats/ took 12.0 s');
  });

  it('makes a second page where it may', async () => {
    const backend = aServer();
    const before = heldBy(backend);
    const words = ['--only', 'customers.', '--fill-pages'];
    const result = await checkFake(backend, { words });
    expect(failedIn(result)).toEqual([]);
    expect(unseenIn(result)).toEqual([]);
    expect(heldBy(backend)).toBe(before);
  });

  it('reads 40 pages of a long list, or all', async () => {
    const backend = aServer(100);
    backend.options.pageSize = 2;
    const some = await checkFake(backend, { words: ['--only', 'customers.pages'] });
    expect(some.report).toContain('read 80 of 101 rows on 40 pages; --all-pages reads to the end');
    const all = await checkFake(backend, { words: ['--only', 'customers.pages', '--all-pages'] });
    expect(unseenIn(all)).toEqual([]);
    expect(failedIn(all)).toEqual([]);
  });

  it.each([
    [30, [], 'partly  A signed-in user can work without a connection for any length of time. If'],
    [
      1,
      ['auth.lasting'],
      'partly  A signed-in user can work without a connection for any length of time, but',
    ],
  ])('says what refresh tokens for %i days mean', async (days, fails, words) => {
    const backend = aServer();
    const claims = Buffer.from(JSON.stringify({ iat: 0, exp: days * 86_400 })).toString('base64url');
    const fetch = over(backend, async ({ path, body }, pass) => {
      const token = String(body?.['refresh']).split('.')[2] ?? 'none';
      const response = await pass(path.includes('/refresh/') ? { body: { refresh: token } } : {});
      return withBody(response, ({ refresh, ...others }) =>
        typeof refresh === 'string' ? { ...others, refresh: `x.${claims}.${refresh}` } : others,
      );
    });
    const result = await checkFake(backend, {}, fetch);
    expect(failedIn(result)).toEqual(fails);
    expect(result.report).toContain(words);
  });

  it('promises nothing of a server that lets nobody in', async () => {
    const { report } = await checkFake(aServer(), { password: 'wrong' });
    const promises = report.split('What the app promises on this server')[1]?.match(/^ {2}(\w+|\?) /gm);
    expect(promises?.map((sign) => sign.trim())).toEqual(['BROKEN', ...Array<string>(10).fill('?')]);
    expect(report).toContain('To fix: auth.sign-in.');
  });

  it('says no more than it has seen', async () => {
    const { report } = await checkFake(aServer(), { words: ['--only', 'auth.'] });
    expect(report).toContain('What was checked holds. The rest was not checked.');
    expect(report).not.toContain('What the app promises on this server');
  });

  it('answers programs in JSON', async () => {
    const backend = aServer();
    backend.plan('GET', /projects.*dashboard_stats/, { kind: 'html', status: 500 });
    const { report } = await checkFake(backend, { words: ['--json'] });
    const read = z.object({
      conforms: z.literal(true),
      username: z.literal('demo'),
      checks: z.array(
        z.object({
          id: z.string(),
          level: z.string(),
          outcome: z.enum(['ok', 'fails', 'skipped']),
          found: z.string().optional(),
        }),
      ),
      promises: z.array(z.object({ id: z.string(), state: z.enum(['kept', 'partly', 'broken', 'unknown']) })),
    });
    const { checks } = read.parse(JSON.parse(report));
    expect(checks.filter(({ outcome }) => outcome === 'fails')).toMatchObject([
      {
        id: 'projects.stats',
        level: 'SHOULD',
        found: expect.stringContaining('500 with a web page') as string,
      },
    ]);
  });

  it('keeps the password, the tokens and other people’s records out of its words', async () => {
    const backend = aServer();
    const { report } = await checkFake(backend, { words: ['--json'] }, async (input, init) => {
      const response = await backend.fetch(input, init);
      // Everything is wrong, so that the report says as much as possible.
      return response.ok ? Response.json({ wrapped: await response.json().catch(() => null) }) : response;
    });
    expect(report).not.toMatch(/access-\d|refresh-\d|own\d@example.com/);
    expect(report).not.toContain('"restoration"');
  });
});

describe('its pace', () => {
  it('is one request at a time, a pause from the begin of one to the next', async () => {
    let now = 0;
    const begun: number[] = [];
    const client = new Client({
      baseUrl: 'http://pace.test',
      pauseMs: 250,
      stop: new AbortController().signal,
      machine: {
        fetch: async () => {
          begun.push(now);
          now += 100;
          return Response.json({});
        },
        now: () => now,
        sleep: async (ms) => {
          now += ms;
        },
        random: () => 0,
      },
    });
    for (let n = 0; n < 3; n += 1) await client.send({ method: 'GET', path: '/' });
    expect(begun).toEqual([0, 250, 500]);
  });
});
