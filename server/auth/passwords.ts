import { hash, verify } from '@node-rs/argon2';

/** Returns an argon2id hash that includes its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let nobody: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (no such user) it does the same work, so the response time does not reveal
 * user names.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('no such user');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}
