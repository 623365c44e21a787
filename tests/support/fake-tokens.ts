export interface FakeUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  active: boolean;
}

interface Pair {
  readonly access: string;
  readonly refresh: string;
}

/** The tokens that a server has handed out: refresh tokens rotate, as SimpleJWT has it. */
export class FakeTokens {
  #serial = 0;
  readonly #access = new Map<string, FakeUser>();
  readonly #refresh = new Map<unknown, FakeUser>();
  /** What refresh tokens that were used were answered. */
  readonly #successors = new Map<unknown, Pair>();

  pairFor(user: FakeUser): Pair {
    this.#serial += 1;
    const access = `access-${this.#serial}`;
    const refresh = `refresh-${this.#serial}`;
    this.#access.set(access, user);
    this.#refresh.set(refresh, user);
    return { access, refresh };
  }

  /** Whose access token a request bears. */
  userOf(authorization: string | null): FakeUser | undefined {
    return this.#access.get((authorization ?? '').replace('Bearer ', ''));
  }

  /** @param grace whether a token that was used is answered with the same successor once more */
  renewed(refresh: unknown, grace: boolean): Pair | undefined {
    const again = grace ? this.#successors.get(refresh) : undefined;
    const user = this.#refresh.get(refresh);
    this.#refresh.delete(refresh);
    if (again || !user) return again;
    const pair = this.pairFor(user);
    this.#successors.set(refresh, pair);
    return pair;
  }

  expireAccess(): void {
    this.#access.clear();
  }

  revokeRefresh(): void {
    this.#refresh.clear();
    this.#successors.clear();
  }
}
