import { expect, it } from 'vitest';
import { type Asked, over, type Pass, withBody, withRecords } from '../support/backend/broken-server.ts';
import { checkFake, failedIn, unseenIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';

interface Variant {
  readonly server: string;
  readonly answer: (asked: Asked, pass: Pass, backend: FakeBackend) => Promise<Response>;
  /** The SHOULD checks that the server fails. */
  readonly fails?: readonly string[];
}

/** What servers of the plain contract may do differently, beyond the options of the server in memory. */
const VARIANTS: readonly Variant[] = [
  {
    server: 'shows the customer of a record whole',
    answer: async (_, pass, backend) =>
      withRecords(await pass(), (record) =>
        'customer' in record
          ? { ...record, customer: backend.customers.find(({ id }) => id === record['customer']) }
          : record,
      ),
  },
  {
    server: 'keeps days as moments',
    answer: async (_, pass) =>
      withRecords(await pass(), (record) =>
        typeof record['scheduled_date'] === 'string'
          ? { ...record, scheduled_date: `${record['scheduled_date']}T00:00:00-06:00` }
          : record,
      ),
  },
  {
    server: 'names the next page without its host, and does not count',
    answer: async ({ path }, pass) =>
      withBody(await pass(), ({ count: _count, next, ...body }) =>
        'results' in body
          ? { ...body, next: typeof next === 'string' ? path + new URL(next).search : null }
          : { ...body, ...(next === undefined ? {} : { next }) },
      ),
    fails: ['customers.paged', 'projects.paged', 'estimates.paged', 'work-orders.paged'],
  },
  {
    server: 'answers a change with nothing',
    answer: async ({ method }, pass) => {
      const response = await pass();
      return method === 'PATCH' && response.ok ? new Response(null, { status: 204 }) : response;
    },
    fails: ['customers.updated', 'projects.updated', 'estimates.updated', 'work-orders.updated'],
  },
  {
    server: 'answers a deletion with the record',
    answer: async ({ method, id }, pass) => {
      const response = await pass();
      return method === 'DELETE' && response.ok ? Response.json({ id: Number(id) }) : response;
    },
  },
];

it.each(VARIANTS)('a server that $server keeps the contract', async ({ answer, fails = [] }) => {
  const backend = new FakeBackend();
  for (let n = 0; n < 25; n += 1) {
    backend.seed({ first_name: `N${n}`, last_name: 'Own', email: `own${n}@example.com` });
  }
  const result = await checkFake(
    backend,
    {},
    over(backend, (asked, pass) => answer(asked, pass, backend)),
  );
  expect(failedIn(result)).toEqual(fails);
  expect(unseenIn(result)).not.toContain('customers.pages');
  expect(result.exitCode).toBe(0);
});
