import { isList, withBody } from '../support/backend/broken-server.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { type Broken, ofEach } from './broken.ts';

/** Servers whose lists are incomplete, or are not lists. */
export const BROKEN_LISTS: readonly Broken[] = [
  {
    server: 'gives no next page',
    answer: async (asked, pass) =>
      isList(asked) ? withBody(await pass(), (body) => ({ ...body, next: null })) : pass(),
    fails: ['customers.pages'],
    words: [
      '"count" is 26, but following "next" to the last page showed 20 rows',
      'a customer may be missing, with or without a connection',
      'BROKEN  Lists on the device are incomplete',
      'To fix: customers.pages.',
    ],
  },
  {
    server: 'has its next page lead back to the first',
    answer: async (asked, pass, { origin }) =>
      isList(asked)
        ? withBody(await pass(), (body) => ({ ...body, next: `${origin}${asked.path}?page_size=500` }))
        : pass(),
    fails: ofEach('list', 'pages'),
    words: ['its next page is an earlier one'],
  },
  {
    server: 'names another host as the next page',
    answer: async (asked, pass) =>
      isList(asked)
        ? withBody(await pass(), ({ next, ...body }) => ({
            ...body,
            next: typeof next === 'string' ? next.replace(/^https?:..[^/]+/, 'http://internal:8000') : null,
          }))
        : pass(),
    fails: ['customers.next-host'],
    usable: true,
    words: [
      'next leads to http://internal:8000',
      'Another program that follows the address sends its token to another server',
    ],
  },
  {
    server: 'gives lists as arrays',
    answer: async (_, pass, backend) => {
      backend.options.paging = 'bare';
      return pass();
    },
    fails: ofEach('paged'),
    usable: true,
    words: ['the list is an array', 'Long lists come in one piece'],
  },
  {
    server: 'calls the rows of a list items',
    answer: async (asked, pass) =>
      isList(asked)
        ? withBody(await pass(), ({ results, ...body }) => ({ ...body, items: results }))
        : pass(),
    fails: ofEach('list', 'pages'),
    words: ['200 with JSON (an object with count, next, previous, items), which is not a list'],
  },
  {
    server: 'shows lists that are an hour old',
    answer: async (asked, pass) =>
      isList(asked)
        ? withBody(await pass(), (body) => ({
            ...body,
            count: 0,
            next: null,
            results: [],
          }))
        : pass(),
    fails: ofEach('list'),
    words: ['is not in the list of 0, read to its end'],
  },
  {
    server: 'lists rows in another order each time',
    answer: async (asked, pass, backend) => {
      if (isList(asked) && asked.resource === 'customers') shuffle(backend.rows('customers'));
      return pass();
    },
    fails: ['customers.pages', 'customers.order'],
    words: ['rows were on more than one page', 'Rows move between pages while they are read'],
  },
];

const random = seededRandom(7);

function shuffle(rows: unknown[]): void {
  for (let at = rows.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rows[at], rows[other]] = [rows[other], rows[at]];
  }
}
