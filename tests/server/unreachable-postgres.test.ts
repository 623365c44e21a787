import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { openPostgres } from '../support/server/empty-database.ts';

describe('a PostgreSQL that does not answer', () => {
  it('is told from a statement that is wrong', async () => {
    const db = openPostgres('postgres://test@127.0.0.1:1/none');
    await expect(db.query('select 1')).rejects.toThrow(DatabaseUnavailableError);
    await db.close();
  });
});
