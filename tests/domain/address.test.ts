import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressLines,
  addressOf,
  cityAndState,
  SITE_ADDRESS_FIELDS,
  type SiteAddress,
} from '../../src/domain/address.ts';
import { counterexample } from '../support/test/counterexample.ts';

const site = (given: Partial<SiteAddress>): SiteAddress => ({ ...addressOf({}), ...given });

it('a blank address has every field, in the order of the forms', () => {
  expect(Object.entries(addressOf({}))).toEqual(SITE_ADDRESS_FIELDS.map((field) => [field, '']));
});

describe('an address on an envelope', () => {
  it.each<[given: Partial<SiteAddress>, lines: readonly string[]]>([
    [
      {
        address_line_1: '1 Main St',
        address_line_2: 'Flat 2',
        city: 'Boise',
        state: 'ID',
        postal_code: '83701',
      },
      ['1 Main St', 'Flat 2', 'Boise, ID 83701'],
    ],
    [{ address_line_1: '1 Main St', city: 'Boise' }, ['1 Main St', 'Boise']],
    [{ city: 'Boise', postal_code: '83701' }, ['Boise, 83701']],
    [{ state: 'ID', postal_code: '83701' }, ['ID 83701']],
    [{ state: 'ID' }, ['ID']],
    [{ address_line_2: 'Flat 2' }, ['Flat 2']],
    [
      {
        address_line_1: ' 1 Main St ',
        address_line_2: ' ',
        city: ' Boise ',
        state: ' ',
        postal_code: ' 83701',
      },
      ['1 Main St', 'Boise, 83701'],
    ],
    [{}, []],
  ])('%j is %j', (given, lines) => {
    expect(addressLines(site(given))).toEqual(lines);
  });

  it('needs no second line', () => {
    expect(addressLines({ address_line_1: '1 Main St', city: '', state: 'ID', postal_code: '' })).toEqual([
      '1 Main St',
      'ID',
    ]);
  });

  it('shows every part once, without extra spaces', () => {
    const part = fc.oneof(fc.constant(''), fc.constant('  '), fc.stringMatching(/^ ?[A-Z][a-z0-9]{0,5} ?$/));
    const address = fc.record({
      address_line_1: part,
      address_line_2: part,
      city: part,
      state: part,
      postal_code: part,
    });
    expect(
      counterexample(
        fc.property(address, (given) => {
          const lines = addressLines(given);
          const words = SITE_ADDRESS_FIELDS.map((field) => given[field].trim()).filter(Boolean);
          return (
            lines.length <= 3 &&
            lines.every((line) => line !== '' && line === line.trim()) &&
            lines.join(' ').replaceAll(',', '') === words.join(' ')
          );
        }),
      ),
    ).toBeNull();
  });
});

// @spec 2.55
it.each<[city: string, state: string, text: string]>([
  ['Austin', 'TX', 'Austin, TX'],
  [' Austin ', ' TX ', 'Austin, TX'],
  ['Austin', ' ', 'Austin'],
  ['', 'TX', 'TX'],
  ['', '', ''],
])('a job in %j, %j is at %j', (city, state, text) => {
  expect(cityAndState({ city, state })).toBe(text);
});

it('an address is read from any record; missing parts are blank', () => {
  expect(addressOf({ city: 'Reno', state: 7, title: 'Roof' })).toEqual({
    address_line_1: '',
    address_line_2: '',
    city: 'Reno',
    state: '7',
    postal_code: '',
  });
});
