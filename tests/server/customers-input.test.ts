import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Sent, send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const PATH = '/api/v1/customers/customers/';

let server: TestServer;
let token: string;
let made = 0;

beforeAll(async () => {
  server = await build();
  token = (await server.account('ann')).token;
});

afterAll(async () => {
  await server.close();
});

const valid = (fields: object = {}) => {
  made += 1;
  return { first_name: 'Ann', last_name: 'Lee', email: `input${made}@example.com`, ...fields };
};
const post = (sent: Sent): Promise<Answer> => send(server, `POST ${PATH}`, { token, ...sent });
const postFields = (fields: object) => post({ body: valid(fields) });
const idOf = (answer: Answer) => String((answer.json as { id: number }).id);

describe('text', () => {
  it.each([
    ['first_name', 100],
    ['last_name', 100],
    ['address_line_1', 255],
    ['city', 100],
    ['state', 100],
    ['postal_code', 20],
    ['company_name', 200],
  ])('%s takes %i characters and no more', async (field, max) => {
    expect((await postFields({ [field]: 'é'.repeat(max) })).status).toBe(201);
    expect((await postFields({ [field]: 'é'.repeat(max + 1) })).json).toEqual({
      [field]: [`Ensure this field has no more than ${max} characters.`],
    });
  });

  it('counts characters as people do, not UTF-16 units', async () => {
    expect((await postFields({ city: '🏠'.repeat(100) })).json).toMatchObject({ city: '🏠'.repeat(100) });
  });

  it('refuses null characters in any text, on create and on change', async () => {
    const errors = ['Null characters are not allowed.'];
    expect((await postFields({ first_name: 'A\0nn', city: 'x\0' })).json).toEqual({
      first_name: errors,
      city: errors,
    });
    const id = idOf(await postFields({}));
    const changed = await send(server, `PATCH ${PATH}${id}/`, { token, body: { company_name: 'x\0y' } });
    expect(changed).toMatchObject({ status: 400, json: { company_name: errors } });
  });

  it.each([[true], [[]], [{}]])('refuses %j for text', async (value) => {
    expect((await postFields({ city: value })).json).toEqual({ city: ['Not a valid string.'] });
  });

  it('takes a number for its digits, as Django does', async () => {
    expect((await postFields({ postal_code: 55401 })).json).toMatchObject({ postal_code: '55401' });
  });

  it('keeps quotes, tags, SQL and other scripts as they are', async () => {
    const text = `O'Brien "x" <b>; drop table customers;-- $1 Ünïçødé 東京`;
    expect((await postFields({ company_name: text })).json).toMatchObject({ company_name: text });
  });
});

describe('email', () => {
  it.each([
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'a nn@example.com',
    'ann@exa mple.com',
    'ann@-example.com',
    'ann..lee@example.com',
    'ann@example.com,bob@example.com',
  ])('refuses %s', async (email) => {
    expect((await postFields({ email })).json).toEqual({ email: ['Enter a valid email address.'] });
  });

  it.each(['ann+roof@example.co.uk', "o'brien@example.com", 'ann@bücher.example', 'a_b-c@sub.example.com'])(
    'takes %s',
    async (email) => {
      expect((await postFields({ email })).json).toMatchObject({ email });
    },
  );

  // A pattern that backtracks would take longer than any test may.
  it('refuses a very long one', async () => {
    const answer = await postFields({ email: `${'a.'.repeat(190_000)}@example.com` });
    expect(answer.status).toBe(400);
  });
});

describe('phone', () => {
  it.each(['', '   ', '+1-555-123-4567', '(555) 123-4567', '555.123.4567', '5551234567', '+49 30 1234567'])(
    'takes "%s"',
    async (phone) => {
      expect((await postFields({ phone })).json).toMatchObject({ phone: phone.trim() });
    },
  );

  it.each(['12345', 'call me', '+1-555-CALL-NOW', '--------', '555-123-4567 x2'])(
    'refuses "%s"',
    async (phone) => {
      expect((await postFields({ phone })).json).toEqual({
        phone: ["Phone number must be entered in the format: '+1-555-123-4567'."],
      });
    },
  );
});

describe('choices', () => {
  it.each([
    ['', '"" is not a valid choice.'],
    [5, '"5" is not a valid choice.'],
    ['Active', '"Active" is not a valid choice.'],
    [null, 'This field may not be null.'],
  ])('refuse %j', async (status, text) => {
    expect((await postFields({ status })).json).toEqual({ status: [text] });
  });
});

describe('the body', () => {
  it('names all that is wrong at once', async () => {
    expect((await post({ body: { email: 'ann@', last_name: '', city: null, status: 'gone' } })).json).toEqual(
      {
        first_name: ['This field is required.'],
        last_name: ['This field may not be blank.'],
        email: ['Enter a valid email address.'],
        city: ['This field may not be null.'],
        status: ['"gone" is not a valid choice.'],
      },
    );
  });

  it.each([
    ['"text"', 'str'],
    ['5', 'int'],
    ['5.5', 'float'],
    ['true', 'bool'],
    ['[{}]', 'list'],
  ])('%s is no record', async (raw, type) => {
    expect(await post({ raw })).toMatchObject({
      status: 400,
      json: { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
    });
  });

  it('null is no data, and nothing at all is a record without fields', async () => {
    expect((await post({ raw: 'null' })).json).toEqual({ non_field_errors: ['No data provided'] });
    expect(await post({ raw: '' })).toMatchObject({
      status: 400,
      json: { first_name: ['This field is required.'] },
    });
    expect(await post({})).toMatchObject({ status: 400, json: { first_name: ['This field is required.'] } });
  });

  it.each(['{', '{"first_name":}', '{"a":1}}', "{'a':1}", '{"a":NaN}', '\0'])(
    'malformed JSON %j is a 400 in JSON',
    async (raw) => {
      const answer = await post({ raw });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({ detail: expect.stringMatching(/^JSON parse error - /) as string });
    },
  );

  it('cannot set what belongs to the server, nor reach an object’s prototype', async () => {
    const mine = await send(server, `POST ${PATH}`, {
      token,
      raw: `{"first_name":"Ann","last_name":"Lee","email":"proto@example.com","id":7777,"company_id":9,
        "company":9,"created_at":"2001-01-01T00:00:00Z","updated_at":"2001-01-01T00:00:00Z",
        "__proto__":{"city":"Polluted"},"constructor":{"prototype":{"city":"Polluted"}}}`,
    });
    expect(mine.status).toBe(201);
    expect(mine.json).toMatchObject({ city: '' });
    expect(mine.json).not.toHaveProperty('company_id');
    expect(idOf(mine)).not.toBe('7777');
    expect((mine.json as { created_at: string }).created_at).not.toMatch(/^2001/);
    expect(({} as { city?: string }).city).toBeUndefined();
  });

  it('must be JSON by its content type', async () => {
    expect(await post({ raw: 'x', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported media type "text/plain" in request.' },
    });
  });
});
