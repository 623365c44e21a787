import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Bearer } from './sessions.ts';

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface GivenToken {
  readonly bearer: Bearer;
  readonly token: string;
}

interface StoredToken {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly begunAt: Date;
}

const COLUMNS = `t.session_id as "sessionId", t.expires_at as "expiresAt", t.used_at as "usedAt",
  s.revoked_at as "revokedAt", s.created_at as "begunAt"`;

/** Locks the token until the transaction ends, so that a second request with the same token waits. */
export async function lockToken(tx: Transaction, token: string): Promise<StoredToken | undefined> {
  const [row] = await tx.query<StoredToken>(
    `select ${COLUMNS} from refresh_tokens t join sessions s on s.id = t.session_id
     where t.token_hash = $1 for update of t`,
    [tokenHash(token)],
  );
  return row;
}

export async function findSuccessor(
  tx: Transaction,
  token: string,
): Promise<(StoredToken & { readonly tokenHash: string }) | undefined> {
  const [row] = await tx.query<StoredToken & { tokenHash: string }>(
    `select ${COLUMNS}, t.token_hash as "tokenHash" from refresh_tokens t join sessions s on s.id = t.session_id
     where t.predecessor_hash = $1`,
    [tokenHash(token)],
  );
  return row;
}

export async function storeToken(db: Queryable, { sessionId }: Bearer, issued: IssuedToken): Promise<void> {
  await db.query('insert into refresh_tokens (token_hash, session_id, expires_at) values ($1, $2, $3)', [
    tokenHash(issued.token),
    sessionId,
    issued.expiresAt.toISOString(),
  ]);
}

export async function replaceToken(
  tx: Transaction,
  { bearer, token }: GivenToken,
  { usedAt, successor }: { readonly usedAt: Date; readonly successor: IssuedToken },
): Promise<void> {
  await tx.query('update refresh_tokens set used_at = $2 where token_hash = $1', [
    tokenHash(token),
    usedAt.toISOString(),
  ]);
  await tx.query(
    `insert into refresh_tokens (token_hash, session_id, expires_at, predecessor_hash)
     values ($1, $2, $3, $4)`,
    [tokenHash(successor.token), bearer.sessionId, successor.expiresAt.toISOString(), tokenHash(token)],
  );
}

/** Refresh tokens are stored only as this hash. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
