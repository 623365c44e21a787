import { describe, expect, it } from 'vitest';
import { aSyncedTab, makeOf, openOf } from '../support/scenario.ts';

const ESTIMATES = /estimates\/estimates/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const priced = { customer: '1', subtotal: 100, tax_rate: 8, total_amount: 108 };

/** An estimate whose answer was lost, and what the server made of it. */
async function withLost(made: Readonly<Record<string, unknown>>) {
  const { backend, tab } = await aSyncedTab([ben]);
  backend.plan('POST', ESTIMATES, { kind: 'dropAfter' });
  await makeOf(tab, 'estimates', priced);
  await tab.until(() => backend.rows('estimates').length === 1);
  Object.assign(backend.rows('estimates')[0] ?? {}, made);
  await tab.drained();
  return { backend, tab };
}

describe('an estimate whose answer was lost', () => {
  it('[U5] is a question where the server worked its total out anew', async () => {
    const { backend, tab } = await withLost({ total_amount: '108.25' });
    expect(await openOf(tab)).toEqual(['estimates create parked mayExistTwice']);
    expect([backend.count('POST', ESTIMATES), backend.rows('estimates').length]).toEqual([1, 1]);
  });

  it.each([
    ['nothing of the price', { subtotal: '7.00', tax_rate: '1.00', total_amount: '7.07' }],
    ['another title', { title: 'Other', total_amount: '108.25' }],
  ])('[U4] is made where a row is like it but for %s', async (_, other) => {
    const { backend, tab } = await withLost(other);
    expect([await openOf(tab), backend.rows('estimates').length]).toEqual([[], 2]);
  });

  it('[U3] is adopted where it is as it was sent', async () => {
    const { backend, tab } = await withLost({});
    expect([await openOf(tab), backend.rows('estimates').length]).toEqual([[], 1]);
  });
});
