import { toldRules } from './kinds.ts';
import type { ServerOptions } from './options.ts';
import { fieldsOf, json, type WireAnswer } from './wire.ts';

/** Somebody who may sign in. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  active: boolean;
}

interface Pair {
  readonly access: string;
  readonly refresh: string;
}

const GRACE_MS = 60_000;
const INVALID = { detail: 'Token is invalid or expired', code: 'token_not_valid' };

/** Who signs in with this name and password; undefined for nobody. */
export type FindUser = (username: unknown, password: unknown) => User | undefined;

/** Tokens as SimpleJWT hands them out and takes them back. */
export class SignIn {
  readonly #find: FindUser;
  readonly #options: ServerOptions;
  readonly #now: () => number;
  readonly #access = new Map<string, User>();
  readonly #refresh = new Map<string, User>();
  /** Whose every token was that was ever handed out. */
  readonly #subjects = new Map<string, string>();
  /** What replaced a refresh token, and when. */
  readonly #successors = new Map<string, { readonly pair: Pair; readonly at: number }>();
  #serial = 0;

  /** @param now in ms */
  constructor(find: FindUser, options: ServerOptions, now: () => number) {
    this.#find = find;
    this.#options = options;
    this.#now = now;
  }

  /** Whose access token it is; null where it is not good. */
  userOf(bearer: string | null): User | null {
    return (bearer === null ? undefined : this.#access.get(bearer)) ?? null;
  }

  /** Whose a token is, or was. */
  subjectOf(token: string | null): string | null {
    return (token === null ? undefined : this.#subjects.get(token)) ?? null;
  }

  /** No access token that was handed out so far is good any more. */
  expireAccess(): void {
    this.#access.clear();
  }

  revokeRefresh(): void {
    this.#refresh.clear();
    this.#successors.clear();
  }

  /**
   * Hands out tokens.
   * @param kept the refresh token, where it stays the same
   */
  tokensFor(user: User, kept?: string): Pair {
    this.#serial += 1;
    const access = this.#accessFor(user);
    const refresh = kept ?? `refresh-${this.#serial}`;
    this.#access.set(access, user);
    this.#refresh.set(refresh, user);
    for (const token of [access, refresh]) this.#subjects.set(token, user.username);
    return { access, refresh };
  }

  signIn(body: unknown): WireAnswer {
    const given = fieldsOf(body);
    const missing = ['username', 'password'].filter((field) => given[field] === undefined);
    if (missing.length > 0) return required(...missing);
    const user = this.#find(given['username'], given['password']);
    if (!user?.active) return json(401, { detail: 'No active account found with the given credentials' });
    return json(200, { ...this.tokensFor(user), ...this.#announcement() });
  }

  /** Renews a session. */
  rotate(body: unknown): WireAnswer {
    const token = refreshIn(body);
    if (token === null) return required('refresh');
    const { rotation } = this.#options;
    const replaced = this.#options.extensions.has('refresh-grace') ? this.#successors.get(token) : undefined;
    if (replaced && this.#now() - replaced.at <= GRACE_MS) return json(200, replaced.pair);
    const user = this.#refresh.get(token);
    if (!user) return json(401, INVALID);
    const pair = this.tokensFor(user, rotation === 'none' ? token : undefined);
    if (rotation === 'none') return json(200, { access: pair.access });
    if (rotation === 'blacklists') this.#refresh.delete(token);
    this.#successors.set(token, { pair, at: this.#now() });
    return json(200, pair);
  }

  /** Ends a session. */
  signOut(body: unknown): WireAnswer {
    const token = refreshIn(body);
    if (token === null) return required('refresh');
    return this.#refresh.delete(token) ? json(200, {}) : json(401, INVALID);
  }

  /** The answer to a request that bears this token, which is not good. */
  unauthorized(bearer: string | null): WireAnswer {
    const body =
      bearer === null
        ? { detail: 'Authentication credentials were not provided.' }
        : { detail: 'Given token not valid for any token type', code: 'token_not_valid' };
    return json(this.#options.badToken, body);
  }

  profile({ id, username }: User): WireAnswer {
    const { sync } = this.#announcement();
    const rules = sync?.features.includes('field-rules') ? { rules: toldRules() } : {};
    return json(200, { id, username, email: '', ...(sync ? { sync: { ...sync, ...rules } } : {}) });
  }

  #announcement(): { readonly sync?: { readonly v: 1; readonly features: readonly string[] } } {
    const features = [...this.#options.extensions];
    return features.length === 0 ? {} : { sync: { v: 1, features } };
  }

  #accessFor({ id }: User): string {
    const { tokens } = this.#options;
    if (tokens === 'opaque') return `access-${this.#serial}`;
    const claims = tokens === 'named' ? { user_id: id, n: this.#serial } : { n: this.#serial };
    return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
  }
}

/** Finds one of these users. */
export function among(users: readonly User[]): FindUser {
  return (username, password) => users.find((one) => one.username === username && one.password === password);
}

/** The token that a body names, '' where that is none; null where it names nothing. */
function refreshIn(body: unknown): string | null {
  const { refresh } = fieldsOf(body);
  if (refresh === undefined) return null;
  return typeof refresh === 'string' ? refresh : '';
}

function required(...fields: readonly string[]): WireAnswer {
  return json(400, Object.fromEntries(fields.map((field) => [field, ['This field is required.']])));
}
