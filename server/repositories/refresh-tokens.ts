import { type IssuedToken, tokenHash } from '../auth/tokens.ts';
import type { Queryable, Transaction } from '../db/database.ts';

/** Notes a refresh token that was given out, and forgets this user's expired ones. */
export async function storeRefreshToken(db: Queryable, userId: number, issued: IssuedToken): Promise<void> {
  await db.query('delete from refresh_tokens where user_id = $1 and expires_at < now()', [userId]);
  await db.query('insert into refresh_tokens (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    tokenHash(issued.token),
    userId,
    issued.expiresAt.toISOString(),
  ]);
}

/**
 * Spends a refresh token: of any number of calls with one token, one gets 'spent'. It takes a transaction,
 * so that the token stays good when its successor cannot be stored.
 */
export async function spendRefreshToken(
  tx: Transaction,
  token: string,
): Promise<'spent' | 'used before' | 'unknown'> {
  const hash = tokenHash(token);
  const spent = await tx.query(
    'update refresh_tokens set used_at = now() where token_hash = $1 and used_at is null returning user_id',
    [hash],
  );
  if (spent.length > 0) return 'spent';
  const known = await tx.query('select 1 from refresh_tokens where token_hash = $1', [hash]);
  return known.length > 0 ? 'used before' : 'unknown';
}
