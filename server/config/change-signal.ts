/** How a server learns of changes, its own and those of other servers on the same database. */
export interface ChangeSignal {
  /** The database's LISTEN and NOTIFY, or polling the companies' change counters. */
  readonly kind: 'notify' | 'poll';
  /** The interval of polling, in ms. */
  readonly pollMs: number;
}

export const DEFAULT_SIGNAL: ChangeSignal = { kind: 'notify', pollMs: 1_000 };
