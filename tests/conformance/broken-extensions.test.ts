import { expect, it } from 'vitest';
import {
  type Asked,
  over,
  type Pass,
  page,
  withBody,
  withRecords,
} from '../support/backend/broken-server.ts';
import { checkFake, failedIn, offering } from '../support/backend/conformance.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';

const FILES = ['client-uid', 'if-match', 'attachments'];

/** Refresh tokens that have been sent. */
const USED = new Set<unknown>();
/** Logos that were accepted. */
const LOGOS: unknown[] = [];

/** Addresses of rows whose kind was changed. */
const TURNED = new Set<string>();

interface Broken {
  readonly server: string;
  readonly offers: readonly string[];
  readonly answer: (asked: Asked, pass: Pass, backend: FakeBackend) => Promise<Response>;
  readonly fails: readonly string[];
  readonly words: string;
  /** What the report says is still there, without its number. */
  readonly left?: readonly string[];
}

/** Servers that announce extensions without keeping to them. */
const BROKEN: readonly Broken[] = [
  {
    server: 'ignores keys',
    offers: ['client-uid'],
    answer: ({ body, method, resource }, pass) => {
      const { client_uid: _, ...others } = body ?? {};
      return method === 'POST' && resource && body ? pass({ body: others }) : pass();
    },
    fails: [
      'client-uid.again',
      'client-uid.echo',
      'client-uid.together',
      'client-uid.as-it-is',
      'client-uid.deleted',
    ],
    words: 'BROKEN  A record may silently be created twice if the connection breaks during a save.',
  },
  {
    server: 'does not show keys in answers',
    offers: ['client-uid'],
    answer: async (_, pass) => withRecords(await pass(), ({ client_uid: _uid, ...record }) => record),
    fails: ['client-uid.echo'],
    words: 'in the list it is nothing',
  },
  {
    server: 'overwrites whatever If-Match says',
    offers: ['if-match'],
    answer: (_, pass) => pass({ without: 'if-match' }),
    fails: ['if-match.stale', 'if-match.stale-delete'],
    words: 'BROKEN  People overwrite each other’s changes without knowing.',
  },
  {
    server: 'shows no versions',
    offers: ['if-match'],
    answer: async (_, pass) => withRecords(await pass(), ({ version: _version, ...record }) => record),
    fails: ['if-match.version'],
    words: 'version is nothing',
  },
  {
    server: 'tells nothing of deletions',
    offers: ['changes'],
    answer: async (_, pass) =>
      withBody(await pass(), (body) =>
        Array.isArray(body['changes'])
          ? { ...body, changes: body['changes'].filter((change: { deleted?: true }) => !change.deleted) }
          : body,
      ),
    fails: ['changes.tombstone'],
    words: 'nothing about the deletion of a customer',
  },
  {
    server: 'does not say that a cursor is too old',
    offers: ['changes'],
    answer: async ({ query }, pass) =>
      query.includes('no-cursor') ? Response.json({ detail: 'Bad cursor.' }, { status: 400 }) : pass(),
    fails: ['changes.unknown-cursor'],
    words: 'this device never catches up',
  },
  {
    server: 'has its feed stand still',
    offers: ['changes'],
    answer: async (_, pass) =>
      withBody(await pass(), (body) => ('cursor' in body ? { ...body, more: true } : body)),
    fails: ['changes.begin', 'changes.changes', 'changes.tombstone', 'changes.again'],
    words: 'more is true, but its cursor did not move',
  },
  {
    server: 'takes a batch whole or not at all',
    offers: ['client-uid', 'batch'],
    answer: async ({ path }, pass) =>
      path.includes('/batch/') ? Response.json({ detail: 'One of them is bad.' }, { status: 400 }) : pass(),
    fails: ['batch.results', 'batch.references', 'batch.size'],
    words: '400 with {"detail":"One of them is bad."}',
  },
  {
    server: 'offers batches without keys',
    offers: ['batch'],
    answer: (_, pass) => pass(),
    fails: ['extensions.batch-keys', 'batch.results', 'batch.references'],
    words: 'The app sends its changes one by one',
  },
  {
    server: 'announces in another form',
    offers: ['client-uid'],
    answer: async (_, pass) =>
      withBody(await pass(), (body) => ('sync' in body ? { ...body, sync: ['client-uid'] } : body)),
    fails: ['extensions.announced'],
    words: 'sync is ["client-uid"]',
  },
  {
    server: 'has a stream that says nothing of changes',
    offers: ['changes', 'events'],
    answer: async ({ path }, pass) => {
      if (!path.includes('/events/')) return pass();
      return new Response(new Blob(['retry: 3000\n\n']).stream(), {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
    fails: ['events.stream'],
    words: 'no event came for a change within 10 s',
  },
  {
    server: 'answers a web page for a stream',
    offers: ['changes', 'events'],
    answer: async ({ path }, pass) => (path.includes('/events/') ? page(200) : pass()),
    fails: ['events.stream'],
    words: 'GET /api/v1/sync/events/: 200 with text/html',
  },
  {
    server: 'lets a session go on that was ended',
    offers: ['sign-out'],
    answer: async ({ path }, pass) => (path.includes('/blacklist/') ? Response.json({}) : pass()),
    fails: ['sign-out.ends'],
    words: 'afterwards, POST /api/v1/auth/token/refresh/: 200',
  },
  {
    server: 'overwrites settings whatever If-Match says',
    offers: ['company-settings'],
    answer: (_, pass) => pass({ without: 'if-match' }),
    fails: ['company-settings.stale'],
    words: 'BROKEN  The company’s name, logo or checklists may differ between devices.',
  },
  {
    server: 'takes any file for a logo',
    offers: ['company-settings'],
    answer: async ({ method, path, body }, pass) => {
      if (path.endsWith('/settings/') && method === 'PATCH' && body?.['logo']) LOGOS.push(body['logo']);
      const response = await (body?.['logo'] ? pass({ body: {} }) : pass());
      const [logo] = LOGOS.slice(-1);
      return withBody(response, (shown) => ('logo' in shown && logo ? { ...shown, logo } : shown));
    },
    fails: ['company-settings.logo'],
    words: 'a PNG of more than 64 KiB: PATCH /api/v1/company/settings/: 200',
  },
  {
    server: 'shows settings without a version',
    offers: ['company-settings'],
    answer: async ({ path }, pass) =>
      path.endsWith('/settings/')
        ? withBody(await pass(), ({ version: _version, ...shown }) => shown)
        : pass(),
    fails: ['company-settings.read'],
    words: 'GET /api/v1/company/settings/: 200 with JSON (an object with name, address, phone',
  },
  {
    server: 'does not remember a change of the settings',
    offers: ['company-settings'],
    answer: async ({ method, path, body }, pass) =>
      path.endsWith('/settings/') && method === 'PATCH'
        ? withBody(await pass({ body: {} }), (shown) => ({ ...shown, ...body, version: 9 }))
        : pass(),
    fails: ['company-settings.change', 'company-settings.stale', 'company-settings.logo'],
    words: 'when read again, the settings differ from the answer',
  },
  {
    server: 'tells that something has changed, and not what',
    offers: ['events'],
    answer: (_, pass) => pass(),
    fails: ['extensions.events-feed'],
    words: 'it announces events',
  },
  {
    server: 'replaces a refresh token for good',
    offers: ['refresh-grace'],
    answer: async ({ path, body }, pass) => {
      const isSecond = path.includes('/refresh/') && USED.has(body?.['refresh']);
      USED.add(body?.['refresh']);
      return isSecond ? Response.json({ detail: 'Token is invalid or expired' }, { status: 401 }) : pass();
    },
    fails: ['refresh-grace.again'],
    words: 'the second use: POST /api/v1/auth/token/refresh/: 401',
  },
  {
    server: 'cuts files short',
    offers: FILES,
    answer: async ({ method, path }, pass) => {
      const response = await pass();
      if (method !== 'GET' || !path.includes('/files/') || !response.ok) return response;
      return new Response((await response.arrayBuffer()).slice(0, 100));
    },
    fails: ['attachments.put'],
    words: 'other bytes than were sent',
  },
  {
    server: 'refuses a file that it has',
    offers: FILES,
    answer: async ({ method, path }, pass, backend) => {
      const hash = path.split('/').at(-2) ?? '';
      const has = backend.shelf.bytesOf(hash) !== undefined;
      return method === 'PUT' && has ? Response.json({ detail: 'It is here.' }, { status: 409 }) : pass();
    },
    fails: ['attachments.put-again'],
    words: '409 with {"detail":"It is here."}',
  },
  {
    server: 'takes the first range for the whole file',
    offers: FILES,
    answer: async ({ method }, pass) => {
      const response = await pass();
      return method === 'PUT' && response.ok ? Response.json({ stored: true }) : response;
    },
    fails: ['attachments.ranges'],
    words: '200 with {"stored":true}, instead of [[1000,1500]]',
  },
  {
    server: 'does not compare the hash',
    offers: FILES,
    answer: async ({ method }, pass) => {
      const response = await pass();
      return method === 'PUT' && response.status === 422 ? Response.json({ stored: true }) : response;
    },
    fails: ['attachments.wrong-hash'],
    words: 'A photo that was damaged on the way replaces the real one unnoticed.',
  },
  {
    server: 'believes what clients say of a file',
    offers: FILES,
    answer: async ({ path, body }, pass) =>
      path.includes('/attachments/') && body?.['size'] === 1
        ? withRecords(await pass(), (record) => ({ ...record, size: 1 }))
        : pass(),
    fails: ['attachments.row'],
    words: 'size is 1 instead of',
  },
  {
    server: 'takes rows without bytes',
    offers: FILES,
    answer: async ({ method, path, body }, pass) => {
      const response = await pass();
      return method === 'POST' && path.includes('/attachments/') && response.status === 422
        ? Response.json({ id: 999_999, ...body }, { status: 201 })
        : response;
    },
    fails: ['attachments.row-without-bytes'],
    words: '201 with {"id":999999',
  },
  {
    server: 'lists the attachments of all records',
    offers: FILES,
    answer: async ({ method, path, query }, pass) =>
      method === 'GET' && path.endsWith('/attachments/') && query === ''
        ? Response.json({ count: 0, next: null, results: [] })
        : pass(),
    fails: ['attachments.list-by-parent'],
    words: 'GET /api/v1/attachments/attachments/: 200 with JSON',
  },
  {
    server: 'deletes documents like photos',
    offers: FILES,
    answer: async ({ path, body }, pass) => {
      if (!path.includes('/attachments/')) return pass();
      const response = await (body?.['kind'] === 'document'
        ? pass({ body: { ...body, kind: 'photo' } })
        : pass());
      return withRecords(response, (record) =>
        record['media_type'] === 'application/pdf' ? { ...record, kind: 'document' } : record,
      );
    },
    fails: ['attachments.documents-stay'],
    words: 'A document that a customer signed can be deleted',
  },
  {
    server: 'deletes more attachments than a deletion names',
    offers: FILES,
    answer: async ({ method, query, id }, pass, backend) => {
      if (method !== 'DELETE' || query !== '?attachments=0') return pass();
      const below = backend.rows('attachments').filter(({ customer }) => String(customer) === id);
      for (const row of below) backend.remove(row.id, 'attachments');
      backend.remove(Number(id));
      return new Response(null, { status: 204 });
    },
    fails: ['attachments.deletion-asks'],
    words: 'Deleting a job silently deletes photos that colleagues have sent since',
  },
  {
    server: 'does not read how many attachments a deletion in a batch names',
    offers: [...FILES, 'batch'],
    answer: async ({ path, body }, pass) => {
      if (!path.endsWith('/batch/')) return pass();
      const mutations = Array.isArray(body?.['mutations']) ? body['mutations'] : [];
      return pass({
        body: { mutations: mutations.map((one) => ({ ...Object(one), attachments: undefined })) },
      });
    },
    fails: ['attachments.deletion-asks'],
    words: 'in a batch, it got 204',
  },
  {
    server: 'only counts the attachments that a deletion names',
    offers: [...FILES, 'batch'],
    answer: async ({ path, query, body }, pass) => {
      if (path.endsWith('/batch/') && Array.isArray(body?.['mutations'])) {
        const mutations = body['mutations'].map((one) => ({ ...Object(one), attachments_hash: undefined }));
        return pass({ body: { mutations } });
      }
      return pass({ query: query.replace(/&attachments_hash=.*/, '') });
    },
    fails: ['attachments.deletion-compares'],
    words: 'Deleting a job silently deletes a photo that a colleague has sent, if another photo',
  },
  {
    server: 'lets a document be made a photo',
    offers: FILES,
    answer: async ({ method, path, body }, pass) => {
      const response = await pass();
      if (method === 'PATCH' && body?.['kind'] === 'photo') TURNED.add(path);
      return TURNED.has(path) ? withRecords(response, (record) => ({ ...record, kind: 'photo' })) : response;
    },
    fails: ['attachments.documents-stay'],
    words: 'afterwards, GET /api/v1/attachments/attachments/',
    left: ['attachment'],
  },
  {
    server: 'answers a web page for a file that it does not have',
    offers: FILES,
    answer: async ({ method, path }, pass) => {
      const response = await pass();
      return method === 'GET' && path.includes('/files/') && response.status === 404 ? page(404) : response;
    },
    fails: ['attachments.wrong-hash', 'attachments.other-company'],
    words: '404 with a web page',
  },
];

it.each(BROKEN)('a server that announces $offers and $server fails', async (broken) => {
  const { offers, answer, fails, words, left = [] } = broken;
  const backend = offering(offers);
  const fetch = over(backend, (asked, pass) => answer(asked, pass, backend));
  const result = await checkFake(backend, {}, fetch);
  expect(failedIn(result).sort()).toEqual([...fails].sort());
  expect(result.report).toContain(words);
  expect(result.exitCode).toBe(1);
  expect(result.run.left.map(({ what }) => what.replace(/ \d+$/, ''))).toEqual(left);
});
