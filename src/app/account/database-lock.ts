import type { Account } from '../../auth/token-store.ts';

/** Names the lock under which an account's database is opened, and removed from the device. */
export function databaseLock({ databaseName }: Pick<Account, 'databaseName'>): string {
  return `database|${databaseName}`;
}
