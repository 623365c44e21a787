import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldLabel } from '../../src/domain/resource-specs.ts';
import {
  detailIn,
  fieldErrors,
  fieldLines,
  fieldMessages,
  messageOf,
} from '../../src/domain/server-message.ts';
import { anyBody, looksLikeAPage } from '../support/records/any-body.ts';
import { counterexample } from '../support/test/counterexample.ts';

interface Read {
  readonly message: string | null;
  readonly lines: readonly string[];
  /** Texts beside the inputs. */
  readonly errors: Readonly<Record<string, string>>;
}

type Row = readonly [name: string, status: number, body: unknown, read: Read];

/** `{detail}`, perhaps with more keys for programs: a sentence. */
function says(name: string, status: number, detail: string, more: object = {}): Row {
  return [name, status, { detail, ...more }, { message: detail, lines: [], errors: {} }];
}

/** `{field: [text]}`: a line each, and the text beside its field. */
function marks(name: string, errors: Readonly<Record<string, string>>): Row {
  const body = Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]));
  const lines = Object.entries(errors).map(([field, text]) => `${fieldLabel(field)}: ${text}`);
  return [name, 400, body, { message: null, lines, errors }];
}

/** A page of HTML: nothing. */
function page(name: string, status: number, words: string): Row {
  const html = `<!doctype html> <html lang="en"> <head> <title>${words}</title> </head> <body> <h1>${words}</h1>`;
  return [name, status, html, { message: null, lines: [], errors: {} }];
}

const REQUIRED = 'This field is required.';
const NOT_BLANK = 'This field may not be blank.';
const NOT_NULL = 'This field may not be null.';
const WRONG_DATE = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.';
const NO_NUMBER = 'A valid number is required.';
const NO_ACCOUNT = 'No active account found with the given credentials';
const NO_CREDENTIALS = 'Authentication credentials were not provided.';
const NOT_VALID = 'Given token not valid for any token type';
const TWO_VALUES = 'Authorization header must contain two space-delimited values';
const badHeader = { code: 'bad_authorization_header' };
const badToken = { code: 'token_not_valid' };
const inFull = (message: string) => ({
  ...badToken,
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
});
const noChoice = (typed: string): string => `"${typed}" is not a valid choice.`;
const noSuch = (id: string): string => `Invalid pk "${id}" - object does not exist.`;
const noPk = (type: string): string => `Incorrect type. Expected pk value, received ${type}.`;
const noDictionary = (type: string): string => `Invalid data. Expected a dictionary, but got ${type}.`;

