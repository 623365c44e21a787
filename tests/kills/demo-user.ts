import { hashPassword } from '../../server/auth/passwords.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany, createUser } from '../../server/repositories/accounts.ts';

/** What the trials find: a company with the user of the demo data, and nothing else. */
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
