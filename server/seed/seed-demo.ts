import { CUSTOMER_FIELDS } from '../../src/domain/customer.ts';
import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import type { Database, Transaction } from '../db/database.ts';
import { MIGRATION_LOCK } from '../db/migrate.ts';
import { createCompany, createUser, findUserByName, listCompanies } from '../repositories/accounts.ts';
import { demoCustomers } from './demo-customers.ts';

export const DEMO_SIGN_IN = { username: 'demo', password: 'restoration' } as const;

const MINUTE_MS = 60_000;

/**
 * Fills a database without any company with the demo company, its user and its customers, in one transaction.
 * Answers whether it did: a database that has a company is left alone, whatever company that is.
 */
export async function seedDemo(db: Database, now: Date): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_SIGN_IN.password);
  return db.transaction(async (tx) => {
    // Two servers that start on one new PostgreSQL database: the second one waits here, and finds a company.
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if ((await listCompanies(tx)).length > 0) return false;
    const company = await createCompany(tx, 'Northwind Restoration');
    await createUser(tx, {
      companyId: company.id,
      username: DEMO_SIGN_IN.username,
      email: 'demo@example.com',
      firstName: 'Dana',
      lastName: 'Keller',
      passwordHash,
    });
    await insertCustomers(tx, company.id, now);
    return true;
  });
}

/** Whether the demo user can still sign in with the password that is printed at the start. */
export async function demoSignInWorks(db: Database): Promise<boolean> {
  const user = await findUserByName(db, DEMO_SIGN_IN.username);
  return user?.isActive === true && (await passwordMatches(user.passwordHash, DEMO_SIGN_IN.password));
}

async function insertCustomers(tx: Transaction, companyId: number, now: Date): Promise<void> {
  const rows = demoCustomers().map(({ customer, addedMinutesAgo, changedMinutesAgo }) => ({
    ...customer,
    created_at: new Date(now.getTime() - addedMinutesAgo * MINUTE_MS),
    updated_at: new Date(now.getTime() - changedMinutesAgo * MINUTE_MS),
  }));
  const fields = CUSTOMER_FIELDS.join(', ');
  const typed = CUSTOMER_FIELDS.map((field) => `${field} text`).join(', ');
  await tx.query(
    `insert into customers (company_id, created_at, updated_at, ${fields})
     select $1, created_at, updated_at, ${fields}
     from jsonb_to_recordset($2::text::jsonb)
       as rows (created_at timestamptz, updated_at timestamptz, ${typed})`,
    [companyId, JSON.stringify(rows)],
  );
}
