import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UniqueViolationError } from '../../server/db/database-errors.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { send, sortedStatuses } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { lookingBeforeAnyoneSaves, watchedDatabase } from '../support/server/watched-database.ts';

type Fields = Readonly<Record<string, unknown>>;

const CUSTOMERS = specOf('customers').path;
const REFERRING = ['projects', 'estimates', 'workOrders'] as const;

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;
let made = 0;

beforeAll(async () => {
  server = await build();
  ann = await server.account('ann');
  bob = await server.account('bob');
});

afterAll(async () => {
  await server.close();
});

const validOf = (resource: ResourceName): Fields => {
  made += 1;
  return {
    customers: { first_name: 'Ann', last_name: 'Lee', email: `ann${made}@example.com` },
    projects: { title: 'Roof' },
    estimates: { title: 'Roof', subtotal: 100, valid_until: '2026-01-31' },
    workOrders: { title: 'Roof', work_order_number: `WO-${made}` },
  }[resource];
};
const post = (resource: ResourceName, fields: Fields = {}, account = ann, on = server) =>
  send(on, `POST ${specOf(resource).path}`, {
    token: account.token,
    body: { ...validOf(resource), ...fields },
  });
const create = async (resource: ResourceName, fields: Fields = {}, account = ann): Promise<number> => {
  const answer = await post(resource, fields, account);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.json as { id: number }).id;
};
const remove = (resource: ResourceName, id: number, on = server) =>
  send(on, `DELETE ${specOf(resource).path}${id}/`, { token: ann.token });
const noObject = (id: number) => ({ customer: [`Invalid pk "${id}" - object does not exist.`] });

describe.each(REFERRING)('a customer of %s', (resource) => {
  it('of another company does not exist, neither on create nor on change', async () => {
    const foreign = await create('customers', {}, bob);
    const own = await create('customers');
    const refusal = { status: 400, json: noObject(foreign) };
    expect(await post(resource, { customer: foreign })).toMatchObject(refusal);
    const id = await create(resource, { customer: own });
    const body = { customer: foreign };
    expect(
      await send(server, `PATCH ${specOf(resource).path}${id}/`, { token: ann.token, body }),
    ).toMatchObject(refusal);
  });

  it('who is deleted while the record is saved is a 400', async () => {
    const customer = await create('customers');
    const deleting = await build({
      db: watchedDatabase(server.db, async (sql, tx) => {
        if (sql.includes('insert into')) await tx.query('delete from customers where id = $1', [customer]);
      }),
    });
    const answer = await post(resource, { customer }, ann, deleting);
    await deleting.app.close();
    expect(answer).toMatchObject({ status: 400, json: noObject(customer) });
  });

  it('who gets a record while being deleted stays, with a 409', async () => {
    const customer = await create('customers');
    const saving = await build({
      db: {
        ...server.db,
        async transaction(work, options) {
          await create(resource, { customer });
          return server.db.transaction(work, options);
        },
      },
    });
    const answer = await remove('customers', customer, saving);
    await saving.app.close();
    expect(answer.status).toBe(409);
  });
});

describe('deleting a customer', () => {
  const detailOf = async (counts: Partial<Record<ResourceName, number>>): Promise<unknown> => {
    const customer = await create('customers');
    for (const resource of REFERRING) {
      for (let number = 0; number < (counts[resource] ?? 0); number += 1)
        await create(resource, { customer });
    }
    const answer = await remove('customers', customer);
    expect(answer.status).toBe(409);
    return (answer.json as { detail: string }).detail;
  };

  it.each<[Partial<Record<ResourceName, number>>, string]>([
    [{ projects: 2, estimates: 1, workOrders: 3 }, '2 projects, 1 estimate and 3 work orders refer to it.'],
    [{ projects: 1, workOrders: 1 }, '1 project and 1 work order refer to it.'],
    [{ estimates: 2 }, '2 estimates refer to it.'],
    [{ workOrders: 1 }, '1 work order refers to it.'],
  ])('whom %j refer to is refused with their number', async (counts, reason) => {
    expect(await detailOf(counts)).toBe(`Cannot delete this customer: ${reason}`);
  });

  it('works once nothing refers to them any more', async () => {
    const customer = await create('customers');
    const project = await create('projects', { customer });
    expect((await remove('customers', customer)).status).toBe(409);
    expect((await remove('projects', project)).status).toBe(204);
    expect((await remove('customers', customer)).status).toBe(204);
  });
});

describe('the numbers of work orders', () => {
  it('sent by eight at once make one, and seven refusals', async () => {
    const customer = await create('customers');
    const slow = await build({ db: lookingBeforeAnyoneSaves(server.db) });
    const fields = { ...validOf('workOrders'), customer };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('workOrders', fields, ann, slow)));
    await slow.app.close();
    expect(sortedStatuses(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) {
      expect(answer.json).toEqual({
        work_order_number: ['work order with this work order number already exists.'],
      });
    }
  });
});

