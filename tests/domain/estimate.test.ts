import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkDraft, subtotalProblem } from '../../src/domain/check.ts';
import {
  ESTIMATE_STATUSES,
  type Estimate,
  estimateSpec,
  hasRunOut,
  issuedOn,
} from '../../src/domain/estimate.ts';
import { counterexample } from '../support/test/counterexample.ts';

const blank = estimateSpec.blank({ now: 0, random: 0 });
const whole: Estimate = {
  ...blank,
  customer: '7',
  valid_until: '2026-01-31',
  subtotal: 100,
  tax_rate: 8.25,
  total_amount: 108.25,
};

const problems = (given: Partial<Estimate>) => checkDraft('estimates', { ...whole, ...given }, blank);

const CUSTOMER = { field: 'customer', inline: 'Customer is required', alert: 'Please select a customer' };
const VALID_UNTIL = {
  field: 'valid_until',
  inline: 'Valid until date is required',
  alert: 'Please select a valid until date',
};
const SUBTOTAL = {
  field: 'subtotal',
  inline: 'Subtotal must be greater than 0',
  alert: 'Please enter a valid subtotal amount',
};
const TOTAL = { field: 'total_amount', inline: 'Total amount must be greater than 0', alert: null };

describe('an estimate is checked on save', () => {
  it('may be saved with a customer, a day, a subtotal and a total', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ tax_rate: null, title: '', estimate_number: '' })).toEqual([]);
    expect(problems({ subtotal: 0.01, total_amount: 0.01 })).toEqual([]);
  });

  it('lists everything missing, in the order of the specification', () => {
    expect(checkDraft('estimates', blank, blank)).toEqual([CUSTOMER, VALID_UNTIL, SUBTOTAL, TOTAL]);
  });

  // @spec 5.8 5.9 5.10 5.13 5.14 D1.8
  it.each<[name: string, given: Partial<Estimate>, expected: readonly object[]]>([
    ['no customer', { customer: null }, [CUSTOMER]],
    ['a blank customer', { customer: '' }, [CUSTOMER]],
    ['no day', { valid_until: null }, [VALID_UNTIL]],
    ['a blank day', { valid_until: '' }, [VALID_UNTIL]],
    ['no subtotal', { subtotal: 0 }, [SUBTOTAL]],
    ['an unknown subtotal', { subtotal: null }, [SUBTOTAL]],
    ['a subtotal below 0', { subtotal: -5 }, [SUBTOTAL]],
    ['a subtotal below a cent', { subtotal: 0.004 }, [SUBTOTAL]],
    ['no total', { total_amount: 0 }, [TOTAL]],
    ['an unknown total', { total_amount: null }, [TOTAL]],
  ])('%s is refused', (_, given, expected) => {
    expect(problems(given)).toEqual(expected);
  });

  it.each(['subtotal', 'total_amount'] as const)(
    'text that is not an amount is refused once, in words of its own: %s',
    (field) => {
      const inline = '“12,50” is not an amount. Write it like 12,500.00';
      expect(problems({ [field]: ' 12,50 ' })).toEqual([{ field, inline, alert: null }]);
    },
  );
});

it.each([
  [-0.01, 'Subtotal must be greater than 0'],
  [0, undefined],
  [null, undefined],
  ['x', undefined],
])('a subtotal of %j shows while it is typed: %s', (subtotal, words) => {
  expect(subtotalProblem(subtotal)).toBe(words);
});

describe('the number of an estimate', () => {
  // @spec D4.7
  it.each(['', ' ', '\t'])('%j is left out on create, and sent on update', (estimate_number) => {
    expect(estimateSpec.encode({ title: 'Roof', estimate_number }, 'create')).toEqual({ title: 'Roof' });
    expect(estimateSpec.encode({ estimate_number }, 'update')).toEqual({ estimate_number });
  });

  it('typed by a user is sent', () => {
    expect(estimateSpec.encode({ estimate_number: 'E-1' }, 'create')).toEqual({ estimate_number: 'E-1' });
    expect(estimateSpec.encode({ title: 'Roof' }, 'create')).toEqual({ title: 'Roof' });
  });
});

