import { describe, expect, test } from 'vitest';
import { describeSaveError, fieldErrors } from '../../src/crud/save-error.ts';
import { describeCustomerError } from '../../src/features/customers/describe-customer-error.ts';

const html = '<!doctype html> <html lang="en"> <head> <title>Server Error (500)</title> </head></html>';

// Bodies as recorded from stock Django REST Framework, and what the customer dialog says to each.
test.each<[name: string, body: unknown, words: readonly string[]]>([
  ['a detail', { detail: 'Not found.' }, ['Error: Not found.']],
  [
    'a detail with a code and messages',
    { detail: 'Given token not valid', code: 'token_not_valid', messages: [{ message: 'Token is invalid' }] },
    ['Error: Given token not valid'],
  ],
  ['a message', { message: 'Closed for maintenance' }, ['Error: Closed for maintenance']],
  ['plain words', 'Service unavailable', ['Error: Service unavailable']],
  ['a list of words', ['Customer limit reached.'], ['Error: Customer limit reached.']],
  [
    'an e-mail',
    { email: ['customer with this email already exists.'] },
    ['Email error: customer with this email already exists.'],
  ],
  ['an e-mail twice over', { email: ['Too long.', 'Not valid.'] }, ['Email error: Too long., Not valid.']],
  ['an e-mail as bare text', { email: 'Taken.' }, ['Email error: Taken.']],
  ['e-mail before phone', { phone: ['Bad.'], email: ['Taken.'] }, ['Email error: Taken.']],
  ['phone before others', { city: ['Too long.'], phone: ['Bad.'] }, ['Phone error: Bad.']],
  [
    'other fields',
    { first_name: ['This field may not be blank.'], last_name: ['This field is required.'] },
    ['first_name: This field may not be blank.', 'last_name: This field is required.'],
  ],
  [
    'a nested field',
    { estimated_cost: { amount: ['A valid number is required.'] } },
    ['estimated_cost.amount: A valid number is required.'],
  ],
  [
    'a nested object as a whole',
    { estimated_cost: { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] } },
    ['estimated_cost: Invalid data. Expected a dictionary, but got float.'],
  ],
  [
    'the record as a whole',
    { non_field_errors: ['Name and city must be unique.'] },
    ['Name and city must be unique.'],
  ],
  ['a page of HTML', html, ['Failed to save customer']],
  ['nothing', null, ['Failed to save customer']],
  ['an empty text', '', ['Failed to save customer']],
  ['an empty object', {}, ['Failed to save customer']],
  ['a detail that is no text', { detail: { reason: ['Locked.'] } }, ['detail.reason: Locked.']],
  ['a number', { status: [5] }, ['status: 5']],
])('a body with %s', (_, body, words) => {
  expect(describeCustomerError({ body })).toEqual(words);
});

describe('the shared wording', () => {
  test('has no prefix and names its kind', () => {
    const label = { noun: 'work order' };
    expect(describeSaveError({ body: { detail: 'No.' } }, label)).toEqual(['No.']);
    expect(describeSaveError({ body: { email: ['Taken.'] } }, label)).toEqual(['email: Taken.']);
    expect(describeSaveError({ body: null }, label)).toEqual(['Failed to save work order']);
  });

  test('cuts what no person would read to the end', () => {
    expect(describeSaveError({ body: 'x'.repeat(9000) }, { noun: 'customer' })[0]).toHaveLength(501);
  });
});

test('fields are marked by their top-level name, however deep the fault is', () => {
  const body = {
    estimated_cost: { amount: ['Bad.'], currency: ['Worse.'] },
    email: ['Taken.'],
    non_field_errors: ['x'],
  };
  expect(fieldErrors(body)).toEqual({ estimated_cost: 'Bad., Worse.', email: 'Taken.' });
});
