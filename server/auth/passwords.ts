import { hash, verify } from '@node-rs/argon2';

/** An argon2id hash with its own salt and cost in it. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. Without a hash (no such user) the same work is done all
 * the same, so that the time of an answer does not tell which user names exist.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('no such user');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}
