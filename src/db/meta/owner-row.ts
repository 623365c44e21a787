/** Whose database this is; a mutation's owner and a token's subject must equal its `account`. */
export interface OwnerRow {
  readonly key: 'owner';
  readonly account: string;
}

/** Stands while a logged-out account's database is being deleted: nothing may be saved in it any more. */
export interface LeavingRow {
  readonly key: 'leaving';
}
