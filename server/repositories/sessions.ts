import type { Queryable } from '../db/database.ts';

export interface Bearer {
  readonly userId: number;
  /** A UUID. */
  readonly sessionId: string;
}

/**
 * Returns the new session's id, or null if the user was deactivated, or the password changed, after `user` was read.
 * Also deletes sessions whose tokens have all expired. `network` is a keyed hash.
 */
export async function beginSession(
  db: Queryable,
  user: { readonly id: number; readonly passwordHash: string },
  network: string | null = null,
): Promise<string | null> {
  await db.query(
    `delete from refresh_tokens where expires_at < now()
     and session_id in (select id from sessions where user_id = $1)`,
    [user.id],
  );
  await db.query(
    `delete from sessions where user_id = $1 and created_at < now() - interval '1 day'
     and not exists (select 1 from refresh_tokens where session_id = sessions.id)`,
    [user.id],
  );
  const [row] = await db.query<{ id: string }>(
    `insert into sessions (user_id, network)
     select id, $3::varchar from users where id = $1 and password_hash = $2 and is_active for share
     returning id`,
    [user.id, user.passwordHash, network],
  );
  return row?.id ?? null;
}

/** Sessions are kept somewhat longer than their tokens are valid. */
export async function hasSessionFrom(db: Queryable, userId: number, network: string): Promise<boolean> {
  const found = await db.query('select 1 from sessions where user_id = $1 and network = $2 limit 1', [
    userId,
    network,
  ]);
  return found.length > 0;
}

export async function revokeSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('update sessions set revoked_at = now() where id = $1 and revoked_at is null', [sessionId]);
}

export async function revokeSessionsOf(db: Queryable, userId: number): Promise<void> {
  await db.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
    userId,
  ]);
}
