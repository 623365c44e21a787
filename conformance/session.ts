import { Unavailable } from './check.ts';
import type { Ask, Client, Exchange } from './client.ts';
import { objectIn, statusOf } from './exchange.ts';

export const TOKEN_PATH = '/api/v1/auth/token/';
export const REFRESH_PATH = '/api/v1/auth/token/refresh/';
export const PROFILE_PATH = '/api/v1/auth/user/';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export function tokensIn(exchange: Exchange): Tokens | null {
  const { access, refresh } = objectIn(exchange) ?? {};
  return isText(access) && isText(refresh) ? { access, refresh } : null;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export class Session {
  readonly client: Client;
  readonly #credentials: Credentials;
  #tokens: Promise<Tokens> | null = null;

  constructor(client: Client, credentials: Credentials) {
    this.client = client;
    this.#credentials = credentials;
  }

  signIn(password = this.#credentials.password): Promise<Exchange> {
    const { username } = this.#credentials;
    return this.client.send({ method: 'POST', path: TOKEN_PATH, body: { username, password } });
  }

  tokens(): Promise<Tokens> {
    this.#tokens ??= this.#newTokens();
    return this.#tokens;
  }

  /** If the token has expired, signs in again once. Renewal has a check of its own. */
  async ask(ask: Ask): Promise<Exchange> {
    const before = this.tokens();
    const first = await this.client.send({ ...ask, bearer: (await before).access });
    if (statusOf(first) !== 401) return first;
    // Of several requests at once, only the first signs in.
    if (this.#tokens === before) this.#tokens = this.#newTokens();
    return this.client.send({ ...ask, bearer: (await this.tokens()).access });
  }

  async #newTokens(): Promise<Tokens> {
    const tokens = tokensIn(await this.signIn());
    if (!tokens) throw new Unavailable('the user could not sign in');
    return tokens;
  }
}
