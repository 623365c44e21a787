import { isList, page, withRecords } from '../support/backend/broken-server.ts';
import { type Broken, ofEach, ofOthers } from './broken.ts';

/** Servers with wrong refusals, sign-ins and values. */
export const BROKEN_ANSWERS: readonly Broken[] = [
  {
    server: 'refuses in HTML',
    answer: async (_, pass) => {
      const response = await pass();
      return response.status >= 400 ? page(response.status) : response;
    },
    fails: [
      'auth.wrong-password-words',
      'auth.refused-refresh',
      ...ofEach('refusal', 'gone'),
      ...ofOthers('reference'),
      'customers.protected',
      'work-orders.number-taken',
    ],
    words: [
      '404 with a web page (HTML), not JSON',
      'all changes on this device wait, including those to other records',
    ],
  },
  {
    server: 'breaks down over what it should refuse',
    answer: async ({ method }, pass) => {
      const response = await pass();
      return method === 'POST' && response.status === 400 ? page(500) : response;
    },
    fails: [...ofEach('refusal'), ...ofOthers('reference'), 'work-orders.number-taken'],
    words: ['500 with a web page', 'it tries for an hour'],
  },
  {
    server: 'refuses without naming fields',
    answer: async ({ method, resource }, pass) => {
      const response = await pass();
      return method === 'POST' && resource && response.status === 400
        ? Response.json({ detail: 'Bad request.' }, { status: 400 })
        : response;
    },
    fails: [...ofEach('refusal-words'), 'work-orders.number-taken'],
    usable: true,
    words: ['400 with {"detail":"Bad request."}', 'but not which field to correct'],
  },
  {
    server: 'takes records of customers that are not there',
    answer: async ({ method, body }, pass, backend) =>
      method === 'POST' && body?.['customer'] === 999_999_999
        ? pass({ body: { ...body, customer: backend.customers[0]?.id } })
        : pass(),
    fails: ofOthers('reference'),
    words: ['exists but belongs to no customer'],
  },
  {
    server: 'cannot renew tokens',
    answer: async ({ path }, pass) => (path.includes('/refresh/') ? page(404) : pass()),
    fails: ['auth.refresh', 'auth.refused-refresh'],
    words: [
      'POST /api/v1/auth/token/refresh/: 404 with a web page',
      'nothing is sent until the user signs out and in again',
      'BROKEN  Users have to sign out and in again',
    ],
  },
  {
    server: 'says 403 of a bad token, and not why',
    answer: async ({ path }, pass) => {
      const response = await pass();
      return response.status === 401 && !path.includes('/token/')
        ? Response.json({ detail: 'Forbidden.' }, { status: 403 })
        : response;
    },
    fails: ['auth.bad-token'],
    words: ['403 with {"detail":"Forbidden."}', 'The app does not notice an expired sign-in'],
  },
  {
    server: 'shows lists to anybody',
    answer: async (asked, pass) =>
      isList(asked) && !asked.headers.has('authorization')
        ? Response.json({ count: 0, next: null, results: [] })
        : pass(),
    fails: ['auth.signed-out-read'],
    usable: true,
    words: ['Anyone who reaches the server can read the company’s records.'],
  },
  {
    server: 'moves days by one',
    answer: async (_, pass) =>
      withRecords(await pass(), (record) => ({
        ...record,
        ...('start_date' in record ? { start_date: dayBefore(record['start_date']) } : {}),
      })),
    fails: ['projects.kept', 'projects.days'],
    words: ['start_date: sent "2026-03-02", came back "2026-03-01"', 'Jobs are a day off'],
  },
  {
    server: 'counts money in floats of single precision',
    answer: async (_, pass) =>
      withRecords(await pass(), (record) =>
        typeof record['estimated_cost'] === 'number'
          ? { ...record, estimated_cost: Math.fround(record['estimated_cost']) }
          : record,
      ),
    fails: ['projects.kept', 'projects.amounts'],
    words: ['estimated_cost: sent 1999999.99, came back 2000000', 'Amounts are off by cents'],
  },
  {
    server: 'loses letters that are not Latin',
    answer: async ({ body, resource }, pass) => (body && resource ? pass({ body: asLatin(body) }) : pass()),
    fails: ofEach('text'),
    words: ['Text in any script comes back unchanged', 'the user has to type them again'],
  },
  {
    server: 'has no figures for the dashboard',
    answer: async ({ id }, pass) => (id === 'dashboard_stats' ? page(404) : pass()),
    fails: ofEach('stats'),
    usable: true,
    words: ['the dashboard shows an error'],
  },
  {
    server: 'redirects to HTTPS',
    answer: async ({ path }) =>
      new Response(null, { status: 301, headers: { location: `https://crm.test${path}` } }),
    fails: ['auth.sign-in'],
    words: [
      'a redirect to https://crm.test/api/v1/auth/token/, which the app does not follow',
      'No user can sign in',
    ],
  },
  {
    server: 'is not there',
    answer: async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
    },
    fails: ['auth.sign-in'],
    words: ['no connection (connect ECONNREFUSED 127.0.0.1:1)'],
  },
];

function dayBefore(day: unknown): unknown {
  if (typeof day !== 'string') return day;
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

function asLatin(body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/[^\0-\u00ff“”]/g, '?') : value,
    ]),
  );
}
