import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';

const NAME = 'jwt_secret';

/** The key that signs tokens where none is configured: made once, and kept in the database ever after. */
export async function storedJwtSecret(db: Database): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  await db.query('insert into settings (name, value) values ($1, $2) on conflict (name) do nothing', [
    NAME,
    secret,
  ]);
  const [row] = await db.query<{ value: string }>('select value from settings where name = $1', [NAME]);
  return row?.value ?? secret;
}
