import { randomBytes } from 'node:crypto';
import { type Config, ConfigError, whyBeyondTheDemo } from '../config/config.ts';
import type { Database } from '../db/database.ts';

const NAME = 'jwt_secret';

/**
 * Throws a `ConfigError` if JWT_SECRET is missing. Only the demo on this machine may store its key in the
 * database, because anybody who can read a backup could sign tokens with that key.
 */
export function requireJwtSecret(config: Config): void {
  if (config.jwtSecret !== undefined) return;
  const reason = whyBeyondTheDemo(config) ?? (config.seed === 'demo' ? undefined : `SEED is ${config.seed}`);
  if (reason === undefined) return;
  throw new ConfigError(
    `JWT_SECRET is missing. It is required because ${reason}. Generate one with "openssl rand -base64 48" and keep ` +
      'it out of the database and its backups. Changing it later signs everybody out.',
  );
}

/** Creates the demo's key on first use. */
export async function storedJwtSecret(db: Database): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  await db.query('insert into settings (name, value) values ($1, $2) on conflict (name) do nothing', [
    NAME,
    secret,
  ]);
  const [row] = await db.query<{ value: string }>('select value from settings where name = $1', [NAME]);
  return row?.value ?? secret;
}
