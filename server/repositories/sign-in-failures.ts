import type { Queryable } from '../db/database.ts';

export interface FailureCount {
  readonly failures: number;
  /** Seconds until the count expires. */
  readonly wait: number;
}

export async function forgetFailuresBefore(db: Queryable, moment: Date): Promise<void> {
  await db.query('delete from sign_in_failures where since < $1', [moment.toISOString()]);
}

/** The count expires `windowSeconds` after the first failure. */
export async function countFailure(
  db: Queryable,
  key: string,
  { now, windowSeconds }: { readonly now: Date; readonly windowSeconds: number },
): Promise<FailureCount> {
  const [count] = await db.query<FailureCount>(
    `insert into sign_in_failures (key, failures, since) values ($1, 1, $2)
     on conflict (key) do update set failures = sign_in_failures.failures + 1
     returning failures, ceil(extract(epoch from since + make_interval(secs => $3) - $2::timestamptz))::int as wait`,
    [key, now.toISOString(), windowSeconds],
  );
  if (!count) throw new Error('The count was not returned');
  return count;
}

/**
 * Reserves a key's next attempt; the one after it waits `everySeconds`. Returns the seconds to wait, or 0 when
 * reserved. The key must have a count.
 */
export async function takeTurn(
  db: Queryable,
  key: string,
  { now, everySeconds }: { readonly now: Date; readonly everySeconds: number },
): Promise<number> {
  const taken = await db.query(
    `update sign_in_failures set next_at = $2::timestamptz + make_interval(secs => $3)
     where key = $1 and (next_at is null or next_at <= $2) returning key`,
    [key, now.toISOString(), everySeconds],
  );
  if (taken.length > 0) return 0;
  const [turn] = await db.query<{ wait: number }>(
    'select ceil(extract(epoch from next_at - $2::timestamptz))::int as wait from sign_in_failures where key = $1',
    [key, now.toISOString()],
  );
  return Math.max(1, turn?.wait ?? 1);
}

export async function forgetFailures(db: Queryable, key: string): Promise<void> {
  await db.query('delete from sign_in_failures where key = $1', [key]);
}

export async function takeBackFailure(db: Queryable, key: string): Promise<void> {
  await db.query('update sign_in_failures set failures = failures - 1 where key = $1 and failures > 0', [
    key,
  ]);
}
