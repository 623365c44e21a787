import type { ServerFeatures } from './features.ts';
import { fieldsIn, json, type WireAnswer } from './wire.ts';

/** Somebody who may sign in. The password is the name. */
export interface User {
  readonly id: number;
  readonly username: string;
  active: boolean;
}

interface Pair {
  readonly access: string;
  readonly refresh: string;
}

const GRACE_MS = 60_000;

/** Tokens as SimpleJWT hands them out and takes them back. */
export class SignIn {
  readonly users: readonly User[] = [
    { id: 1, username: 'ann', active: true },
    { id: 2, username: 'bob', active: true },
  ];
  readonly #features: ServerFeatures;
  readonly #now: () => number;
  readonly #access = new Map<string, User>();
  /** Whose every token was that was ever handed out. */
  readonly #subjects = new Map<string, string>();
  readonly #refresh = new Map<string, User>();
  /** What replaced a refresh token, and when. */
  readonly #successors = new Map<string, { readonly pair: Pair; readonly at: number }>();
  #serial = 0;

  constructor(features: ServerFeatures, now: () => number) {
    this.#features = features;
    this.#now = now;
  }

  userOf(bearer: string | null): User | null {
    const user = bearer === null ? undefined : this.#access.get(bearer);
    return user?.active ? user : null;
  }

  /** Whose a token is, or was. */
  subjectOf(bearer: string | null): string | null {
    return (bearer === null ? undefined : this.#subjects.get(bearer)) ?? null;
  }

  /** Whether a refresh with this token would succeed now. */
  takes(refresh: string): boolean {
    return this.#refresh.get(refresh)?.active === true;
  }

  expireAccess(): void {
    this.#access.clear();
  }

  revokeRefresh(): void {
    this.#refresh.clear();
    this.#successors.clear();
  }

  signIn(text: string): WireAnswer {
    const { username, password } = fieldsIn(text);
    const user = this.users.find((one) => one.username === username && one.username === password);
    if (!user?.active) return json(401, { detail: 'No active account found with the given credentials' });
    return json(200, { ...this.#pairFor(user), ...this.announcement() });
  }

  rotate(text: string): WireAnswer {
    const { refresh } = fieldsIn(text);
    if (typeof refresh !== 'string') return json(400, { refresh: ['This field is required.'] });
    const replaced = this.#successors.get(refresh);
    if (replaced && this.#features.extensions.includes('refresh-grace')) {
      if (this.#now() - replaced.at <= GRACE_MS) return json(200, replaced.pair);
    }
    const user = this.#refresh.get(refresh);
    if (!user) return json(401, { detail: 'Token is invalid or expired', code: 'token_not_valid' });
    const pair = this.#pairFor(user, this.#features.rotation === 'none' ? refresh : undefined);
    if (this.#features.rotation === 'none') return json(200, { access: pair.access });
    if (this.#features.rotation === 'blacklists') this.#refresh.delete(refresh);
    this.#successors.set(refresh, { pair, at: this.#now() });
    return json(200, pair);
  }

  unauthorized(): WireAnswer {
    const body = { detail: 'Given token not valid for any token type', code: 'token_not_valid' };
    return json(this.#features.badToken, body);
  }

  profile(user: User): WireAnswer {
    return json(200, { id: user.id, username: user.username, email: '', ...this.announcement() });
  }

  announcement(): Readonly<Record<string, unknown>> {
    const { extensions } = this.#features;
    return extensions.length > 0 ? { sync: { v: 1, features: extensions } } : {};
  }

  #pairFor(user: User, kept?: string): Pair {
    this.#serial += 1;
    const claims = this.#features.claims ? { user_id: user.id, n: this.#serial } : { n: this.#serial };
    const access = `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    const refresh = kept ?? `refresh-${this.#serial}`;
    this.#access.set(access, user);
    this.#subjects.set(access, user.username);
    this.#subjects.set(refresh, user.username);
    this.#refresh.set(refresh, user);
    return { access, refresh };
  }
}
