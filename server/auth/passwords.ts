import { hash, verify } from '@node-rs/argon2';

/** Uses argon2id. The hash includes its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let nobody: Promise<string> | undefined;

/** Without a hash (no such user) does the same work, so the response time does not reveal user names. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('no such user');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}
