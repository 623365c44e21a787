/** What the names of the databases begin with that hold an account's records. */
export const ACCOUNT_DATABASE_PREFIX = 'restoration-crm-account-';
