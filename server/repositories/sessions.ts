import type { Queryable } from '../db/database.ts';

/** Begins a session of a user, and forgets those of theirs whose tokens have all expired. Answers its id, a UUID. */
export async function beginSession(db: Queryable, userId: number): Promise<string> {
  await db.query(
    `delete from refresh_tokens where expires_at < now()
     and session_id in (select id from sessions where user_id = $1)`,
    [userId],
  );
  await db.query(
    `delete from sessions where user_id = $1 and created_at < now() - interval '1 day'
     and not exists (select 1 from refresh_tokens where session_id = sessions.id)`,
    [userId],
  );
  const [row] = await db.query<{ id: string }>('insert into sessions (user_id) values ($1) returning id', [
    userId,
  ]);
  if (!row) throw new Error('The new session was not returned');
  return row.id;
}

/** Ends a session: none of its tokens is taken any more. */
export async function revokeSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('update sessions set revoked_at = now() where id = $1 and revoked_at is null', [sessionId]);
}

/** Ends all sessions of a user. */
export async function revokeSessionsOf(db: Queryable, userId: number): Promise<void> {
  await db.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
    userId,
  ]);
}