describe('the numbers of estimates', () => {
  const numberOf = async (account: TestAccount, fields: Fields = {}): Promise<string> => {
    const customer = await create('customers', {}, account);
    const answer = await post('estimates', { customer, ...fields }, account);
    expect(answer.status).toBe(201);
    return (answer.json as { estimate_number: string }).estimate_number;
  };

  it('begin with 1 in every company, and pass over what a person typed', async () => {
    const carol = await server.account('carol');
    expect(await numberOf(carol)).toBe('EST-000001');
    await numberOf(carol, { estimate_number: 'EST-000002' });
    await numberOf(carol, { estimate_number: 'EST-000003' });
    await numberOf(carol, { estimate_number: 'EST-000005' });
    expect(await numberOf(carol)).toBe('EST-000004');
    expect(await numberOf(carol)).toBe('EST-000006');
    expect(await numberOf(await server.account('dave'))).toBe('EST-000001');
  });

  it('grow beyond six digits', async () => {
    const erin = await server.account('erin');
    await server.db.query('update companies set last_estimate_number = 999999 where id = $1', [
      erin.user.companyId,
    ]);
    expect(await numberOf(erin)).toBe('EST-1000000');
  });

  it('are twenty different ones for twenty at once', async () => {
    const frank = await server.account('frank');
    const customer = await create('customers', {}, frank);
    let draws = 0;
    const watched = await build({
      db: watchedDatabase(server.db, async (sql) => {
        if (sql.includes('with drawn')) draws += 1;
      }),
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('estimates', { customer }, frank, watched)),
    );
    await watched.app.close();
    expect(draws).toBe(20);
    const numbers = answers.map(({ json }) => (json as { estimate_number: string }).estimate_number);
    expect(new Set(numbers).size).toBe(20);
    expect(sortedStatuses(answers)).toEqual(Array(20).fill(201));
  });

  it('that somebody types at the moment they are drawn are drawn anew', async () => {
    const grace = await server.account('grace');
    const customer = await create('customers', {}, grace);
    let left = 2;
    const typing = await build({
      db: watchedDatabase(server.db, async (sql) => {
        if (!sql.includes('with drawn') || left === 0) return;
        left -= 1;
        throw new UniqueViolationError('estimates_number_key', new Error('typed meanwhile'));
      }),
    });
    const answer = await post('estimates', { customer }, grace, typing);
    await typing.app.close();
    expect(answer).toMatchObject({ status: 201, json: { estimate_number: 'EST-000001' } });
  });

  it('that eight type at once are one estimate, and seven refusals', async () => {
    const customer = await create('customers');
    const slow = await build({ db: lookingBeforeAnyoneSaves(server.db) });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('estimates', { customer, estimate_number: 'typed' }, ann, slow)),
    );
    await slow.app.close();
    expect(sortedStatuses(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  });
});

describe('the figures of the dashboard', () => {
  it('are those of the caller’s company alone', async () => {
    const henry = await server.account('henry');
    const customer = await create('customers', { status: 'active' }, henry);
    await create('customers', { status: 'lead' }, henry);
    const statuses = {
      projects: ['in_progress', 'completed', 'completed', 'pending'],
      estimates: ['draft', 'sent', 'accepted', 'expired'],
      workOrders: ['pending', 'assigned', 'in_progress', 'cancelled'],
    };
    for (const resource of REFERRING) {
      for (const status of statuses[resource]) await create(resource, { customer, status }, henry);
    }
    const figures = await Promise.all(
      (['customers', ...REFERRING] as const).map(async (resource) => {
        const path = `${specOf(resource).path}dashboard_stats/` as const;
        return (await send(server, `GET ${path}`, { token: henry.token })).json;
      }),
    );
    expect(figures).toEqual([
      { total_customers: 2, active_customers: 1 },
      { active_projects: 1, completed_projects: 2 },
      { pending_estimates: 2, approved_estimates: 1 },
      { open_work_orders: 2, in_progress_work_orders: 1 },
    ]);
  });

  it('are 0 where there is nothing, and can only be read', async () => {
    const { token } = await server.account('iris');
    const path = `${CUSTOMERS}dashboard_stats/` as const;
    expect((await send(server, `GET ${path}`, { token })).json).toEqual({
      total_customers: 0,
      active_customers: 0,
    });
    expect(await send(server, `DELETE ${path}`, { token })).toMatchObject({
      status: 405,
      json: { detail: 'Method "DELETE" not allowed.' },
    });
  });
});
