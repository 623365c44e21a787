import { hashPassword } from '../../server/auth/passwords.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany, createUser } from '../../server/repositories/accounts.ts';

/** Adds a company with the demo data's user, and nothing else. */
export async function addDemoUser(db: Database): Promise<void> {
  await migrate(db);
  const company = await createCompany(db, 'Killed & Sons');
  await createUser(db, {
    companyId: company.id,
    username: 'demo',
    email: '',
    firstName: '',
    lastName: '',
    passwordHash: await hashPassword('restoration'),
  });
}
