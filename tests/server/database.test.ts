import { PGlite } from '@electric-sql/pglite';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { PGLITE_PARSERS, pgliteDriver } from '../../server/db/pglite-driver.ts';
import { describeDatabaseContract } from '../support/contract/database-contract.ts';
import { databaseTemplate } from '../support/server.ts';

describeDatabaseContract('the embedded database', async () => {
  const pglite = await PGlite.create({ loadDataDir: await databaseTemplate(), parsers: PGLITE_PARSERS });
  return guardDatabase(pgliteDriver(pglite));
});
