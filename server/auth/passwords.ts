import { hash, verify } from '@node-rs/argon2';

/** Uses argon2id. The hash includes its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let nobody: Promise<string> | undefined;

/** Does the same work without a hash (no such user), so that the response time does not reveal user names. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('no such user');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}
