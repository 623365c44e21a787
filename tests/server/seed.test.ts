import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tokens } from '../../server/auth/tokens.ts';
import type { Database } from '../../server/db/database.ts';
import { createCompany, findUserByName } from '../../server/repositories/accounts.ts';
import { beginSession } from '../../server/repositories/sessions.ts';
import { serverResources } from '../../server/resources/server-resources.ts';
import { dayFrom } from '../../server/seed/demo-calendar.ts';
import { demoCustomers } from '../../server/seed/demo-customers.ts';
import { demoRecords } from '../../server/seed/demo-records.ts';
import { DEMO_SIGN_IN, demoSignInWorks, seedDemo } from '../../server/seed/seed-demo.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from '../../src/domain/customer.ts';
import { readChecklist } from '../../src/domain/day/checklist.ts';
import { readClaim } from '../../src/domain/day/claim.ts';
import { readClockTime } from '../../src/domain/day/clock-time.ts';
import { LOG, localOffset, readEntries, readStamp, STAMP_PATTERN } from '../../src/domain/day/entries.ts';
import { otherNotes, readJob, STEPS, stepTaken } from '../../src/domain/day/job.ts';
import { latenessOf } from '../../src/domain/day/late.ts';
import { ESTIMATE_STATUSES, estimateSpec } from '../../src/domain/estimate.ts';
import { withTax } from '../../src/domain/money.ts';
import { NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES } from '../../src/domain/project.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../src/domain/work-order.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { send } from '../support/server/send.ts';
import { build, JWT_SECRET } from '../support/server/server.ts';

/** Local time, because the work of today follows the clock. */
const NOW = new Date(2026, 2, 2, 15, 0, 30);
const TOKEN_SETTINGS = { secret: JWT_SECRET, accessSeconds: 900, refreshSeconds: 900, sessionSeconds: 900 };

describe('the demo customers', () => {
  const rows = demoCustomers();

  it('are 200, the same ones every time', () => {
    expect(rows).toHaveLength(200);
    expect(demoCustomers()).toEqual(rows);
    // A change here changes what screenshots and other people's tests see.
    expect(rows[0]?.customer).toMatchInlineSnapshot(`
      {
        "address_line_1": "3025 Lakeview Dr",
        "city": "Minneapolis",
        "company_name": "",
        "customer_type": "residential",
        "email": "grace.murphy@example.com",
        "first_name": "Grace",
        "last_name": "Murphy",
        "phone": "+1-612-555-0160",
        "postal_code": "55401",
        "state": "MN",
        "status": "prospect",
      }
    `);
  });

  it('would pass the checks of the API', () => {
    for (const { customer } of rows)
      expect(serverResources.customers.input.safeParse(customer).data).toEqual(customer);
  });

  it('have emails of their own, below a domain that reaches nobody', () => {
    const emails = rows.map(({ customer }) => customer.email);
    expect(new Set(emails).size).toBe(200);
    for (const email of emails) expect(email).toMatch(/^[a-z.0-9]+@([a-z]+\.)?example\.com$/);
  });

  it('are of every type and status, in the towns around one city, some without phone or company', () => {
    const values = (field: 'customer_type' | 'status' | 'state' | 'city') =>
      new Set(rows.map(({ customer }) => customer[field]));
    expect([...values('customer_type')].sort()).toEqual([...CUSTOMER_TYPES].sort());
    expect([...values('status')].sort()).toEqual([...CUSTOMER_STATUSES].sort());
    expect([...values('state')].sort()).toEqual(['MN', 'WI']);
    expect(values('city').size).toBeGreaterThan(10);
    const phones = rows.map(({ customer }) => customer.phone);
    expect(phones).toContain('');
    for (const phone of phones.filter((text) => text !== ''))
      expect(phone).toMatch(/^\+1-\d{3}-555-01\d{2}$/);
    expect(rows.some(({ customer }) => customer.company_name === '')).toBe(true);
  });

  it('were added over months, and never changed before they were added', () => {
    const added = rows.map(({ addedMinutesAgo }) => addedMinutesAgo);
    expect(Math.max(...added) - Math.min(...added)).toBeGreaterThan(180 * 24 * 60);
    for (const row of rows) {
      expect(row.addedMinutesAgo).toBeGreaterThan(0);
      expect(row.changedMinutesAgo).toBeGreaterThanOrEqual(0);
      expect(row.changedMinutesAgo).toBeLessThanOrEqual(row.addedMinutesAgo);
    }
  });
});

