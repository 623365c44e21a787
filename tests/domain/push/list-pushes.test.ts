import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Estimate, estimateSpec } from '../../../src/domain/estimate.ts';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { type Project, projectSpec } from '../../../src/domain/project.ts';
import { listPushes, type PushQuestion } from '../../../src/domain/push/list-pushes.ts';
import { isOld, type Push, pushKey, reasonOf } from '../../../src/domain/push/push.ts';
import type { Seen } from '../../../src/domain/seen.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../../src/domain/work-order.ts';

const NOON = new Date(2026, 2, 5, 12).getTime();
const QUESTION: PushQuestion = {
  now: NOON,
  countedFrom: 0,
  dates: NO_DATE_FORMS,
  whole: { estimates: true, workOrders: true },
};
const env = { now: 0, random: 0 };

function at(day: string): number {
  return new Date(`${day}T12:00:00`).getTime();
}

interface Given<View> {
  readonly id?: string;
  readonly view?: Partial<View>;
  readonly seen?: Partial<Seen>;
}

function row<View>(blank: object, { id = '1', view = {}, seen = {} }: Given<View>) {
  return {
    localId: id,
    view: { ...blank, customer: '7', title: id, ...view } as View,
    seen: { created_at: null, updated_at: null, first_seen: NOON, ...seen },
  };
}

const estimate = (given: Given<Estimate>) => row<Estimate>(estimateSpec.blank(env), given);
const project = (given: Given<Project>) => row<Project>(projectSpec.blank(env), given);
const job = (given: Given<WorkOrder>) => row<WorkOrder>(workOrderSpec.blank(env), given);

interface Book {
  readonly customers?: readonly { readonly localId: string; readonly serverId?: number }[];
  readonly projects?: readonly ReturnType<typeof project>[];
  readonly estimates?: readonly ReturnType<typeof estimate>[];
  readonly workOrders?: readonly ReturnType<typeof job>[];
}

function listed(book: Book, question: Partial<PushQuestion> = {}): readonly Push[] {
  const rows = { customers: [{ localId: '7', serverId: 7 }], projects: [], estimates: [], workOrders: [] };
  return drawAll(listPushes({ ...rows, ...book }, { ...QUESTION, ...question }));
}

const keys = (pushes: readonly Push[]): string[] => pushes.map(pushKey);

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

describe('the list', () => {
  const sent = (id: string, total_amount: number, day: string) =>
    estimate({ id, view: { status: 'sent', total_amount }, seen: { updated_at: at(day) } });
  const late = (id: string, day: string) => job({ id, view: { scheduled_date: day } });

  it('begins with overdue work, then goes by money times days, then by days', () => {
    const pushes = listed({
      estimates: [
        sent('10 x 5', 10, '2026-02-28'),
        sent('0 x 9', 0, '2026-02-24'),
        sent('20 x 3', 20, '2026-03-02'),
        sent('0 x 20', 0, '2026-02-13'),
      ],
      workOrders: [late('new', '2026-03-04'), late('old', '2026-03-01')],
    });
    expect(pushes.map(({ row }) => row.localId)).toEqual([
      'old',
      'new',
      '20 x 3',
      '10 x 5',
      '0 x 20',
      '0 x 9',
    ]);
  });

  it('counts the money of a push of today', () => {
    const since = { status_since: { at: NOON + 1, isExact: true, isLast: true } };
    const [first] = listed({
      estimates: [
        sent('1 x 20', 1, '2026-02-13'),
        estimate({ id: 'today', view: { status: 'accepted', total_amount: 50 }, seen: since }),
      ],
    });
    expect(first).toMatchObject({ days: 0, row: { localId: 'today' } });
  });

  it('ends with what has waited for more than 30 days, in the same order', () => {
    const pushes = listed({
      customers: [{ localId: '7' }, { localId: '8' }],
      estimates: [
        sent('old 100', 100, '2026-02-02'),
        sent('old 200', 200, '2026-02-02'),
        sent('new', 1, '2026-03-02'),
      ],
      projects: [
        project({
          id: 'left alone',
          view: { status: 'in_progress', estimated_cost: 900, customer: '8' },
          seen: { updated_at: at('2025-03-01') },
        }),
      ],
      workOrders: [late('late old', '2026-01-01'), late('late', '2026-02-03')],
    });
    expect(pushes.map(({ row }) => row.localId)).toEqual([
      'late',
      'new',
      'late old',
      'left alone',
      'old 200',
      'old 100',
    ]);
    expect(pushes.filter(isOld)).toHaveLength(4);
  });

  it('is drawn in steps, and each record is in it once', () => {
    const many = Array.from({ length: 2500 }, (_, n) => `${n}`);
    const statuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
    const book = {
      customers: [0, 9000].flatMap((from) =>
        many.map((id) => ({ localId: `c${from + Number(id)}`, serverId: from + Number(id) })),
      ),
      workOrders: many.map((id, n) =>
        job({
          id,
          view: { status: statuses[n % 4] ?? 'pending', customer: id, scheduled_date: '2026-03-01' },
          seen: { updated_at: 1 },
        }),
      ),
      estimates: many.map((id, n) =>
        estimate({
          id,
          view: { status: n % 2 ? 'accepted' : 'rejected', customer: `c${Number(id) + 9000}` },
        }),
      ),
      projects: many.map((id, n) =>
        project({
          id,
          view: { status: n % 2 ? 'in_progress' : 'completed', customer: `c${Number(id) + 9000}` },
        }),
      ),
    };
    const steps = listPushes(book, QUESTION);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(30);
    const found = keys(step.value);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(5000);
  });

  it('is the same as one that is made naively', () => {
    const aDay = fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`);
    const aJob = fc.record({
      status: fc.constantFrom('pending', 'assigned', 'in_progress', 'completed', 'cancelled'),
      customer: fc.constantFrom('1', '2', '3'),
      day: aDay,
    });
    fc.assert(
      fc.property(fc.array(aJob, { maxLength: 12 }), fc.array(aDay, { maxLength: 5 }), (jobs, days) => {
        const workOrders = jobs.map(({ status, customer, day }, n) =>
          job({
            id: `${n}`,
            view: { status: status as 'pending', customer, scheduled_date: day },
            seen: { created_at: at(day) },
          }),
        );
        const estimates = days.map((day, n) =>
          estimate({
            id: `${n}`,
            view: { status: 'accepted', customer: `${(n % 3) + 1}` },
            seen: { status_since: { at: at(day), isExact: true, isLast: true } },
          }),
        );
        const naive = estimates.filter(({ view, seen }) => {
          const theirs = workOrders.filter((one) => one.view.customer === view.customer);
          return theirs.every(
            (one) =>
              one.view.status === 'cancelled' ||
              (one.view.status === 'completed' && (one.seen.created_at ?? 0) < (seen.status_since?.at ?? 0)),
          );
        });
        const customers = ['1', '2', '3'].map((localId) => ({ localId }));
        const found = listed({ customers, estimates, workOrders }).filter(
          ({ rule }) => rule === 'notPlanned',
        );
        // A customer without a work order lacks one, too.
        expect(found.map(({ row: { localId } }) => localId).sort()).toEqual(
          naive.map(({ localId }) => localId).sort(),
        );
      }),
    );
  });
});
