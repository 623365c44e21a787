import { createHash, createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { z } from 'zod';

/** A token of ours that cannot be taken; `message` is what SimpleJWT says of it. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

type TokenType = 'access' | 'refresh';

/** Who a token was given to, and in which of their sessions. */
export interface Bearer {
  readonly userId: number;
  /** A UUID. */
  readonly sessionId: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface TokenSettings {
  /** The key of HS256, 32 characters or more. */
  readonly secret: string;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

const claims = z.object({ user_id: z.int().positive(), session: z.uuid(), token_type: z.string() });

/** Signs and reads the two kinds of JWT. Neither says anything but who the user is, and which session it belongs to. */
export class Tokens {
  readonly #key: Uint8Array;
  readonly #settings: TokenSettings;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
    this.#key = new TextEncoder().encode(settings.secret);
  }

  async access(bearer: Bearer): Promise<string> {
    const now = secondsOf(new Date());
    return this.#sign(bearer, 'access', randomUUID(), now, now + this.#settings.accessSeconds);
  }

  /** The first refresh token of a session. */
  async refresh(bearer: Bearer): Promise<IssuedToken> {
    const now = secondsOf(new Date());
    const expires = now + this.#settings.refreshSeconds;
    return issued(await this.#sign(bearer, 'refresh', randomUUID(), now, expires), expires);
  }

  /**
   * The refresh token that comes after `token`. The same token, time and expiry give the same one again, so that it can
   * be told once more to somebody whose answer was lost, though it is stored nowhere.
   * @param usedAt when `token` was spent
   */
  async successor(bearer: Bearer, token: string, usedAt: Date, expiresAt?: Date): Promise<IssuedToken> {
    const now = secondsOf(usedAt);
    const expires = expiresAt ? secondsOf(expiresAt) : now + this.#settings.refreshSeconds;
    const id = createHmac('sha256', this.#key).update(`successor of ${token}`).digest('base64url');
    return issued(await this.#sign(bearer, 'refresh', id, now, expires), expires);
  }

  /** Whom the token was given to, or a `TokenError`. */
  async verify(token: string, type: TokenType): Promise<Bearer> {
    const { user_id, session, token_type } = await this.#claims(token);
    if (token_type !== type) throw new TokenError('Token has wrong type');
    return { userId: user_id, sessionId: session };
  }

  async #claims(token: string): Promise<z.infer<typeof claims>> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
      });
      return claims.parse(payload);
    } catch (error) {
      if (error instanceof JOSEError || error instanceof z.ZodError) {
        throw new TokenError('Token is invalid or expired', { cause: error });
      }
      throw error;
    }
  }

  #sign(
    { userId, sessionId }: Bearer,
    type: TokenType,
    id: string,
    issuedAt: number,
    expiresAt: number,
  ): Promise<string> {
    return new SignJWT({ user_id: userId, session: sessionId, token_type: type })
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

/** What is stored of a refresh token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
