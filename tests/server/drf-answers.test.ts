import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { specOf } from '../../src/domain/resource-specs.ts';
import { usd, WRONG_DATE } from '../support/contract/wordings.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

/** The rows that were recorded from a stock Django REST Framework, request by request. */

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly name: string;
  /** Replaces fields of a valid record; undefined leaves the field out. */
  readonly sent: Fields;
  readonly answer: { readonly status: number; readonly json: unknown };
}

const REQUIRED = ['This field is required.'];
const NULL = ['This field may not be null.'];
const NO_NUMBER = ['A valid number is required.'];
const noObject = (id: string) => [`Invalid pk "${id}" - object does not exist.`];
const noChoice = (value: string) => [`"${value}" is not a valid choice.`];
const refused = (name: string, sent: Fields, errors: Fields): Row => ({
  name,
  sent,
  answer: { status: 400, json: errors },
});
const made = (name: string, sent: Fields, shown: Fields): Row => ({
  name,
  sent,
  answer: { status: 201, json: expect.objectContaining(shown) as unknown },
});

let server: TestServer;
let token: string;
let customer: number;

beforeAll(async () => {
  server = await build();
  token = (await server.account('ann')).token;
  const body = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
  const answer = await send(server, `POST ${specOf('customers').path}`, { token, body });
  customer = (answer.json as { id: number }).id;
});

afterAll(async () => {
  await server.close();
});

const post = async (path: string, fields: Fields) =>
  send(server, `POST ${path}`, { token, body: { customer, ...fields } });

async function answerTo(path: string, fields: Fields): Promise<{ status: number; json: unknown }> {
  const { status, json } = await post(path, fields);
  return { status, json };
}

