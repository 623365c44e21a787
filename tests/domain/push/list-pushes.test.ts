import { describe, expect, it, test } from 'vitest';
import type { Estimate } from '../../../src/domain/estimate.ts';
import { pushKey, reasonOf } from '../../../src/domain/push/push.ts';
import {
  at,
  type Book,
  estimate,
  type Given,
  job,
  keys,
  listed,
  NOON,
  project,
} from '../../support/records/push-book.ts';

const ACCEPTED = {
  view: { status: 'accepted' },
  seen: { status_since: { at: at('2026-03-01'), isExact: true, isLast: true } },
} as const satisfies Given<Estimate>;

describe('an accepted estimate', () => {
  const done = (made: string) => job({ view: { status: 'completed' }, seen: { created_at: at(made) } });

  test.each<[string, Book, boolean]>([
    ['without any work order', { estimates: [estimate(ACCEPTED)] }, true],
    ['with an open work order', { estimates: [estimate(ACCEPTED)], workOrders: [job({})] }, false],
    [
      'with one in progress',
      { estimates: [estimate(ACCEPTED)], workOrders: [job({ view: { status: 'in_progress' } })] },
      false,
    ],
    [
      'whose customer had work before',
      { estimates: [estimate(ACCEPTED)], workOrders: [done('2026-02-28')] },
      true,
    ],
    [
      'whose work was made since',
      { estimates: [estimate(ACCEPTED)], workOrders: [done('2026-03-02')] },
      false,
    ],
    [
      'whose work was cancelled since',
      {
        estimates: [estimate(ACCEPTED)],
        workOrders: [job({ view: { status: 'cancelled' }, seen: { created_at: at('2026-03-02') } })],
      },
      true,
    ],
    [
      'whose work was made before, and completed since',
      {
        estimates: [estimate(ACCEPTED)],
        workOrders: [
          job({
            view: { status: 'completed' },
            seen: { created_at: at('2026-02-20'), updated_at: at('2026-03-03') },
          }),
        ],
      },
      false,
    ],
    [
      'whose work was completed before',
      {
        estimates: [estimate(ACCEPTED)],
        workOrders: [
          job({
            view: { status: 'completed' },
            seen: { created_at: at('2026-02-20'), updated_at: at('2026-02-25') },
          }),
        ],
      },
      true,
    ],
    [
      'with work of a status of another program',
      {
        estimates: [estimate(ACCEPTED)],
        workOrders: [
          job({ view: { status: 'invoiced' as 'completed' }, seen: { created_at: at('2026-03-02') } }),
        ],
      },
      false,
    ],
    [
      'with an open work order of another customer',
      { estimates: [estimate(ACCEPTED)], workOrders: [job({ view: { customer: '8' } })] },
      true,
    ],
    [
      'without a customer',
      { estimates: [estimate({ ...ACCEPTED, view: { ...ACCEPTED.view, customer: null } })] },
      false,
    ],
    [
      'accepted at an unknown time, with work of unknown time',
      {
        estimates: [estimate({ view: { status: 'accepted' } })],
        workOrders: [job({ view: { status: 'completed' }, seen: { first_seen: 1 } })],
      },
      false,
    ],
    [
      'accepted at an unknown time, with work made before the estimate',
      {
        estimates: [
          estimate({
            view: { status: 'accepted' },
            seen: { created_at: at('2026-03-01'), updated_at: NOON },
          }),
        ],
        workOrders: [done('2026-02-28')],
      },
      true,
    ],
    [
      'of a customer that both ids name',
      {
        customers: [{ localId: 'c-1', serverId: 7 }],
        estimates: [estimate({ ...ACCEPTED, view: { ...ACCEPTED.view, customer: 'c-1' } })],
        workOrders: [job({ view: { customer: '7' } })],
      },
      false,
    ],
  ])('%s', (_, book, isListed) => {
    expect(keys(listed(book)).includes('notPlanned:estimates/1')).toBe(isListed);
  });

  it('is not listed while work orders are missing on this device', () => {
    const whole = { estimates: true, workOrders: false };
    expect(listed({ estimates: [estimate(ACCEPTED)] }, { whole })).toEqual([]);
  });

  it('tells how long ago, and its money', () => {
    const [push] = listed({
      estimates: [estimate({ ...ACCEPTED, view: { ...ACCEPTED.view, total_amount: 12 } })],
    });
    expect(push).toMatchObject({ days: 4, cents: 1200 });
  });
});

