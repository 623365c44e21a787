import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError } from 'jose/errors';
import { z } from 'zod';

/** A token of ours that cannot be taken; `message` is what SimpleJWT says of it. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

type TokenType = 'access' | 'refresh';

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

const claims = z.object({ user_id: z.int().positive(), token_type: z.string() });

/** Signs and reads the two kinds of JWT. Neither says anything but who the user is. */
export class Tokens {
  readonly #key: Uint8Array;
  readonly #settings: TokenSettings;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
    this.#key = new TextEncoder().encode(settings.secret);
  }

  async access(userId: number): Promise<string> {
    return (await this.#sign(userId, 'access', this.#settings.accessSeconds)).token;
  }

  async refresh(userId: number): Promise<IssuedToken> {
    return this.#sign(userId, 'refresh', this.#settings.refreshSeconds);
  }

  /** The user that the token was given to, or a `TokenError`. */
  async verify(token: string, type: TokenType): Promise<number> {
    const { user_id, token_type } = await this.#claims(token);
    if (token_type !== type) throw new TokenError('Token has wrong type');
    return user_id;
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

  async #sign(userId: number, type: TokenType, seconds: number): Promise<IssuedToken> {
    const issuedAt = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ user_id: userId, token_type: type })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(randomUUID())
      .sign(this.#key);
    return { token, expiresAt: new Date((issuedAt + seconds) * 1000) };
  }
}

/** What is stored of a refresh token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
