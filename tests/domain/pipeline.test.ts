import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ESTIMATE_STATUSES } from '../../src/domain/estimate.ts';
import { sumPipeline } from '../../src/domain/pipeline.ts';
import { drawAll } from '../../src/domain/steps.ts';

test('the pipeline is drafts, sent and accepted estimates, in this order', () => {
  const row = (status: (typeof ESTIMATE_STATUSES)[number], total_amount: number | null) => ({
    view: { status, total_amount },
  });
  const rows = [
    row('sent', 100.05),
    row('draft', 20),
    row('rejected', 7),
    row('sent', null),
    row('expired', null),
    row('draft', 0),
  ];
  expect(drawAll(sumPipeline(rows))).toEqual([
    { status: 'draft', count: 2, cents: 2000, unpriced: 0 },
    { status: 'sent', count: 2, cents: 10_005, unpriced: 1 },
    { status: 'accepted', count: 0, cents: 0, unpriced: 0 },
  ]);
});

test('its sums are those of a naive program', () => {
  const view = fc.record({
    status: fc.constantFrom(...ESTIMATE_STATUSES),
    total_amount: fc.option(fc.integer({ min: -10_000, max: 10_000_000 }).map((cents) => cents / 100)),
  });
  fc.assert(
    fc.property(fc.array(view), (views) => {
      const expected = (['draft', 'sent', 'accepted'] as const).map((status) => {
        const own = views.filter((one) => one.status === status);
        const cents = own.map(({ total_amount: amount }) => Math.round((amount ?? 0) * 100));
        return {
          status,
          count: own.length,
          cents: cents.reduce((sum, one) => sum + one, 0),
          unpriced: own.filter(({ total_amount: amount }) => amount === null).length,
        };
      });
      expect(drawAll(sumPipeline(views.map((one) => ({ view: one }))))).toEqual(expected);
    }),
  );
});

test('many estimates are added up in steps', () => {
  const many = Array.from({ length: 5000 }, () => ({ view: { status: 'sent', total_amount: 1 } as const }));
  expect([...sumPipeline(many)]).toHaveLength(2);
  expect(drawAll(sumPipeline(many))[1]?.cents).toBe(500_000);
});
