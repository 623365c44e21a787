import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPushes } from '../../../src/domain/push/list-pushes.ts';
import { isOld } from '../../../src/domain/push/push.ts';
import { at, estimate, job, keys, listed, NOON, project, QUESTION } from '../../support/records/push-book.ts';

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