describe('amounts of an estimate', () => {
  // @spec 3.16 3.17 D3.5
  it.each([
    ['numbers', 100, 108.25],
    ['numeric text', '100.00', '108.25'],
    ['objects', { amount: '100.00', currency: 'USD' }, { amount: '108.25', currency: 'USD' }],
  ])('are read from %s, and sent as plain numbers', (_, subtotal, total_amount) => {
    const read = estimateSpec.decode({ subtotal, tax_rate: '8.2500', total_amount });
    expect(read).toMatchObject({ subtotal: 100, tax_rate: 8.25, total_amount: 108.25 });
    const { subtotal: sent, tax_rate, total_amount: total } = read;
    expect(estimateSpec.encode({ subtotal: sent, tax_rate, total_amount: total }, 'update')).toEqual({
      subtotal: 100,
      tax_rate: 8.25,
      total_amount: 108.25,
    });
  });

  it('are merged together', () => {
    expect(estimateSpec.mergeGroups).toEqual([['subtotal', 'tax_rate', 'total_amount']]);
  });
});

// @spec D3.10
it('a blank day is sent as null', () => {
  expect(estimateSpec.encode({ valid_until: '' }, 'update')).toEqual({ valid_until: null });
});

describe('an estimate has run out', () => {
  // @spec D1.28
  it.each(ESTIMATE_STATUSES)('%s: only while it is undecided', (status) => {
    expect(hasRunOut({ status, valid_until: '2026-01-30' }, '2026-01-31')).toBe(
      status === 'draft' || status === 'sent',
    );
  });

  it('after its last day, not on it, and never without one', () => {
    expect(hasRunOut({ status: 'sent', valid_until: '2026-01-31' }, '2026-01-31')).toBe(false);
    expect(hasRunOut({ status: 'sent', valid_until: '2026-02-01' }, '2026-01-31')).toBe(false);
    expect(hasRunOut({ status: 'sent', valid_until: null }, '2026-01-31')).toBe(false);
  });
});

it.each<[name: string, fields: Partial<Estimate>, expected: readonly string[]]>([
  [
    'matches subtotal and tax rate',
    { subtotal: 659, tax_rate: 8.25, total_amount: 713.37 },
    ['total_amount'],
  ],
  ['does not match them', { subtotal: 659, tax_rate: 8.25, total_amount: 777.77 }, []],
  ['is unknown', {}, []],
  ['has no subtotal', { total_amount: 713.37 }, []],
])('a total that %s is known as computed or typed', (_, fields, expected) => {
  expect(estimateSpec.workedOut?.(fields)).toEqual(expected);
});

it('each problem names one field of the estimate, and no field twice, whatever the draft holds', () => {
  const amount = fc.oneof(fc.constantFrom(null, 'abc', '', -1, 0, 0.001, 5), fc.double());
  const draft = fc.record({
    customer: fc.constantFrom(null, '', '7'),
    valid_until: fc.constantFrom(null, '', '2026-01-31'),
    subtotal: amount,
    tax_rate: amount,
    total_amount: amount,
  });
  expect(
    counterexample(
      fc.property(draft, (given) => {
        const found = (problems(given) ?? []).map((problem) => problem.field);
        return new Set(found).size === found.length && found.every((field) => field in whole);
      }),
    ),
  ).toBeNull();
});

test.each([
  ['2026-01-30', '2026-01-31', '2026-01-30'],
  ['2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31'],
  ['2026-02-01', '2026-01-31', null],
  ['2026-02-01', null, '2026-02-01'],
])('an estimate made on %s and valid until %s is issued on %s', (made, valid_until, issued) => {
  const at = noonOf(made);
  const unseen = { updated_at: null, first_seen: 0 };
  expect(issuedOn({ valid_until }, { ...unseen, created_at: at }, false)).toBe(issued);
  expect(issuedOn({ valid_until }, { ...unseen, created_at: null, first_seen: at }, true)).toBe(issued);
});

test('the day on which a device first saw another’s estimate is not its date', () => {
  const seen = { created_at: null, updated_at: null, first_seen: noonOf('2026-01-30') };
  expect(issuedOn({ valid_until: null }, seen, false)).toBeNull();
});

function noonOf(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

describe('a tax rate', () => {
  const OUTSIDE = 'Tax rate must be between 0 and 100 %';

  it.each<[Estimate['tax_rate'], string | null]>([
    [0, null],
    [100, null],
    [null, null],
    [100.5, OUTSIDE],
    [-5, OUTSIDE],
    ['much', '“much” is not a percentage. Write it like 8.25'],
  ])('of %j', (tax_rate, inline) => {
    const expected = inline === null ? [] : [{ field: 'tax_rate', inline, alert: null }];
    expect(problems({ tax_rate })).toEqual(expected);
  });
});
