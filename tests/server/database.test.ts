import { describeDatabaseContract } from '../support/contract/database-contract.ts';
import { bareDatabase } from '../support/server/empty-database.ts';

describeDatabaseContract('the database', bareDatabase);