/** Cases that are the same for every kind. */
function itAnswersMissingOnes(path: string, empty: Fields): void {
  it('empty', async () => {
    const answer = await send(server, `POST ${path}`, { token, body: {} });
    expect([answer.status, answer.json]).toEqual([400, empty]);
  });

  it.each(['PATCH', 'DELETE'] as const)('%s of a missing id', async (method) => {
    const body = method === 'PATCH' ? { body: { title: 'X' } } : {};
    const answer = await send(server, `${method} ${path}9999/`, { token, ...body });
    expect([answer.status, answer.json]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('dashboard without a token', async () => {
    const answer = await send(server, `GET ${path}dashboard_stats/`);
    expect([answer.status, answer.json]).toEqual([
      401,
      { detail: 'Authentication credentials were not provided.' },
    ]);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
  });
}

describe('projects', () => {
  const { path } = specOf('projects');
  const valid = { title: 'Roof', estimated_cost: 2500.5 };

  itAnswersMissingOnes(path, { title: REQUIRED, customer: REQUIRED });

  it.each<Row>([
    refused('no such customer', { customer: 999 }, { customer: noObject('999') }),
    refused('customer 0', { customer: 0 }, { customer: noObject('0') }),
    refused(
      'customer a temporary text id',
      { customer: 'tmp-1' },
      { customer: ['Incorrect type. Expected pk value, received str.'] },
    ),
    refused('customer ""', { customer: '' }, { customer: NULL }),
    refused('customer null', { customer: null }, { customer: NULL }),
    refused(
      'customer an object',
      { customer: { id: 1 } },
      { customer: ['Incorrect type. Expected pk value, received dict.'] },
    ),
    refused(
      'customer text beyond 64 bits',
      { customer: '9'.repeat(40) },
      { customer: noObject('9'.repeat(40)) },
    ),
    refused('customer 1e21', { customer: 1e21 }, { customer: noObject('1000000000000000000000') }),
    refused(
      'bad choices',
      { project_type: 'flood', status: 'done', priority: 'urgent' },
      { project_type: noChoice('flood'), status: noChoice('done'), priority: noChoice('urgent') },
    ),
    refused('blank date', { start_date: '' }, { start_date: [WRONG_DATE] }),
    refused('words for a date', { start_date: 'tomorrow' }, { start_date: [WRONG_DATE] }),
    refused('datetime for a date', { start_date: '2026-01-31T00:00:00.000Z' }, { start_date: [WRONG_DATE] }),
    refused('day that does not exist', { start_date: '2026-02-30' }, { start_date: [WRONG_DATE] }),
    refused('the year 0', { start_date: '0000-01-01' }, { start_date: [WRONG_DATE] }),
    refused('number for a date', { start_date: 20_260_131 }, { start_date: [WRONG_DATE] }),
    made('cost null, dates null', { estimated_cost: null, start_date: null }, { estimated_cost: null }),
    made('cost numeric text', { estimated_cost: '2500.5' }, { estimated_cost: 2500.5 }),
    made('cost in other notations', { estimated_cost: ' +1.5e3 ' }, { estimated_cost: 1500 }),
    made('cost ""', { estimated_cost: '' }, { estimated_cost: null }),
    made('the largest cost', { estimated_cost: 9_999_999_999.99 }, { estimated_cost: 9_999_999_999.99 }),
    refused(
      'cost an object',
      { estimated_cost: { amount: '5', currency: 'USD' } },
      { estimated_cost: NO_NUMBER },
    ),
    refused('cost NaN', { estimated_cost: 'NaN' }, { estimated_cost: NO_NUMBER }),
    refused('cost Infinity', { estimated_cost: '-Infinity' }, { estimated_cost: NO_NUMBER }),
    refused('cost a list', { estimated_cost: [5] }, { estimated_cost: NO_NUMBER }),
    refused('cost a point', { estimated_cost: '.' }, { estimated_cost: NO_NUMBER }),
    refused(
      'cost 1e400 as text',
      { estimated_cost: '1e400' },
      { estimated_cost: ['Ensure that there are no more than 12 digits in total.'] },
    ),
    refused(
      'cost of many digits',
      { estimated_cost: '1'.repeat(2_000) },
      { estimated_cost: ['String value too large.'] },
    ),
    refused(
      'cost with float noise',
      { estimated_cost: 0.30000000000000004 },
      { estimated_cost: ['Ensure that there are no more than 12 digits in total.'] },
    ),
    refused(
      'cost below 0',
      { estimated_cost: -1 },
      { estimated_cost: ['Ensure this value is greater than or equal to 0.'] },
    ),
    refused(
      'cost too big',
      { estimated_cost: 12_345_678_901 },
      { estimated_cost: ['Ensure that there are no more than 10 digits before the decimal point.'] },
    ),
  ])('$name', async (row) => {
    expect(await answerTo(path, { ...valid, ...row.sent })).toEqual(row.answer);
  });

  it('customer beyond 64 bits, as a number', async () => {
    const raw = '{"title":"Roof","customer":10000000000000000000}';
    const answer = await send(server, `POST ${path}`, { token, raw });
    expect([answer.status, answer.json]).toEqual([400, { customer: noObject('10000000000000000000') }]);
  });

  it('cost 1e400 as a number', async () => {
    const raw = `{"title":"Roof","customer":${customer},"estimated_cost":1e400}`;
    const answer = await send(server, `POST ${path}`, { token, raw });
    expect([answer.status, answer.json]).toEqual([400, { estimated_cost: NO_NUMBER }]);
  });

  it('cost a number: the whole answer', async () => {
    const { status, json } = await post(path, valid);
    expect([status, json]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
        title: 'Roof',
        description: '',
        customer,
        project_type: 'water_damage',
        status: 'pending',
        priority: 'medium',
        start_date: null,
        estimated_completion_date: null,
        estimated_cost: 2500.5,
        address_line_1: '',
        address_line_2: '',
        city: '',
        state: '',
        postal_code: '',
      },
    ]);
  });
});

describe('estimates', () => {
  const { path } = specOf('estimates');
  const valid = {
    title: 'Roof',
    subtotal: 100,
    tax_rate: 8.25,
    total_amount: 108.25,
    valid_until: '2026-01-31',
  };

  beforeAll(async () => {
    await post(path, { ...valid, estimate_number: 'EST-000001' });
  });

  itAnswersMissingOnes(path, {
    title: REQUIRED,
    customer: REQUIRED,
    subtotal: REQUIRED,
    valid_until: REQUIRED,
  });

  it.each<Row>([
    refused('number null', { estimate_number: null }, { estimate_number: NULL }),
    refused(
      'number taken',
      { estimate_number: 'EST-000001' },
      { estimate_number: ['estimate with this estimate number already exists.'] },
    ),
    made('total left out: computed', { total_amount: undefined }, { total_amount: usd('108.25') }),
    made(
      'total left out: half up, in cents',
      { total_amount: undefined, subtotal: 1.01, tax_rate: 49.505 },
      { total_amount: usd('1.51'), tax_rate: '49.505' },
    ),
    made(
      'total and rate left out',
      { total_amount: undefined, tax_rate: undefined },
      { total_amount: usd('100.00'), tax_rate: '0.00' },
    ),
    made('another total than it should be', { total_amount: 5 }, { total_amount: usd('5.00') }),
    made('rate with four decimals', { tax_rate: '8.1250' }, { tax_rate: '8.125' }),
    refused(
      'rate with five',
      { tax_rate: 8.12505 },
      { tax_rate: ['Ensure that there are no more than 4 decimal places.'] },
    ),
    refused(
      'a computed total that is too large',
      { total_amount: undefined, subtotal: 9_999_999_999.99 },
      { total_amount: ['Ensure that there are no more than 12 digits in total.'] },
    ),
    refused(
      'total not rounded',
      { subtotal: 100.1, total_amount: 108.35825 },
      { total_amount: ['Ensure that there are no more than 2 decimal places.'] },
    ),
    refused('subtotal an object', { subtotal: { amount: '5', currency: 'USD' } }, { subtotal: NO_NUMBER }),
    refused(
      'subtotal null, blank date',
      { valid_until: '', subtotal: null },
      { subtotal: NULL, valid_until: [WRONG_DATE] },
    ),
    refused('date null', { valid_until: null }, { valid_until: NULL }),
    refused(
      'bad status, no such customer',
      { customer: 999, status: 'approved' },
      { status: noChoice('approved'), customer: noObject('999') },
    ),
  ])('$name', async (row) => {
    expect(await answerTo(path, { ...valid, ...row.sent })).toEqual(row.answer);
  });

  it.each([{}, { estimate_number: '' }, { estimate_number: '  ' }])(
    'number %j: the server makes one',
    async (sent) => {
      const { status, json } = await post(path, { ...valid, ...sent });
      expect([status, json]).toEqual([
        201,
        {
          id: expect.any(Number) as number,
          created_at: expect.any(String) as string,
          updated_at: expect.any(String) as string,
          estimate_number: expect.stringMatching(/^EST-\d{6}$/) as string,
          title: 'Roof',
          description: '',
          customer,
          status: 'draft',
          valid_until: '2026-01-31',
          subtotal: usd('100.00'),
          tax_rate: '8.25',
          total_amount: usd('108.25'),
          terms_and_conditions: '',
          notes: '',
        },
      ]);
    },
  );

  it('PATCH number "": a new one is made; the total stays what it is', async () => {
    const { json } = await post(path, { ...valid, estimate_number: 'typed' });
    const item = `${path}${(json as { id: number }).id}/`;
    const answer = await send(server, `PATCH ${item}`, { token, body: { estimate_number: '', subtotal: 7 } });
    const number = (answer.json as { estimate_number: string }).estimate_number;
    expect(number).toMatch(/^EST-\d{6}$/);
    expect(answer).toMatchObject({
      status: 200,
      json: { subtotal: usd('7.00'), total_amount: usd('108.25') },
    });
  });
});

describe('work orders', () => {
  const { path } = specOf('workOrders');
  let numbers = 0;
  let valid: Fields = {};

  beforeEach(() => {
    numbers += 1;
    valid = {
      work_order_number: `WO-1700000000000-${numbers}`,
      title: 'Dry out',
      estimated_cost: usd('99.90'),
    };
  });

  itAnswersMissingOnes(path, { work_order_number: REQUIRED, title: REQUIRED, customer: REQUIRED });

  it.each<Row>([
    made('cost an object', {}, { estimated_cost: usd('99.90') }),
    made('cost null', { estimated_cost: null }, { estimated_cost: null }),
    made('cost left out', { estimated_cost: undefined }, { estimated_cost: null }),
    made(
      'amount a number',
      { estimated_cost: { amount: 99.9, currency: 'USD' } },
      { estimated_cost: usd('99.90') },
    ),
    refused(
      'cost a number',
      { estimated_cost: 99.9 },
      { estimated_cost: { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] } },
    ),
    refused(
      'cost numeric text',
      { estimated_cost: '99.90' },
      { estimated_cost: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] } },
    ),
    refused('amount ""', { estimated_cost: usd('') }, { estimated_cost: { amount: NO_NUMBER } }),
    refused('amount null', { estimated_cost: { amount: null } }, { estimated_cost: { amount: NULL } }),
    refused(
      'amount missing',
      { estimated_cost: { currency: 'USD' } },
      { estimated_cost: { amount: REQUIRED } },
    ),
    refused(
      'other currency',
      { estimated_cost: { amount: '5', currency: 'EUR' } },
      { estimated_cost: { currency: noChoice('EUR') } },
    ),
    refused(
      'amount and currency both wrong',
      { estimated_cost: { amount: -5, currency: null } },
      { estimated_cost: { amount: ['Ensure this value is greater than or equal to 0.'], currency: NULL } },
    ),
    refused(
      'bad choices, blank date',
      { status: 'on_hold', priority: 'x', scheduled_date: '' },
      { status: noChoice('on_hold'), priority: noChoice('x'), scheduled_date: [WRONG_DATE] },
    ),
    refused(
      'hour that does not exist',
      { scheduled_date: '2026-01-31T25:00' },
      { scheduled_date: [WRONG_DATE] },
    ),
    refused(
      'day that does not exist',
      { scheduled_date: '2026-02-30T10:00:00Z' },
      { scheduled_date: [WRONG_DATE] },
    ),
    made('a day', { scheduled_date: '2026-01-31' }, { scheduled_date: '2026-01-31' }),
    made(
      'a time, in the form it came in',
      { scheduled_date: '2026-01-31T08:30:00-06:00' },
      { scheduled_date: '2026-01-31T08:30:00-06:00' },
    ),
  ])('$name', async (row) => {
    expect(await answerTo(path, { ...valid, ...row.sent })).toEqual(row.answer);
  });

  it('the same again: number taken', async () => {
    expect(await post(path, valid)).toMatchObject({ status: 201 });
    const answer = await post(path, valid);
    expect([answer.status, answer.json]).toEqual([
      400,
      { work_order_number: ['work order with this work order number already exists.'] },
    ]);
  });
});
