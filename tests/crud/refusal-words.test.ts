import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeDeleteError, describeSaveError } from '../../src/crud/refusal-words.ts';
import { fieldLabel, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { describeCustomerError } from '../../src/features/customers/customer-view.tsx';
import { describeProjectError } from '../../src/features/projects/project-view.tsx';
import { anyBody, looksLikeAPage } from '../support/records/any-body.ts';
import { counterexample } from '../support/test/counterexample.ts';

const html = '<!doctype html> <html lang="en"> <head> <title>Server Error (500)</title> </head></html>';

type Row = readonly [name: string, body: unknown, words: readonly string[]];

describe("the customer dialog's words for", () => {
  // @spec 8.17 8.18 8.19 8.20 8.21
  test.each<Row>([
    ['a detail', { detail: 'Not found.' }, ['Error: Not found.']],
    [
      'a detail with a code and messages',
      {
        detail: 'Given token not valid',
        code: 'token_not_valid',
        messages: [{ message: 'Token is invalid' }],
      },
      ['Error: Given token not valid'],
    ],
    ['a message', { message: 'Closed for maintenance' }, ['Error: Closed for maintenance']],
    ['a message beside an e-mail', { detail: 'No.', email: ['Taken.'] }, ['Error: No.', 'Email: Taken.']],
    ['plain words', 'Service unavailable', ['Error: Service unavailable']],
    ['a list of words', ['Customer limit reached.'], ['Error: Customer limit reached.']],
    [
      'an e-mail',
      { email: ['customer with this email already exists.'] },
      ['Email error: customer with this email already exists.'],
    ],
    ['an e-mail twice over', { email: ['Too long.', 'Not valid.'] }, ['Email error: Too long., Not valid.']],
    ['an e-mail as bare text', { email: 'Taken.' }, ['Email error: Taken.']],
    [
      'e-mail before phone',
      { phone: ['Bad.'], email: ['Taken.'] },
      ['Email error: Taken.', 'Phone error: Bad.'],
    ],
    [
      'phone before others',
      { city: ['Too long.'], phone: ['Bad.'] },
      ['Phone error: Bad.', 'City: Too long.'],
    ],
    [
      'an e-mail beside a name: both are told',
      { last_name: ['This field is required.'], email: ['Taken.'] },
      ['Email error: Taken.', 'Last Name: This field is required.'],
    ],
    [
      'other fields',
      { first_name: ['This field may not be blank.'], last_name: ['This field is required.'] },
      ['First Name: This field may not be blank.', 'Last Name: This field is required.'],
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
  ])('%s', (_, body, words) => {
    expect(describeCustomerError({ body }, fieldLabel)).toEqual(words);
  });
});

describe("the project dialog's words for", () => {
  // @spec 8.22 D1.40
  test.each<Row>([
    ['a detail', { detail: 'Not found.' }, ['Not found.']],
    ['a message', { message: 'Closed.' }, ['Closed.']],
    [
      'fields of the form, by their labels',
      { title: ['This field is required.'], customer: ['This field may not be null.'] },
      ['Failed to save project', 'Title: This field is required.', 'Customer: This field may not be null.'],
    ],
    [
      'a part of a field',
      { estimated_cost: { amount: ['Bad.'] } },
      ['Failed to save project', 'Estimated Cost: Bad.'],
    ],
    [
      'fields that the form does not have',
      { title: ['Bad.'], manager: ['This field is required.'], site: { gate: ['Locked.'] } },
      ['Failed to save project', 'Title: Bad.', 'manager: This field is required.', 'site.gate: Locked.'],
    ],
    ['the record as a whole', { non_field_errors: ['Too many.'] }, ['Failed to save project', 'Too many.']],
    ['a page of HTML', html, ['Failed to save project']],
    ['nothing', null, ['Failed to save project']],
  ])('%s', (_, body, words) => {
    expect(describeProjectError({ body }, fieldLabel)).toEqual(words);
  });
});

describe.each(['estimates', 'workOrders'] as const)("the %s dialog's words for", (name) => {
  const { label } = resourceSpecs[name];

  // @spec 8.23
  test.each<Row>([
    ['a detail', { detail: 'Not found.' }, ['Not found.']],
    ['a message', { message: 'Closed.' }, ['Closed.']],
    [
      'fields',
      { title: ['This field is required.'], customer: ['Bad.', 'Worse.'] },
      ['Title: This field is required.', 'Customer: Bad., Worse.'],
    ],
    [
      'a part of a field',
      { estimated_cost: { amount: ['A valid number is required.'] } },
      ['Estimated Cost: A valid number is required.'],
    ],
    [
      'a field as a whole',
      { estimated_cost: { non_field_errors: ['Invalid data. Expected a dictionary, but got float.'] } },
      ['Estimated Cost: Invalid data. Expected a dictionary, but got float.'],
    ],
  ])('%s', (_, body, words) => {
    expect(describeSaveError({ body }, fieldLabel, label)).toEqual(words);
  });

  // @spec 8.23
  test.each([html, null, '', {}, []])('nothing readable: %j', (body) => {
    const noun = name === 'estimates' ? 'estimate' : 'work order';
    expect(describeSaveError({ body }, fieldLabel, label)).toEqual([`Failed to save ${noun}`]);
  });
});

// @spec 8.9 8.10
test('a refused deletion has the same words, and its own where a server gave none', () => {
  const { label } = resourceSpecs.workOrders;
  expect(describeDeleteError({ body: { detail: 'In use.' } }, fieldLabel, label)).toEqual(['In use.']);
  expect(describeDeleteError({ body: { project: ['In use.'] } }, fieldLabel, label)).toEqual([
    'Project: In use.',
  ]);
  expect(describeDeleteError({ body: { invoice: ['In use.'] } }, fieldLabel, label)).toEqual([
    'invoice: In use.',
  ]);
  expect(describeDeleteError({ body: null }, fieldLabel, label)).toEqual(['Failed to delete work order']);
});

test('whatever JSON a server sends, every kind has words for it, and never a page of HTML', () => {
  const kinds = [
    describeCustomerError,
    describeProjectError,
    (refusal: { readonly body: unknown }) =>
      describeSaveError(refusal, fieldLabel, resourceSpecs.estimates.label),
    (refusal: { readonly body: unknown }) =>
      describeSaveError(refusal, fieldLabel, resourceSpecs.workOrders.label),
  ];
  expect(
    counterexample(
      fc.property(anyBody, fc.constantFrom(...kinds), (body, describe) => {
        const words = describe({ body }, fieldLabel);
        return words.length > 0 && words.every((line) => line !== '' && !looksLikeAPage(line));
      }),
    ),
  ).toBeNull();
});