describe('completed work', () => {
  const done = job({ view: { status: 'completed' }, seen: { updated_at: at('2026-03-01') } });
  const doneProject = project({
    id: '2',
    view: { status: 'completed' },
    seen: { updated_at: at('2026-03-02') },
  });

  test.each<[string, Book, string[]]>([
    ['of a customer without an estimate', { workOrders: [done] }, ['noEstimate:workOrders/1']],
    ['as a project', { projects: [doneProject] }, ['noEstimate:projects/2']],
    [
      'only the last of a customer',
      { workOrders: [done], projects: [doneProject] },
      ['noEstimate:projects/2'],
    ],
    [
      'with a rejected and an expired estimate',
      {
        workOrders: [done],
        estimates: [
          estimate({ view: { status: 'rejected' } }),
          estimate({ id: '2', view: { status: 'expired' } }),
        ],
      },
      ['noEstimate:workOrders/1'],
    ],
    ['with a draft', { workOrders: [done], estimates: [estimate({})] }, []],
    ['that was cancelled', { workOrders: [job({ view: { status: 'cancelled' } })] }, []],
    [
      'without a customer',
      {
        workOrders: [job({ view: { status: 'completed', customer: null } })],
        projects: [project({ view: { status: 'completed', customer: '' } })],
      },
      [],
    ],
  ])('%s', (_, book, expected) => {
    expect(keys(listed(book))).toEqual(expected);
  });

  it('is not listed while estimates are missing on this device', () => {
    expect(listed({ workOrders: [done] }, { whole: { estimates: false, workOrders: true } })).toEqual([]);
  });
});

describe('a project in progress', () => {
  const begun = project({ view: { status: 'in_progress' } });

  test.each<[string, Book, string[]]>([
    ['with an open work order', { projects: [begun], workOrders: [job({})] }, []],
    [
      'with completed work only',
      { projects: [begun], workOrders: [job({ view: { status: 'completed' } })], estimates: [estimate({})] },
      ['projectNotPlanned:projects/1'],
    ],
    ['without any work', { projects: [begun] }, ['projectNotPlanned:projects/1']],
    ['without a customer', { projects: [project({ view: { status: 'in_progress', customer: null } })] }, []],
    ['on hold', { projects: [project({ view: { status: 'on_hold' } })] }, []],
  ])('%s', (_, book, expected) => {
    expect(keys(listed(book))).toEqual(expected);
  });
});

describe('what a customer lacks', () => {
  const books: readonly Book[] = [
    { estimates: [estimate(ACCEPTED)] },
    { projects: [project({ view: { status: 'in_progress' } })] },
    { workOrders: [job({ view: { status: 'completed' } })] },
    { projects: [project({ view: { status: 'completed' } })] },
  ];

  test.each(books)('is not told of a customer that is not on this device', (book) => {
    expect(listed(book)).toHaveLength(1);
    expect(listed({ ...book, customers: [{ localId: '8' }] })).toEqual([]);
  });

  it('is not planned since the last work, not since the project began', () => {
    const begun = project({ view: { status: 'in_progress' }, seen: { updated_at: at('2025-03-01') } });
    const done = job({
      view: { status: 'completed' },
      seen: { updated_at: at('2026-03-03'), first_seen: 1 },
    });
    const rest = { projects: [begun], estimates: [estimate({})] };
    expect(listed(rest)).toMatchObject([{ days: 369 }]);
    expect(listed({ ...rest, workOrders: [done] })).toMatchObject([{ days: 2 }]);
  });

  const cancelled = job({ id: '9', view: { status: 'cancelled' } });
  const rejected = estimate({ id: '9', view: { status: 'rejected' } });
  test.each<[string, Book, Book]>([
    [
      'an accepted estimate, after work that was cancelled',
      { estimates: [estimate(ACCEPTED)] },
      { workOrders: [cancelled] },
    ],
    [
      'a project, after work that was cancelled',
      { projects: [project({ view: { status: 'in_progress' } })] },
      { workOrders: [cancelled] },
    ],
    [
      'completed work, after an estimate that was rejected',
      { workOrders: [job({ view: { status: 'completed' } })] },
      { estimates: [rejected] },
    ],
  ])('is another reason for %s', (_, book, over) => {
    const [before] = listed(book);
    const [after] = listed({
      ...book,
      ...over,
      estimates: [...(book.estimates ?? []), ...(over.estimates ?? [])],
    });
    expect(before && after && pushKey(after)).toBe(before && pushKey(before));
    expect(before && after && reasonOf(after)).not.toBe(before && reasonOf(before));
  });
});
