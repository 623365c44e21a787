import type { Database, Transaction } from '../db/database.ts';
import { onceMore } from '../db/database-errors.ts';
import {
  findSuccessor,
  type GivenToken,
  type IssuedToken,
  lockToken,
  replaceToken,
  tokenHash,
} from '../repositories/refresh-tokens.ts';
import { revokeSession } from '../repositories/sessions.ts';
import type { Tokens } from './tokens.ts';

/**
 * For this long after its first use, a token can be used again and gives the same successor, as long as the
 * successor is unused. The first response may have been lost.
 */
const GRACE_MS = 60_000;

export type Renewal =
  | { readonly outcome: 'renewed'; readonly refresh: IssuedToken }
  /** Not issued by this server, or deleted. */
  | { readonly outcome: 'unknown' }
  /** The session has expired, or a used token came back. */
  | { readonly outcome: 'revoked' };

/**
 * Exchanges a refresh token for its successor. A used token comes either from its owner, who never received
 * our response, or from a thief. After the grace period, or once the successor is used, the session ends for both
 * (RFC 9700, 4.14.2).
 */
export async function renewSession(db: Database, tokens: Tokens, given: GivenToken): Promise<Renewal> {
  return onceMore(() => db.transaction((tx) => renewWithin(tx, tokens, given)));
}

async function renewWithin(tx: Transaction, tokens: Tokens, given: GivenToken): Promise<Renewal> {
  const stored = await lockToken(tx, given.token);
  if (!stored) return { outcome: 'unknown' };
  if (stored.revokedAt) return { outcome: 'revoked' };
  if (!stored.usedAt) {
    const now = new Date();
    const ends = tokens.refreshEnd(now, stored.begunAt);
    if (ends <= now) {
      await revokeSession(tx, stored.sessionId);
      return { outcome: 'revoked' };
    }
    const refresh = await tokens.successor(given, now, ends);
    await replaceToken(tx, given, { usedAt: now, successor: refresh });
    return { outcome: 'renewed', refresh };
  }
  const again = await sameSuccessor(tx, tokens, { ...given, usedAt: stored.usedAt });
  if (again) return { outcome: 'renewed', refresh: again };
  await revokeSession(tx, stored.sessionId);
  return { outcome: 'revoked' };
}

/** Null if the successor was used, the grace period is over, or the signing key has changed. */
async function sameSuccessor(
  tx: Transaction,
  tokens: Tokens,
  given: GivenToken & { readonly usedAt: Date },
): Promise<IssuedToken | null> {
  const stored = await findSuccessor(tx, given.token);
  if (!stored || stored.usedAt || Date.now() - given.usedAt.getTime() > GRACE_MS) return null;
  const again = await tokens.successor(given, given.usedAt, stored.expiresAt);
  return tokenHash(again.token) === stored.tokenHash ? again : null;
}
