import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../../server/auth/passwords.ts';
import { openDataFolder } from '../../../server/db/data-folder.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import {
  type Company,
  createCompany,
  createUser,
  listCompanies,
} from '../../../server/repositories/accounts.ts';
import { seedDemo } from '../../../server/seed/seed-demo.ts';
import { databaseTemplate } from '../../support/server/database-template.ts';
import { BERT, CARL } from './people.ts';
import type { Credentials } from './sign-in.ts';

/** Names the data folder that every server starts with a copy of. */
export const TEMPLATE_VARIABLE = 'E2E_TEMPLATE_DIR';

/**
 * Creates the demo data and the users once, because a first start takes seconds, but a start with a copy only a
 * fraction of one.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  for (const needed of ['dist/index.html', 'build/server/main.js'])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: run \`npm run build\` first`);
  const folder = await mkdtemp(join(tmpdir(), 'restoration-e2e-'));
  const db = await openDataFolder({ dataDir: folder, template: await databaseTemplate() });
  try {
    await migrate(db);
    await seedDemo(db, new Date());
    const [demoCompany] = await listCompanies(db);
    if (!demoCompany) throw new Error('The demo data is missing.');
    await addUser(db, demoCompany, CARL);
    await addUser(db, await createCompany(db, 'Elsewhere Ltd'), BERT);
  } finally {
    await db.close();
  }
  process.env[TEMPLATE_VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function addUser(db: Database, company: Company, { username, password }: Credentials): Promise<void> {
  const nameless = { email: '', firstName: '', lastName: '' };
  const passwordHash = await hashPassword(password);
  await createUser(db, { companyId: company.id, username, passwordHash, ...nameless });
}
