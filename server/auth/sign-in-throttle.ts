import { createHash } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { clientNetwork } from '../http/client-network.ts';
import { throttled } from '../http/problem.ts';
import { countFailures, forgetFailures, takeBackFailure } from '../repositories/sign-in-failures.ts';

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
  /** Nothing where the client has gone away. */
  readonly address: string | undefined;
}

/**
 * Counts a sign-in as failed before its password is looked at, so that many at once are counted as well. Refuses with
 * 429 and `Retry-After` where too many of this account, or from this address, have failed: also one with the right
 * password, or guessing would go on.
 */
export async function admitSignIn(db: Queryable, source: SignInSource): Promise<void> {
  const { account, address } = keysOf(source);
  const counts = await countFailures(db, [account, address], WINDOW_SECONDS);
  const full = counts.filter(
    ({ key, failures }) => failures > (key === account ? FAILURES_PER_ACCOUNT : FAILURES_PER_ADDRESS),
  );
  if (full.length === 0) return;
  throw throttled(Math.max(1, ...full.map((count) => count.wait)));
}

/** Takes the count of a sign-in back that went well: the account begins anew, its address has one failure less. */
export async function forgetFailure(db: Queryable, source: SignInSource): Promise<void> {
  const { account, address } = keysOf(source);
  await forgetFailures(db, account);
  await takeBackFailure(db, address);
}

/** Hashes: people type their password where their name belongs. */
function keysOf({ username, address }: SignInSource): { readonly account: string; readonly address: string } {
  return { account: hashOf(`account ${username}`), address: hashOf(`address ${clientNetwork(address)}`) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