// Every recorded error of a stock Django REST Framework server, in the order of the record.
const RECORDED: Readonly<Record<string, readonly Row[]>> = {
  'Sign-in and tokens': [
    says('wrong password', 401, NO_ACCOUNT),
    says('inactive user', 401, NO_ACCOUNT),
    marks('blank password', { password: NOT_BLANK }),
    marks('missing fields', { username: REQUIRED, password: REQUIRED }),
    says('no token', 401, NO_CREDENTIALS),
    says('not a token', 401, NOT_VALID, inFull('Token is invalid or expired')),
    says('Bearer null', 401, NOT_VALID, inFull('Token is invalid or expired')),
    says('dashboard without a token', 401, NO_CREDENTIALS),
    says('"Bearer " without a token', 401, TWO_VALUES, badHeader),
    says('two words after Bearer', 401, TWO_VALUES, badHeader),
    says('refresh token used as access', 401, NOT_VALID, inFull('Token has wrong type')),
    says('expired access token', 401, NOT_VALID, inFull('Token is invalid or expired')),
    says('the same, POST', 401, NOT_VALID, inFull('Token is invalid or expired')),
    says('access token sent as refresh', 401, 'Token has wrong type', badToken),
    marks('refresh missing', { refresh: REQUIRED }),
    marks('refresh null', { refresh: NOT_NULL }),
    says('refresh not a token', 401, 'Token is invalid or expired', badToken),
    says('used (rotated, blacklisted) refresh', 401, 'Token is blacklisted', badToken),
    says('expired refresh', 401, 'Token is invalid or expired', badToken),
    says('user made inactive', 401, 'User is inactive', { code: 'user_inactive' }),
  ],
  Customers: [
    marks('empty', { first_name: REQUIRED, last_name: REQUIRED, email: REQUIRED }),
    marks('blank, bad email', {
      first_name: NOT_BLANK,
      last_name: NOT_BLANK,
      email: 'Enter a valid email address.',
    }),
    marks('null text', { phone: NOT_NULL, city: NOT_NULL }),
    marks('bad phone', { phone: "Phone number must be entered in the format: '+1-555-123-4567'." }),
    marks('email taken', { email: 'customer with this email already exists.' }),
    marks('bad choices', { customer_type: noChoice(''), status: noChoice('gone') }),
    marks('too long', { first_name: 'Ensure this field has no more than 100 characters.' }),
    marks('number or object for text', { city: 'Not a valid string.' }),
    marks('PATCH to an email that is taken', { email: 'customer with this email already exists.' }),
    says('PATCH missing id', 404, 'Not found.'),
    says('DELETE missing id', 404, 'Not found.'),
    says('PATCH an id that is no number', 404, 'Not found.'),
    says('DELETE with dependants, 409', 409, 'Cannot delete this customer: 3 other record(s) refer to it.'),
    page('the same, ProtectedError not handled', 500, 'Server Error (500)'),
    says('DELETE again', 404, 'Not found.'),
  ],
  Projects: [
    marks('empty', { title: REQUIRED, customer: REQUIRED }),
    marks('no such customer', { customer: noSuch('999') }),
    marks('customer 0', { customer: noSuch('0') }),
    marks('customer a temporary text id', { customer: noPk('str') }),
    marks('customer ""', { customer: NOT_NULL }),
    marks('customer null', { customer: NOT_NULL }),
    marks('customer an object', { customer: noPk('dict') }),
    page('customer beyond 64 bits', 500, 'Server Error (500)'),
    marks('bad choices', {
      project_type: noChoice('flood'),
      status: noChoice('done'),
      priority: noChoice('urgent'),
    }),
    marks('blank date', { start_date: WRONG_DATE }),
    marks('words for a date', { start_date: WRONG_DATE }),
    marks('datetime for a date', { start_date: WRONG_DATE }),
    marks('day that does not exist', { start_date: WRONG_DATE }),
    marks('cost an object', { estimated_cost: NO_NUMBER }),
    marks('cost with float noise', {
      estimated_cost: 'Ensure that there are no more than 12 digits in total.',
    }),
    marks('cost below 0', { estimated_cost: 'Ensure this value is greater than or equal to 0.' }),
    marks('cost too big', {
      estimated_cost: 'Ensure that there are no more than 10 digits before the decimal point.',
    }),
    says('PATCH missing id', 404, 'Not found.'),
    says('DELETE missing id', 404, 'Not found.'),
  ],
  Estimates: [
    marks('empty', {
      subtotal: REQUIRED,
      title: REQUIRED,
      valid_until: REQUIRED,
      customer: REQUIRED,
    }),
    marks('number null', { estimate_number: NOT_NULL }),
    marks('number taken', { estimate_number: 'estimate with this estimate number already exists.' }),
    marks('total not rounded', { total_amount: 'Ensure that there are no more than 2 decimal places.' }),
    marks('subtotal an object', { subtotal: NO_NUMBER }),
    marks('subtotal null, blank date', { subtotal: NOT_NULL, valid_until: WRONG_DATE }),
    marks('date null', { valid_until: NOT_NULL }),
    marks('bad status, no such customer', { status: noChoice('approved'), customer: noSuch('999') }),
    says('PATCH missing id', 404, 'Not found.'),
    says('DELETE missing id', 404, 'Not found.'),
  ],
  'Work orders': [
    marks('empty', { work_order_number: REQUIRED, title: REQUIRED, customer: REQUIRED }),
    marks('the same again: number taken', {
      work_order_number: 'work order with this work order number already exists.',
    }),
    [
      'cost a number',
      400,
      { estimated_cost: { non_field_errors: [noDictionary('float')] } },
      {
        message: null,
        lines: [`Estimated Cost: ${noDictionary('float')}`],
        errors: { estimated_cost: noDictionary('float') },
      },
    ],
    [
      'cost numeric text',
      400,
      { estimated_cost: { non_field_errors: [noDictionary('str')] } },
      {
        message: null,
        lines: [`Estimated Cost: ${noDictionary('str')}`],
        errors: { estimated_cost: noDictionary('str') },
      },
    ],
    [
      'amount ""',
      400,
      { estimated_cost: { amount: [NO_NUMBER] } },
      {
        message: null,
        lines: [`Estimated Cost: ${NO_NUMBER}`],
        errors: { estimated_cost: NO_NUMBER },
      },
    ],
    [
      'amount missing',
      400,
      { estimated_cost: { amount: [REQUIRED] } },
      {
        message: null,
        lines: [`Estimated Cost: ${REQUIRED}`],
        errors: { estimated_cost: REQUIRED },
      },
    ],
    [
      'other currency',
      400,
      { estimated_cost: { currency: [noChoice('EUR')] } },
      {
        message: null,
        lines: [`Estimated Cost: ${noChoice('EUR')}`],
        errors: { estimated_cost: noChoice('EUR') },
      },
    ],
    marks('bad choices, blank date', {
      status: noChoice('on_hold'),
      priority: noChoice('x'),
      scheduled_date: WRONG_DATE,
    }),
    says('PATCH missing id', 404, 'Not found.'),
    says('DELETE missing id', 404, 'Not found.'),
  ],
  Anything: [
    says('broken JSON', 400, 'JSON parse error - Expecting value: line 1 column 16 (char 15)'),
    [
      'a list',
      400,
      { non_field_errors: [noDictionary('list')] },
      { message: null, lines: [noDictionary('list')], errors: {} },
    ],
    says('not JSON', 415, 'Unsupported media type "text/plain" in request.'),
    page('unknown path', 404, 'Not Found'),
    says('method not allowed', 405, 'Method "PATCH" not allowed.'),
    says('page that is not there (any more)', 404, 'Invalid page.'),
    marks('filter with a bad choice', {
      status: 'Select a valid choice. gone is not one of the available choices.',
    }),
    says('throttled', 429, 'Request was throttled. Expected available in 60 seconds.'),
  ],
};

