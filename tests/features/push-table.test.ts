import { expect, test } from 'vitest';
import { type Estimate, estimateSpec } from '../../src/domain/estimate.ts';
import { dayAt, NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { type Project, projectSpec } from '../../src/domain/project.ts';
import { listPushes } from '../../src/domain/push/list-pushes.ts';
import { isOld } from '../../src/domain/push/push.ts';
import type { Seen } from '../../src/domain/seen.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { type WorkOrder, workOrderSpec } from '../../src/domain/work-order.ts';
import { pushSaid } from '../../src/features/dashboard/push/push-said.ts';

// Sixty records as an office may have them, and all that is said of them at three moments.

const ENV = { now: 0, random: 0 };

/** Noon on the device's clock. */
function at(day: string): number {
  return new Date(`2026-${day}T12:00:00`).getTime();
}

/** Days without the year. */
interface Times {
  /** By the server. */
  readonly made?: string;
  readonly changed?: string;
  /** When it got its status, as this device saw it. */
  readonly since?: string;
  /** When this device saw it first. */
  readonly seen?: string;
}

function seenAt({ made, changed, since, seen = '01-01' }: Times): Seen {
  const time = (day: string | undefined): number | null => (day === undefined ? null : at(day));
  return {
    created_at: time(made),
    updated_at: time(changed),
    first_seen: at(seen),
    ...(since !== undefined && { status_since: { at: at(since), isExact: true, isLast: true } }),
  };
}

function rowsOf<View>(
  blank: object,
  table: readonly (readonly [id: string, customer: string | null, Partial<View>, Times?])[],
) {
  return table.map(([localId, customer, view, times = {}]) => ({
    localId,
    view: { ...blank, customer, ...view } as View,
    seen: seenAt(times),
  }));
}

const day = (text: string): string => `2026-${text}`;
const log = (text: string): string => `--- Log ---\n2026-${text} 09:00 Ann: Fans set`;
const drying = (text: string): string => `--- Drying ---\n2026-${text} 09:00 Ann: points A1 34`;

// Customers a to l are on this device, z is not.
const CUSTOMERS = 'abcdefghijkl'.split('').map((localId) => ({ localId }));

const ESTIMATES = rowsOf<Estimate>(estimateSpec.blank(ENV), [
  ['e1', 'a', { status: 'sent', total_amount: 900 }, { since: '03-02', changed: '03-02' }],
  ['e2', 'a', { status: 'sent', total_amount: 400 }, { changed: '02-24' }],
  ['e3', 'a', { status: 'sent', total_amount: 5000 }, { seen: '03-01' }],
  ['e4', 'a', { status: 'sent', total_amount: 5000 }, { changed: '03-04' }],
  ['e5', 'b', { status: 'sent', total_amount: 100, valid_until: day('03-05') }, { changed: '03-04' }],
  ['e6', 'b', { status: 'draft', total_amount: 800, valid_until: day('03-06') }],
  ['e7', 'b', { status: 'sent', total_amount: 100, valid_until: day('03-12') }, { changed: '02-01' }],
  ['e8', 'b', { status: 'draft', total_amount: 100, valid_until: day('03-13') }],
  ['e9', 'b', { status: 'sent', total_amount: 60, valid_until: day('03-04') }],
  ['e10', 'b', { status: 'draft', total_amount: 70, valid_until: day('02-20') }],
  ['e11', 'b', { status: 'sent', total_amount: 80, valid_until: day('02-02') }],
  ['e12', 'b', { status: 'accepted', total_amount: 80, valid_until: day('02-02') }],
  ['e13', 'b', { status: 'rejected', valid_until: day('02-02') }],
  ['e14', 'b', { status: 'expired', valid_until: day('02-02') }],
  ['e15', 'c', { status: 'accepted', total_amount: 2000 }, { since: '03-04' }],
  ['e16', 'd', { status: 'accepted', total_amount: 3000 }, { since: '02-27' }],
  ['e17', 'e', { status: 'accepted', total_amount: 4000 }, { since: '02-27' }],
  ['e18', 'f', { status: 'accepted', total_amount: 4000 }, { since: '02-27' }],
  ['e19', 'z', { status: 'accepted', total_amount: 9000 }, { since: '02-27' }],
  ['e20', null, { status: 'accepted', total_amount: 9000 }, { since: '02-27' }],
  ['e21', 'g', { status: 'rejected', total_amount: 50 }, { since: '02-27' }],
  ['e22', 'h', { status: 'draft', total_amount: 50 }],
  ['e23', 'a', { status: 'draft', total_amount: 50 }, { changed: '01-05' }],
  ['e24', 'l', { status: 'accepted', total_amount: 10_000 }, { since: '01-05' }],
]);

const WORK_ORDERS = rowsOf<WorkOrder>(workOrderSpec.blank(ENV), [
  ['w1', 'a', { status: 'pending', scheduled_date: day('03-04') }],
  ['w2', 'a', { status: 'assigned', scheduled_date: day('03-02'), estimated_cost: 10 }],
  ['w3', 'a', { status: 'assigned', scheduled_date: day('02-03') }],
  ['w4', 'a', { status: 'pending', scheduled_date: day('02-02') }],
  ['w5', 'a', { status: 'pending', scheduled_date: day('03-05') }],
  ['w6', 'a', { status: 'pending', scheduled_date: day('03-09') }],
  ['w7', 'a', { status: 'pending', scheduled_date: null }],
  ['w8', 'a', { status: 'completed', scheduled_date: day('03-01') }, { changed: '03-01' }],
  ['w9', 'a', { status: 'cancelled', scheduled_date: day('03-01') }],
  ['w10', 'a', { status: 'invoiced' as 'pending', scheduled_date: day('03-03') }],
  ['w11', 'b', { status: 'in_progress', notes: log('03-02'), estimated_cost: 700 }],
  ['w12', 'b', { status: 'in_progress', notes: log('03-04') }],
  ['w13', 'b', { status: 'in_progress', notes: drying('03-01'), estimated_cost: 20 }],
  ['w14', 'b', { status: 'in_progress', notes: '' }, { since: '03-01', changed: '03-01' }],
  ['w15', 'b', { status: 'in_progress', notes: '' }, { changed: '02-28' }],
  ['w16', 'b', { status: 'in_progress', notes: '' }, { seen: '03-04' }],
  ['w17', 'd', { status: 'cancelled', scheduled_date: null }, { made: '03-01', changed: '03-02' }],
  ['w18', 'e', { status: 'completed', scheduled_date: null }, { made: '03-01', changed: '03-02' }],
  ['w19', 'f', { status: 'completed', scheduled_date: null }, { made: '02-01', changed: '02-10' }],
  ['w20', 'g', { status: 'completed', estimated_cost: 300 }, { made: '02-01', changed: '03-01' }],
  ['w21', 'h', { status: 'completed', estimated_cost: 300 }, { made: '02-01', changed: '03-01' }],
  ['w22', 'i', { status: 'completed', estimated_cost: 500 }, { made: '01-01', changed: '01-10' }],
  ['w23', 'z', { status: 'completed', estimated_cost: 500 }, { made: '01-01', changed: '03-01' }],
  ['w24', 'j', { status: 'completed', estimated_cost: 500 }, { made: '01-01', changed: '03-03' }],
]);

const PROJECTS = rowsOf<Project>(projectSpec.blank(ENV), [
  ['p1', 'a', { status: 'in_progress', estimated_cost: 100 }, { since: '02-20' }],
  ['p2', 'c', { status: 'in_progress', estimated_cost: 100 }, { since: '03-03' }],
  ['p3', 'k', { status: 'in_progress', estimated_cost: 90_000 }, { since: '01-05' }],
  ['p4', 'j', { status: 'in_progress', estimated_cost: 1000 }, { since: '01-05' }],
  ['p5', 'j', { status: 'planning', estimated_cost: 1000 }],
  ['p6', 'j', { status: 'on_hold', estimated_cost: 1000 }],
  ['p7', 'i', { status: 'completed', estimated_cost: 600 }, { made: '01-01', changed: '02-28' }],
  ['p8', 'h', { status: 'completed', estimated_cost: 600 }, { made: '01-01', changed: '02-28' }],
  ['p9', 'z', { status: 'in_progress', estimated_cost: 600 }, { since: '02-28' }],
  ['p10', null, { status: 'completed', estimated_cost: 600 }, { since: '02-28' }],
  ['p11', 'j', { status: 'cancelled', estimated_cost: 600 }, { since: '02-28' }],
  ['p12', 'b', { status: 'completed', estimated_cost: 600 }, { since: '02-28' }],
]);

/** All that is listed, in order. What has waited for more than 30 days is in parentheses. */
function listedAt(now: Date): readonly string[] {
  const rows = { customers: CUSTOMERS, estimates: ESTIMATES, workOrders: WORK_ORDERS, projects: PROJECTS };
  const whole = { estimates: true, workOrders: true };
  const question = { now: now.getTime(), countedFrom: 0, dates: NO_DATE_FORMS, whole };
  const today = dayAt(now.getTime());
  return drawAll(listPushes(rows, question)).map((push) => {
    const customer = `Customer ${push.row.view.customer}`;
    const said = `${push.row.localId}: ${pushSaid(push, { customer, today })}`;
    return isOld(push) ? `(${said})` : said;
  });
}

test('there are sixty', () => {
  expect(ESTIMATES.length + WORK_ORDERS.length + PROJECTS.length).toBe(60);
});

test.each<[string, Date, readonly string[]]>([
  [
    'on a Thursday at noon',
    new Date(2026, 2, 5, 12),
    [
      'w3: Was due Feb 3',
      'w2: Was due Monday',
      'w10: Was due Tuesday',
      'w1: Was due yesterday',
      'e18: Accepted; Customer f has no open work order',
      'e3: No change seen here for 4 days',
      'e16: Accepted; Customer d has no open work order',
      'e6: Runs out tomorrow',
      'e2: Sent, not changed for 9 days',
      'p7: Completed; Customer i has no estimate',
      'e1: Sent 3 days ago, nothing since',
      'w11: No entry since Monday',
      'p4: In progress; nothing is planned',
      'e15: Accepted; Customer c has no open work order',
      'w20: Completed; Customer g has no estimate',
      'w24: Completed; Customer j has no estimate',
      'e10: Ran out on Feb 20',
      'e5: Runs out today',
      'p2: In progress; nothing is planned',
      'e7: Runs out on Mar 12',
      'w13: No reading since Sunday',
      'e9: Ran out yesterday',
      'w15: No entry yet, not changed for 5 days',
      'w14: In progress for 4 days, no entry yet',
      '(w4: Was due Feb 2)',
      '(p3: In progress; nothing is planned)',
      '(e24: Accepted; Customer l has no open work order)',
      '(e11: Ran out on Feb 2)',
    ],
  ],
  [
    'four days later, just after midnight, the clocks having changed',
    new Date(2026, 2, 9, 0, 30),
    [
      'w2: Was due Mar 2',
      'w10: Was due Tuesday',
      'w1: Was due Wednesday',
      'w5: Was due Thursday',
      'e18: Accepted; Customer f has no open work order',
      'e3: No change seen here for 8 days',
      'e16: Accepted; Customer d has no open work order',
      'e4: Sent, not changed for 5 days',
      'e15: Accepted; Customer c has no open work order',
      'e1: Sent 7 days ago, nothing since',
      'p4: In progress; nothing is planned',
      'p7: Completed; Customer i has no estimate',
      'e2: Sent, not changed for 13 days',
      'w11: No entry since Mar 2',
      'w24: Completed; Customer j has no estimate',
      'w20: Completed; Customer g has no estimate',
      'e6: Ran out on Friday',
      'e10: Ran out on Feb 20',
      'p2: In progress; nothing is planned',
      'e7: Runs out on Thursday',
      'e5: Ran out on Thursday',
      'e8: Runs out on Friday',
      'e9: Ran out on Wednesday',
      'w13: No reading since Mar 1',
      'w15: No entry yet, not changed for 9 days',
      'w14: In progress for 8 days, no entry yet',
      'w12: No entry since Wednesday',
      'w16: No change seen here for 5 days',
      '(w4: Was due Feb 2)',
      '(w3: Was due Feb 3)',
      '(p3: In progress; nothing is planned)',
      '(e24: Accepted; Customer l has no open work order)',
      '(e11: Ran out on Feb 2)',
    ],
  ],
  [
    'a month later',
    new Date(2026, 3, 6, 9),
    [
      'w6: Was due Mar 9',
      'e7: Ran out on Mar 12',
      'e8: Ran out on Mar 13',
      '(w4: Was due Feb 2)',
      '(w3: Was due Feb 3)',
      '(w2: Was due Mar 2)',
      '(w10: Was due Mar 3)',
      '(w1: Was due Mar 4)',
      '(w5: Was due Mar 5)',
      '(p3: In progress; nothing is planned)',
      '(e24: Accepted; Customer l has no open work order)',
      '(e3: No change seen here for 36 days)',
      '(e4: Sent, not changed for 33 days)',
      '(e18: Accepted; Customer f has no open work order)',
      '(e16: Accepted; Customer d has no open work order)',
      '(e15: Accepted; Customer c has no open work order)',
      '(p4: In progress; nothing is planned)',
      '(e1: Sent 35 days ago, nothing since)',
      '(e6: Ran out on Mar 6)',
      '(w11: No entry since Mar 2)',
      '(p7: Completed; Customer i has no estimate)',
      '(w24: Completed; Customer j has no estimate)',
      '(e2: Sent, not changed for 41 days)',
      '(w20: Completed; Customer g has no estimate)',
      '(e11: Ran out on Feb 2)',
      '(p2: In progress; nothing is planned)',
      '(e5: Ran out on Mar 5)',
      '(e10: Ran out on Feb 20)',
      '(e9: Ran out on Mar 4)',
      '(w13: No reading since Mar 1)',
      '(w15: No entry yet, not changed for 37 days)',
      '(w14: In progress for 36 days, no entry yet)',
      '(w12: No entry since Mar 4)',
      '(w16: No change seen here for 33 days)',
    ],
  ],
])('%s', (_, now, expected) => {
  expect(listedAt(now)).toEqual(expected);
});
