import { createHash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { throttled } from '../http/problem.ts';

/** Failures are counted for so long from the first, in seconds. */
const WINDOW_SECONDS = 15 * 60;
/** A person mistypes a few times. */
const FAILURES_PER_ACCOUNT = 10;
/** A whole office shares one address. */
const FAILURES_PER_ADDRESS = 100;

/** What a sign-in is counted under. */
export interface SignInSource {
  /** As it was typed; whether there is such a user makes no difference. */
  readonly username: string;
  readonly address: string;
}

interface Count {
  readonly key: string;
  readonly failures: number;
  /** Seconds until the count is over. */
  readonly wait: number;
}

/**
 * Counts a sign-in as failed before its password is looked at, so that many at once are counted as well. Refuses with
 * 429 and `Retry-After` where too many of this account, or from this address, have failed: also one with the right
 * password, or guessing would go on.
 */
export async function admitSignIn(db: Queryable, source: SignInSource): Promise<void> {
  const { account, address } = keysOf(source);
  await db.query('delete from sign_in_failures where since < now() - make_interval(secs => $1)', [
    WINDOW_SECONDS,
  ]);
  const counts = await db.query<Count>(
    `insert into sign_in_failures (key, failures, since) select unnest($1::text[]), 1, now()
     on conflict (key) do update set failures = sign_in_failures.failures + 1
     returning key, failures, ceil(extract(epoch from since + make_interval(secs => $2) - now()))::int as wait`,
    [[account, address].sort(), WINDOW_SECONDS],
  );
  const full = counts.filter(
    ({ key, failures }) => failures > (key === account ? FAILURES_PER_ACCOUNT : FAILURES_PER_ADDRESS),
  );
  if (full.length === 0) return;
  throw throttled(Math.max(1, ...full.map((count) => count.wait)));
}

/** Takes the count of a sign-in back that went well: the account begins anew, its address has one failure less. */
export async function forgetFailure(db: Queryable, source: SignInSource): Promise<void> {
  const { account, address } = keysOf(source);
  await db.query('delete from sign_in_failures where key = $1', [account]);
  await db.query('update sign_in_failures set failures = failures - 1 where key = $1', [address]);
}

/** Hashes: people type their password where their name belongs. */
function keysOf({ username, address }: SignInSource): { readonly account: string; readonly address: string } {
  return { account: hashOf(`account ${username}`), address: hashOf(`address ${address}`) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
