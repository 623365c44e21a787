import type { Queryable } from '../db/database.ts';

export interface FailureCount {
  readonly key: string;
  readonly failures: number;
  /** Seconds until the count is over. */
  readonly wait: number;
}

/** Adds a failure to each key, and answers their counts. Those that began longer ago than the window are forgotten. */
export async function countFailures(
  db: Queryable,
  keys: readonly string[],
  windowSeconds: number,
): Promise<readonly FailureCount[]> {
  await db.query('delete from sign_in_failures where since < now() - make_interval(secs => $1)', [
    windowSeconds,
  ]);
  return db.query<FailureCount>(
    `insert into sign_in_failures (key, failures, since) select unnest($1::text[]), 1, now()
     on conflict (key) do update set failures = sign_in_failures.failures + 1
     returning key, failures, ceil(extract(epoch from since + make_interval(secs => $2) - now()))::int as wait`,
    // In one order for all: two sign-ins with the same keys would else wait for each other.
    [[...keys].sort(), windowSeconds],
  );
}

/** Forgets all failures of a key. */
export async function forgetFailures(db: Queryable, key: string): Promise<void> {
  await db.query('delete from sign_in_failures where key = $1', [key]);
}

/** Takes one failure of a key back. */
export async function takeBackFailure(db: Queryable, key: string): Promise<void> {
  await db.query('update sign_in_failures set failures = failures - 1 where key = $1', [key]);
}
