import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../src/domain/check.ts';
import { type WorkOrder, workOrderSpec } from '../../src/domain/work-order.ts';
import { counterexample } from '../support/test/counterexample.ts';

const blank = workOrderSpec.blank({ now: 0, random: 0 });

describe('the number of a new work order', () => {
  // @spec 2.58 9.9 D4.6
  it('has the time and a number from 0 to 999', () => {
    const below1 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const now = fc.double({ min: 0, max: 8.64e15, noNaN: true });
    expect(
      counterexample(
        fc.property(now, below1, (at, random) => {
          const { work_order_number } = workOrderSpec.blank({ now: at, random });
          return (
            /^WO-\d+-\d{1,3}$/.test(work_order_number) &&
            work_order_number.startsWith(`WO-${Math.floor(at)}-`)
          );
        }),
      ),
    ).toBeNull();
  });

  // @spec 2.58 9.9
  it.each([
    [0, 'WO-1700000000000-0'],
    [0.0071, 'WO-1700000000000-7'],
    [0.9999999, 'WO-1700000000000-999'],
  ])('random %d', (random, expected) => {
    expect(workOrderSpec.blank({ now: 1_700_000_000_000.7, random }).work_order_number).toBe(expected);
  });
});

describe('the cost of a work order', () => {
  // @spec 3.20 3.21 9.8
  it.each([
    ['an object', { amount: '99.90', currency: 'USD' }],
    ['a number', 99.9],
    ['numeric text', '99.90'],
  ])('is read from %s and sent as an object with text', (_, sent) => {
    const { estimated_cost } = workOrderSpec.decode({ estimated_cost: sent });
    expect(estimated_cost).toBe(99.9);
    for (const kind of ['create', 'update'] as const) {
      expect(workOrderSpec.encode({ estimated_cost }, kind)).toEqual({
        estimated_cost: { amount: '99.90', currency: 'USD' },
      });
    }
  });

  // @spec 3.21
  it.each<[cost: WorkOrder['estimated_cost'], wire: unknown]>([
    [null, null],
    [0, { amount: '0.00', currency: 'USD' }],
    [12_500, { amount: '12500.00', currency: 'USD' }],
    [0.1 + 0.2, { amount: '0.30', currency: 'USD' }],
  ])('%s is sent as %j', (estimated_cost, wire) => {
    expect(workOrderSpec.encode({ estimated_cost }, 'update')).toEqual({ estimated_cost: wire });
  });

  it('is not sent if it was not changed', () => {
    expect(workOrderSpec.encode({ title: 'Dry out' }, 'update')).toEqual({ title: 'Dry out' });
  });

  // @spec 5.15 D1.20
  it('is refused if it is text, and nothing else is checked', () => {
    expect(checkDraft('workOrders', blank, blank)).toEqual([]);
    expect(checkDraft('workOrders', { ...blank, estimated_cost: null }, blank)).toEqual([]);
    expect(checkDraft('workOrders', { ...blank, estimated_cost: '1,2' }, blank)).toEqual([
      { field: 'estimated_cost', inline: '“1,2” is not an amount. Write it like 12,500.00', alert: null },
    ]);
  });
});

it('an invalid time in the notes is refused unless it was there before', () => {
  const timed = (time: string) => ({ ...blank, notes: `--- Job ---\nTime: ${time}` });
  expect(checkDraft('workOrders', timed('2 PM'), blank)).toEqual([]);
  expect(checkDraft('workOrders', timed('after lunch'), timed('after lunch'))).toEqual([]);
  for (const before of [blank, timed('13:00'), timed('after dinner')]) {
    expect(checkDraft('workOrders', timed('after lunch'), before)).toEqual([
      {
        field: 'time',
        inline: '“after lunch” is not a time of day. Write it like 2 PM or 9-11',
        alert: null,
      },
    ]);
  }
});

describe('the day of a work order', () => {
  // @spec D1.18 D3.12
  it.each(['2026-01-31', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456-06:00'])(
    '%s is kept in the form it came in',
    (scheduled_date) => {
      expect(workOrderSpec.decode({ scheduled_date }).scheduled_date).toBe(scheduled_date);
      expect(workOrderSpec.encode({ scheduled_date }, 'update')).toEqual({ scheduled_date });
    },
  );

  // @spec D3.10
  it('that is blank is sent as null', () => {
    expect(workOrderSpec.encode({ scheduled_date: '' }, 'create')).toEqual({ scheduled_date: null });
  });
});

it('a work order is named by its title, else by its number', () => {
  const named = (given: Partial<WorkOrder>): string => workOrderSpec.title({ ...blank, ...given });
  expect(named({ title: ' Dry out ', work_order_number: 'WO-1-2' })).toBe('Dry out');
  expect(named({ title: ' ', work_order_number: ' WO-1-2 ' })).toBe('WO-1-2');
});