const read = (body: unknown): Read => ({
  message: messageOf(body),
  lines: fieldLines(body, fieldLabel),
  errors: fieldErrors(body),
});

describe.each(Object.entries(RECORDED))('as recorded: %s', (_, rows) => {
  test.each(rows)('%s (%i)', (_name, _status, body, expected) => {
    expect(read(body)).toEqual(expected);
    expect(detailIn(body)).toBe(expected.message);
  });
});

describe('other shapes', () => {
  test.each<[name: string, body: unknown, message: string | null, lines: readonly string[]]>([
    ['nothing', null, null, []],
    ['no body at all', undefined, null, []],
    ['an empty text', ' \n', null, []],
    ['an empty object', {}, null, []],
    ['an empty list', [], null, []],
    ['plain words', ' Service unavailable ', 'Service unavailable', []],
    ['a number', 5, '5', []],
    ['a message', { message: 'Closed for maintenance' }, 'Closed for maintenance', []],
    ['a detail before a message', { message: 'B.', detail: 'A.' }, 'A.', []],
    ['a message if the detail is blank', { message: 'B.', detail: '' }, 'B.', []],
    ['a detail of several texts', { detail: ['A.', 'B.'] }, 'A., B.', []],
    ['a detail that is a page', { detail: '<html><h1>No' }, null, []],
    ['a detail that is no text', { detail: { reason: ['Locked.'] } }, null, ['detail.reason: Locked.']],
    ['fields beside a detail', { detail: 'No.', email: ['Taken.'], code: 'x' }, 'No.', ['Email: Taken.']],
    ['a list of texts', ['A.', null, 'B.'], 'A., B.', []],
    ['a list of details', [{ detail: 'A.' }, { detail: 'B.' }], 'A., B.', []],
    ['a list of fields', [{}, { email: ['Taken.'] }], null, ['Email: Taken.']],
    ['a list of both', ['A.', { email: ['Taken.'] }], null, ['A.', 'Email: Taken.']],
    ['a list in a list', [['A.'], ['B.']], 'A., B.', []],
    ['a bare text for a field', { email: 'Taken.' }, null, ['Email: Taken.']],
    [
      'texts and parts of a field',
      { cost: ['Bad.', { amount: ['Worse.'] }] },
      null,
      ['cost: Bad.', 'cost.amount: Worse.'],
    ],
    ['a page among texts', { email: ['<!DOCTYPE html>', 'Taken.'] }, null, ['Email: Taken.']],
    ['a page inside words', { error: 'upstream: <html><body>502' }, null, []],
    ['less than', { email: ['< 5 letters'] }, null, ['Email: < 5 letters']],
    ['numbers and booleans', { status: [5], ok: false }, null, ['Status: 5', 'ok: false']],
    ["Django's own name for the whole", { __all__: ['Closed.'] }, null, ['Closed.']],
    [
      'fields with names that objects have',
      JSON.parse('{"__proto__":["A."],"constructor":["B."]}'),
      null,
      ['__proto__: A.', 'constructor: B.'],
    ],
    ['fields with numbers for names', { b: ['B.'], 1: ['A.'] }, null, ['1: A.', 'b: B.']],
  ])('%s', (_, body, message, lines) => {
    expect(messageOf(body)).toBe(message);
    expect(fieldLines(body, fieldLabel)).toEqual(lines);
  });

  test('fields are marked by their top-level name, however deep the problem is', () => {
    const body = {
      estimated_cost: { amount: ['Bad.'], currency: ['Worse.'] },
      email: ['Taken.'],
      non_field_errors: ['x'],
    };
    expect(fieldErrors(body)).toEqual({ estimated_cost: 'Bad., Worse.', email: 'Taken.' });
    expect(fieldLines(body, fieldLabel)).toEqual([
      'Estimated Cost: Bad.',
      'Estimated Cost: Worse.',
      'Email: Taken.',
      'x',
    ]);
    expect(fieldLines(body, fieldLabel, ['email'])).toEqual([
      'Estimated Cost: Bad.',
      'Estimated Cost: Worse.',
      'x',
    ]);
  });

  test('a text too long to read is cut', () => {
    expect(messageOf('x'.repeat(9000))).toHaveLength(501);
  });
});

describe('whatever JSON a server sends', () => {
  test('it is read without an error, and no HTML gets through', () => {
    expect(
      counterexample(
        fc.property(anyBody, (body) => {
          const { message, lines, errors } = read(body);
          const shown = [message ?? '', detailIn(body) ?? '', ...lines, ...Object.values(errors)];
          return shown.every((text) => typeof text === 'string' && !looksLikeAPage(text));
        }),
      ),
    ).toBeNull();
  });

  test('every text about a field appears in a line', () => {
    expect(
      counterexample(
        fc.property(fc.dictionary(fc.string(), fc.array(fc.lorem(), { minLength: 1 })), (body) => {
          if (messageOf(body) !== null) return true;
          const lines = fieldLines(body, fieldLabel).join('\n');
          return Object.values(body).every((texts) => texts.every((text) => lines.includes(text)));
        }),
      ),
    ).toBeNull();
  });

  test('it may be nested deeper than the stack allows', () => {
    const deep = `${'{"a":['.repeat(50_000)}"x"${']}'.repeat(50_000)}`;
    expect(read(JSON.parse(deep))).toEqual({ message: null, lines: [], errors: {} });
    expect(fieldMessages(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)))).toEqual({});
  });
});
