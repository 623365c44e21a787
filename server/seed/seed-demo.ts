import { hashPassword, passwordMatches } from '../auth/passwords.ts';
import { type CompanyScope, enterCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { MIGRATION_LOCK } from '../db/migrate.ts';
import { createCompany, createUser, findUserByName, listCompanies } from '../repositories/accounts.ts';
import { serverResources } from '../resources/server-resources.ts';
import { demoRecords, lastEstimateNumber } from './demo-records.ts';
import { type SeedRecord, seedRecords } from './seed-records.ts';

export const DEMO_SIGN_IN = { username: 'demo', password: 'restoration' } as const;

/** Returns false if there is already a company. */
export async function seedDemo(db: Database, now: Date): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_SIGN_IN.password);
  return db.transaction(async (tx) => {
    // If two servers start on one new PostgreSQL database, the second server waits here and then finds a company.
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
    await insertRecords(await enterCompany(tx, company.id), now);
    return true;
  });
}

export async function demoSignInWorks(db: Database): Promise<boolean> {
  const user = await findUserByName(db, DEMO_SIGN_IN.username);
  return user?.isActive === true && (await passwordMatches(user.passwordHash, DEMO_SIGN_IN.password));
}

async function insertRecords(scope: CompanyScope, now: Date): Promise<void> {
  const demo = demoRecords(now);
  const { customers, projects, estimates, workOrders } = serverResources;
  await seedRecords(scope, customers, demo.customers);
  const ids = await scope.query<{ id: number; email: string }>(
    'select id, email from customers where company_id = $1',
  );
  const idsByEmail = new Map(ids.map(({ id, email }) => [email, id]));
  const referring = ({ body, ...times }: SeedRecord): SeedRecord => {
    const customer = demo.customers[Number(body['customer'])];
    return { ...times, body: { ...body, customer: idsByEmail.get(String(customer?.body['email'])) } };
  };
  await seedRecords(scope, projects, demo.projects.map(referring));
  await seedRecords(scope, estimates, demo.estimates.map(referring));
  await seedRecords(scope, workOrders, demo.workOrders.map(referring));
  await scope.query('update companies set last_estimate_number = $2 where id = $1', [
    lastEstimateNumber(demo),
  ]);
}
