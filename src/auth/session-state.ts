/** Whom the device's data belongs to. */
export interface Account {
  /** '{API origin}|{user id}': stands on every mutation and in the database's owner row. */
  readonly key: string;
  readonly username: string;
  /** Name of the account's database on this device. */
  readonly databaseName: string;
  /** What the server calls the user; null while it has not said. */
  readonly userId: string | null;
}

export type SessionState =
  /** `lapsed`: the app was started on the device of an account whose session had expired. */
  | { readonly status: 'signedOut'; readonly lapsed?: true }
  | { readonly status: 'signedIn'; readonly account: Account }
  /** The server refused the tokens. The device's copy and its waiting changes stay. */
  | { readonly status: 'expired'; readonly account: Account };
