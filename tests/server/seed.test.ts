import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createCompany } from '../../server/repositories/accounts.ts';
import { customers } from '../../server/resources/customers.ts';
import { demoCustomers } from '../../server/seed/demo-customers.ts';
import { demoSignInWorks, seedDemo } from '../../server/seed/seed-demo.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from '../../src/domain/customer.ts';
import { memoryDatabase } from '../support/server.ts';

const NOW = new Date('2026-03-02T15:00:00Z');

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
        "phone": "+1-555-366-6013",
        "postal_code": "55401",
        "state": "MN",
        "status": "prospect",
      }
    `);
  });

  it('would pass the checks of the API', () => {
    for (const { customer } of rows) expect(customers.input.safeParse(customer).data).toEqual(customer);
  });

  it('have emails of their own, below a domain that reaches nobody', () => {
    const emails = rows.map(({ customer }) => customer.email);
    expect(new Set(emails).size).toBe(200);
    for (const email of emails) expect(email).toMatch(/^[a-z.0-9]+@([a-z]+\.)?example\.com$/);
  });

  it('are of every type and status, in several states, some without phone or company', () => {
    const values = (field: 'customer_type' | 'status' | 'state') =>
      new Set(rows.map(({ customer }) => customer[field]));
    expect([...values('customer_type')].sort()).toEqual([...CUSTOMER_TYPES].sort());
    expect([...values('status')].sort()).toEqual([...CUSTOMER_STATUSES].sort());
    expect(values('state').size).toBeGreaterThan(5);
    const phones = rows.map(({ customer }) => customer.phone);
    expect(phones).toContain('');
    for (const phone of phones.filter((text) => text !== '')) expect(phone).toMatch(/^\+1-555-\d{3}-\d{4}$/);
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

describe('seeding', () => {
  let db: Database;

  beforeEach(async () => {
    db = await memoryDatabase();
  });

  afterEach(async () => {
    await db.close();
  });

  const count = async () => (await db.query<{ n: number }>('select count(*)::int as n from customers'))[0]?.n;

  it('fills an empty database once, also when two do it at once', async () => {
    expect(await Promise.all([seedDemo(db, NOW), seedDemo(db, NOW)])).toContain(true);
    expect(await count()).toBe(200);
    expect(await seedDemo(db, NOW)).toBe(false);
    expect(await count()).toBe(200);
    expect(await demoSignInWorks(db)).toBe(true);
    const [newest] = await db.query<{ at: Date }>('select max(created_at) as at from customers');
    expect(newest?.at.getTime()).toBeLessThan(NOW.getTime());
  });

  it('leaves a database alone that has a company', async () => {
    await createCompany(db, 'A real one');
    expect(await seedDemo(db, NOW)).toBe(false);
    expect(await count()).toBe(0);
    expect(await demoSignInWorks(db)).toBe(false);
  });
});
