import { createHmac, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { z } from 'zod';
import type { GivenToken, IssuedToken } from '../repositories/refresh-tokens.ts';
import type { Bearer } from '../repositories/sessions.ts';

/** Longer than the default session. */
export const DEVICE_SECONDS = 180 * 86_400;

/** The message is SimpleJWT's wording. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

type TokenType = 'access' | 'refresh';

/** Times in seconds since 1970. */
interface Stamp {
  readonly id: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface TokenSettings {
  /** The HS256 key, at least 32 characters. */
  readonly secret: string;
  readonly accessSeconds: number;
  /** Lifetime of an unused refresh token. */
  readonly refreshSeconds: number;
  /** Lifetime of a session, including all of its refresh tokens. */
  readonly sessionSeconds: number;
}

const claims = z.object({ user_id: z.int().positive(), session: z.uuid(), token_type: z.string() });
const deviceClaims = z.object({
  user_id: z.int().positive(),
  jti: z.uuid(),
  token_type: z.literal('device'),
});

/** Tokens contain only the user and the session. */
export class Tokens {
  readonly #key: Uint8Array;
  readonly #settings: TokenSettings;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
    this.#key = new TextEncoder().encode(settings.secret);
  }

  async access(bearer: Bearer): Promise<string> {
    const now = secondsOf(new Date());
    return this.#signFor(bearer, 'access', {
      id: randomUUID(),
      issuedAt: now,
      expiresAt: now + this.#settings.accessSeconds,
    });
  }

  async refresh(bearer: Bearer): Promise<IssuedToken> {
    const now = new Date();
    const expiresAt = secondsOf(this.refreshEnd(now, now));
    const stamp = { id: randomUUID(), issuedAt: secondsOf(now), expiresAt };
    return issued(await this.#signFor(bearer, 'refresh', stamp), expiresAt);
  }

  refreshEnd(now: Date, begun: Date): Date {
    const { refreshSeconds, sessionSeconds } = this.#settings;
    return new Date(Math.min(now.getTime() + refreshSeconds * 1000, begun.getTime() + sessionSeconds * 1000));
  }

  /**
   * The same arguments always give the same successor, so it can be sent again after a lost response without being
   * stored.
   */
  async successor({ bearer, token }: GivenToken, usedAt: Date, expires: Date): Promise<IssuedToken> {
    const id = createHmac('sha256', this.#key).update(`successor of ${token}`).digest('base64url');
    const expiresAt = secondsOf(expires);
    const stamp = { id, issuedAt: secondsOf(usedAt), expiresAt };
    return issued(await this.#signFor(bearer, 'refresh', stamp), expiresAt);
  }

  /** Returns a token that identifies a device to an account, but grants no access. */
  async device(userId: number): Promise<string> {
    const now = secondsOf(new Date());
    const stamp = { id: randomUUID(), issuedAt: now, expiresAt: now + DEVICE_SECONDS };
    return this.#sign({ user_id: userId, token_type: 'device' }, stamp);
  }

  /** Null for an invalid token, or another account's. */
  async deviceIn(token: string, userId: number): Promise<string | null> {
    try {
      const { user_id, jti } = await this.#read(token, deviceClaims);
      return user_id === userId ? jti : null;
    } catch (error) {
      if (error instanceof TokenError) return null;
      throw error;
    }
  }

  async verify(token: string, type: TokenType): Promise<Bearer> {
    const { user_id, session, token_type } = await this.#read(token, claims);
    if (token_type !== type) throw new TokenError('Token has wrong type');
    return { userId: user_id, sessionId: session };
  }

  async #read<T>(token: string, schema: z.ZodType<T>): Promise<T> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
      });
      return schema.parse(payload);
    } catch (error) {
      if (error instanceof JOSEError || error instanceof z.ZodError) {
        throw new TokenError('Token is invalid or expired', { cause: error });
      }
      throw error;
    }
  }

  #signFor({ userId, sessionId }: Bearer, type: TokenType, stamp: Stamp): Promise<string> {
    return this.#sign({ user_id: userId, session: sessionId, token_type: type }, stamp);
  }

  #sign(payload: JWTPayload, { id, issuedAt, expiresAt }: Stamp): Promise<string> {
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .setJti(id)
      .sign(this.#key);
  }
}

function issued(token: string, expires: number): IssuedToken {
  return { token, expiresAt: new Date(expires * 1000) };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
