import { page, withBody, withRecords } from '../support/backend/broken-server.ts';
import { type Broken, ofEach, ofOthers } from './broken.ts';

/** Servers that create, change or delete records incorrectly. */
export const BROKEN_RECORDS: readonly Broken[] = [
  {
    server: 'wraps records in data',
    answer: async (asked, pass) =>
      asked.resource !== null && asked.method !== 'GET'
        ? withBody(await pass(), (body) => ('id' in body ? { data: body } : body))
        : pass(),
    fails: ['customers.create', 'customers.blanks'],
    words: ['201 with {"data":{', 'A customer created in the app stays marked as waiting'],
  },
  {
    server: 'answers a create with somebody else’s record',
    answer: async ({ method, resource }, pass, backend) => {
      const response = await pass();
      return method === 'POST' && resource === 'customers' && response.ok
        ? Response.json(backend.customers[0], { status: 201 })
        : response;
    },
    fails: ['customers.create', 'customers.blanks'],
    words: ['POST /api/v1/customers/customers/: it shows another record, 1'],
  },
  {
    server: 'answers a create with 204 and nothing',
    answer: async ({ method, resource }, pass) => {
      const response = await pass();
      return method === 'POST' && resource && response.ok ? new Response(null, { status: 204 }) : response;
    },
    fails: ['customers.create', 'customers.blanks'],
    words: ['POST /api/v1/customers/customers/: 204 with nothing'],
  },
  {
    server: 'answers a create with 200',
    answer: async ({ method, resource }, pass) => {
      const response = await pass();
      return method === 'POST' && resource && response.ok
        ? Response.json(await response.json(), { status: 200 })
        : response;
    },
    fails: ofEach('created'),
    usable: true,
    words: [
      'POST /api/v1/customers/customers/: 200',
      'The app can be used with this server, as far as checked.',
    ],
  },
  {
    server: 'gives ids as text in some places and as numbers in others',
    answer: async (asked, pass) =>
      asked.method === 'GET' && asked.id !== ''
        ? withRecords(await pass(), (record) => ({ ...record, id: String(record['id']) }))
        : pass(),
    fails: ofEach('read'),
    words: ['created with the id 26, read with "26"'],
  },
  {
    server: 'takes a PATCH for a PUT',
    answer: async ({ method, resource, body }, pass) =>
      method === 'PATCH' && resource ? pass({ body: { city: '', state: '', ...body } }) : pass(),
    // An estimate has no address to lose.
    fails: ofEach('update').filter((id) => !id.startsWith('estimates')),
    words: [
      'city was "Boise" and is ""',
      'another person’s work is lost',
      'BROKEN  People overwrite each other',
    ],
  },
  {
    server: 'wants all fields in a PATCH',
    answer: async ({ method, resource, body }, pass) =>
      method === 'PATCH' && resource && Object.keys(body ?? {}).length < 5
        ? Response.json({ title: ['This field is required.'] }, { status: 400 })
        : pass(),
    fails: [
      ...ofEach('update', 'updated', 'text', 'gone'),
      ...ofOthers('amounts', 'days', 'lines', 'long-text-taken'),
    ],
    words: ['400 with {"title":["This field is required."]}'],
  },
  {
    server: 'gives the id of a deleted record to the next one',
    answer: idsReused(),
    fails: ofEach('new-ids'),
    words: [
      'of a deleted customer was used for the next one',
      'changes and references go to the wrong customer',
    ],
  },
  {
    server: 'breaks down over a customer that others refer to',
    answer: async ({ method, resource }, pass) => {
      const response = await pass();
      return method === 'DELETE' && resource && response.status === 409 ? page(500) : response;
    },
    fails: ['customers.protected'],
    usable: true,
    words: [
      '500 with a web page (HTML), not JSON',
      'The app tries for an hour before it says that the customer cannot be deleted',
    ],
  },
  {
    server: 'deletes what refers to a customer with it',
    answer: async ({ method, resource, id }, pass, backend) => {
      if (method === 'DELETE' && resource === 'customers') {
        for (const row of backend.rows('projects').filter(({ customer }) => String(customer) === id)) {
          backend.remove(row.id, 'projects');
        }
      }
      return pass();
    },
    fails: ['customers.protected'],
    usable: true,
    words: ['its project was deleted with it', 'Deleting a customer in the app also deletes its records'],
  },
  {
    server: 'says that it deleted what it keeps',
    answer: async ({ method, resource }, pass) =>
      method === 'DELETE' && resource ? new Response(null, { status: 204 }) : pass(),
    fails: [...ofEach('delete', 'gone'), 'customers.protected'],
    keeps: true,
    words: [
      '204 with nothing, and the record can still be read',
      'could not be removed. Please delete them:',
    ],
  },
];

function idsReused(): Broken['answer'] {
  const free = new Map<string, number>();
  return async ({ method, resource, id, path }, pass, backend) => {
    const response = await pass();
    if (!resource || !response.ok) return response;
    if (method === 'DELETE') free.set(path.replace(`${id}/`, ''), Number(id));
    const reused = free.get(path);
    const row = backend.rows(resource).at(-1);
    if (method !== 'POST' || reused === undefined || !row) return response;
    free.delete(path);
    row.id = reused;
    return withBody(response, (body) => ({ ...body, id: reused }));
  };
}