describe('the demo jobs', () => {
  const today = dayFrom(NOW, 0);
  const demo = demoRecords(NOW);
  const bodies = (name: ResourceName) => demo[name].map(({ body }) => body);
  const valuesOf = (name: ResourceName, field: string) =>
    [...new Set(bodies(name).map((body) => String(body[field])))].sort();
  const having = (name: ResourceName, status: string) =>
    bodies(name).filter((body) => body['status'] === status);

  it('are the same ones every time, at other times with other dates', () => {
    expect(demoRecords(NOW)).toEqual(demo);
    const later = demoRecords(new Date(NOW.getTime() + 86_400_000));
    expect(later.projects.map(({ body }) => body['title'])).toEqual(
      demo.projects.map(({ body }) => body['title']),
    );
    expect(later.projects[149]?.createdAt.getTime()).toBe(
      Number(demo.projects[149]?.createdAt.getTime()) + 86_400_000,
    );
  });

  it.each(RESOURCE_NAMES)('of %s have every field, and would pass the checks of the API', (name) => {
    const { input, spec } = serverResources[name];
    for (const body of bodies(name)) {
      expect(Object.keys(body).sort()).toEqual([...spec.fieldNames].sort());
      expect(input.safeParse(body).error).toBeUndefined();
    }
  });

  it('have every type, status and priority', () => {
    expect(valuesOf('projects', 'project_type')).toEqual([...PROJECT_TYPES].sort());
    expect(valuesOf('projects', 'status')).toEqual([...PROJECT_STATUSES].sort());
    expect(valuesOf('projects', 'priority')).toEqual([...PROJECT_PRIORITIES].sort());
    expect(valuesOf('estimates', 'status')).toEqual([...ESTIMATE_STATUSES].sort());
    expect(valuesOf('workOrders', 'status')).toEqual([...WORK_ORDER_STATUSES].sort());
    expect(valuesOf('workOrders', 'priority')).toEqual([...WORK_ORDER_PRIORITIES].sort());
  });

  it('have numbers of their own', () => {
    expect(valuesOf('estimates', 'estimate_number')).toHaveLength(250);
    expect(bodies('estimates')[0]).toMatchObject({ estimate_number: 'EST-000001' });
    expect(valuesOf('workOrders', 'work_order_number')).toHaveLength(300);
    for (const number of valuesOf('workOrders', 'work_order_number')) {
      expect(number).toMatch(/^WO-\d{13}-\d{1,3}$/);
    }
  });

  it('are completed until now at the latest, and come soon where they are assigned', () => {
    for (const { estimated_completion_date: end } of having('projects', 'completed')) {
      expect(String(end) < today).toBe(true);
    }
    for (const { scheduled_date: day } of having('workOrders', 'completed')) {
      expect(String(day) <= today).toBe(true);
    }
    const assigned = having('workOrders', 'assigned').map((body) => String(body['scheduled_date']));
    expect(assigned.filter((day) => day > today).length).toBeGreaterThan(10);
    expect(assigned.filter((day) => day < today && day !== 'null').length).toBeGreaterThan(0);
    const late = having('projects', 'in_progress').filter(
      (body) => String(body['estimated_completion_date']) < today,
    );
    expect(late.length).toBeGreaterThan(0);
  });

  it('fill the days around today: some overdue, some today and tomorrow, some through two weeks', () => {
    const open = bodies('workOrders').filter(
      ({ status }) => !['completed', 'cancelled'].includes(String(status)),
    );
    const on = (days: number) => open.filter((body) => body['scheduled_date'] === dayFrom(NOW, days)).length;
    expect([-4, -3, -2, -1].reduce((sum, days) => sum + on(days), 0)).toBeGreaterThan(1);
    expect(on(0)).toBeGreaterThan(4);
    expect(on(1)).toBeGreaterThan(2);
    const ahead = Array.from({ length: 14 }, (_, days) => on(days + 1));
    expect(ahead.filter((count) => count > 0).length).toBeGreaterThan(9);
    const mine = bodies('workOrders').filter(
      (body) =>
        body['scheduled_date'] === dayFrom(NOW, 0) &&
        readJob(String(body['notes'])).crew.includes('Dana Keller'),
    );
    expect(mine.length).toBeGreaterThan(1);
  });

  it.each([
    { clock: '06:30', done: 0, running: 0, late: 2 },
    { clock: '11:00', done: 3, running: 3, late: 3 },
    { clock: '15:00', done: 9, running: 2, late: 4 },
    { clock: '20:00', done: 14, running: 0, late: 4 },
  ])('of today are as far as a company is at $clock, with a few late', ({ clock, ...expected }) => {
    const now = new Date(`2026-03-02T${clock}:30`);
    const orders = demoRecords(now).workOrders.map(({ body }) => body as unknown as WorkOrder);
    const todays = orders.filter((order) => order.scheduled_date === dayFrom(now, 0));
    const when = { now: now.getTime(), today: dayFrom(now, 0), dates: NO_DATE_FORMS };
    expect({
      done: todays.filter(({ status }) => status === 'completed').length,
      running: todays.filter(({ status }) => status === 'in_progress').length,
      late: orders.filter((order) => latenessOf(order, when) !== null).length,
    }).toEqual(expected);
  });

  it.each(['00:05', '07:59', '15:00', '23:55'])(
    'begin at the appointed time, and end on the same day, at %s',
    (clock) => {
      const now = new Date(`2026-03-02T${clock}:30`);
      const appointed = demoRecords(now).workOrders.flatMap(({ body, createdAt }) => {
        const notes = String(body['notes']);
        const [from = ''] = readJob(notes).time.split('-');
        const [onTheWay = 0, started = 0, finished = now.getTime()] = STEPS.map(
          (step) => stepTaken(notes, step, localOffset)?.at,
        );
        const due = new Date(`${String(body['scheduled_date'])}T${from}`).getTime();
        return from === '' || started === 0 ? [] : [{ body, createdAt, due, onTheWay, started, finished }];
      });
      expect(appointed.length).toBeGreaterThan(50);
      for (const { createdAt, due, onTheWay, started, finished } of appointed) {
        expect(started).toBeGreaterThanOrEqual(due);
        expect(started).toBeLessThanOrEqual(due + 15 * 60_000);
        expect(onTheWay).toBeLessThan(started);
        // A stamp has no seconds.
        expect(onTheWay).toBeGreaterThan(createdAt.getTime() - 60_000);
        expect(finished).toBeGreaterThan(started);
      }
      for (const { body, finished } of appointed.filter(({ body }) => body['status'] === 'completed'))
        expect(dayFrom(new Date(finished), 0)).toBe(body['scheduled_date']);
    },
  );

  it('have titles that say the work, without the address or the customer', () => {
    for (const name of ['projects', 'estimates', 'workOrders'] as const) {
      for (const body of bodies(name)) {
        const customer = demo.customers[Number(body['customer'])]?.body ?? {};
        const told = [
          body['address_line_1'],
          customer['address_line_1'],
          customer['last_name'],
          customer['company_name'],
        ];
        for (const text of told.filter(Boolean)) expect(String(body['title'])).not.toContain(String(text));
      }
    }
  });

  it.each(['projects', 'estimates', 'workOrders'] as const)(
    'of %s have titles of which no customer has two alike, and few have the same',
    (name) => {
      const titles = bodies(name).map((body) => String(body['title']));
      const owned = bodies(name).map((body) => `${String(body['customer'])} ${String(body['title'])}`);
      expect(owned.filter((one, place) => owned.indexOf(one) !== place)).toEqual([]);
      const counts = titles.map((title) => titles.filter((other) => other === title).length);
      expect(Math.max(...counts)).toBeLessThan(8);
    },
  );

  it('show on every screen what a job can hold: crew, time, hazards, half a checklist, a log, a claim', () => {
    const running = having('workOrders', 'in_progress').map(({ notes }) => String(notes));
    const halves = running
      .map((notes) => readChecklist(notes))
      .filter((items) => items.some((item) => item.done));
    expect(halves.some((items) => items.some((item) => !item.done))).toBe(true);
    for (const notes of running) {
      expect(readJob(notes).crew).not.toEqual([]);
      expect(readEntries(notes, LOG, localOffset)).not.toEqual([]);
    }
    const all = bodies('workOrders').map(({ notes }) => readJob(String(notes)));
    expect(all.some(({ flags }) => flags.includes('gas off'))).toBe(true);
    for (const { time } of all.filter((job) => job.time !== '')) expect(readClockTime(time)).not.toBeNull();
    const claims = bodies('projects').map(({ description }) => readClaim(String(description)));
    expect(claims.filter(({ carrier }) => carrier !== '').length).toBeGreaterThan(40);
    const owners = bodies('projects').map((body) => body['customer']);
    const most = Math.max(...owners.map((owner) => owners.filter((other) => other === owner).length));
    expect(most).toBeGreaterThan(8);
  });

  it('say in the free text how to get in, not among the hazards', () => {
    const all = bodies('workOrders').map(({ notes }) => String(notes));
    for (const { flags } of all.map(readJob)) expect(flags.join()).not.toMatch(/gate|key|lockbox|park|desk/i);
    const free = all.map(otherNotes).filter((text) => text !== '');
    for (const word of ['Gate code 4471.', 'Key at the front desk.']) expect(free).toContain(word);
  });

  it('tell nothing that has not happened yet or that came after the last change, and reach nobody', () => {
    for (const { body, updatedAt } of demo.workOrders) {
      for (const [stamp] of String(body['notes']).matchAll(new RegExp(STAMP_PATTERN, 'g')))
        expect(readStamp(stamp, localOffset)?.at).toBeLessThanOrEqual(updatedAt.getTime());
      expect(updatedAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }
    const adjusters = bodies('projects').map(({ description }) => readClaim(String(description)).adjuster);
    for (const adjuster of adjusters.filter((text) => text !== '')) {
      expect(adjuster).toMatch(/, \+1-612-555-01\d\d, [a-z.]+@example\.com$/);
    }
  });

  it('have estimates that ran out while nobody decided, and others that did not', () => {
    const sent = having('estimates', 'sent').map((body) => String(body['valid_until']));
    expect(sent.filter((day) => day < today).length).toBeGreaterThan(2);
    expect(sent.filter((day) => day > today).length).toBeGreaterThan(2);
    for (const body of having('estimates', 'expired')) {
      expect(String(body['valid_until']) < today).toBe(true);
    }
  });

  it.each(RESOURCE_NAMES)('of %s are listed by age, and came after their customer', (name) => {
    let before = 0;
    for (const { body, createdAt, updatedAt } of demo[name]) {
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(createdAt.getTime()).toBeLessThan(NOW.getTime());
      expect(updatedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
      expect(updatedAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
      const customer = demo.customers[Number(body['customer'])];
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(customer?.createdAt.getTime() ?? 0);
      before = createdAt.getTime();
    }
  });

  it('cost what is plausible, to the cent', () => {
    const cents = bodies('projects').map((body) => Math.round(Number(body['estimated_cost']) * 100) % 100);
    expect(new Set(cents).size).toBeGreaterThan(40);
    for (const body of bodies('estimates')) {
      expect(body['total_amount']).toBe(withTax(Number(body['subtotal']), Number(body['tax_rate'])));
    }
  });
});

describe('seeding', () => {
  let db: Database;

  beforeEach(async () => {
    db = await emptyDatabase();
  });

  afterEach(async () => {
    await db.close();
  });

  /** In the company that came first. */
  const rowsOf = <R extends object>(sql: string) => inCompany<R>(db, 1, sql);
  const counts = async () =>
    (
      await rowsOf<Record<string, number>>(
        `select (select count(*)::int from customers) as customers, (select count(*)::int from projects) as projects,
           (select count(*)::int from estimates) as estimates, (select count(*)::int from work_orders) as orders`,
      )
    )[0];
  const WHOLE = { customers: 200, projects: 150, estimates: 250, orders: 300 };

  it('fills an empty database once, also when two do it at once', async () => {
    expect(await Promise.all([seedDemo(db, NOW), seedDemo(db, NOW)])).toContain(true);
    expect(await counts()).toEqual(WHOLE);
    expect(await seedDemo(db, NOW)).toBe(false);
    expect(await counts()).toEqual(WHOLE);
    expect(await demoSignInWorks(db)).toBe(true);
    const [newest] = await rowsOf<{ at: Date }>('select max(created_at) as at from customers');
    expect(newest?.at.getTime()).toBeLessThan(NOW.getTime());
  });

  it('keeps what belongs together together, and goes on with the numbers of estimates', async () => {
    await seedDemo(db, NOW);
    const strangers = await rowsOf(
      `select 1 from work_orders as o where not exists (
         select 1 from projects as p where p.customer_id = o.customer_id and p.address_line_1 = o.address_line_1
           and (o.notes = '' or o.notes like '%Project: ' || p.title || '%')
       )`,
    );
    expect(strangers).toEqual([]);
    const server = await build({ db });
    const user = await findUserByName(db, DEMO_SIGN_IN.username);
    const userId = user?.id ?? 0;
    const sessionId = (user && (await beginSession(db, user))) ?? '';
    const token = await new Tokens(TOKEN_SETTINGS).access({ userId, sessionId });
    const body = { title: 'Roof', customer: 1, subtotal: 100, valid_until: '2026-04-01' };
    const made = await send(server, `POST ${estimateSpec.path}`, { token, body });
    await server.app.close();
    expect(made).toMatchObject({ status: 201, json: { estimate_number: 'EST-000251' } });
  });

  it('leaves a database alone that has a company', async () => {
    await createCompany(db, 'A real one');
    expect(await seedDemo(db, NOW)).toBe(false);
    expect(await counts()).toEqual({ customers: 0, projects: 0, estimates: 0, orders: 0 });
    expect(await demoSignInWorks(db)).toBe(false);
  });
});
