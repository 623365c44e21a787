import type { LostEntry } from '../../outbox/lost-entries.ts';

/** Log entries of this device's that are missing from the server's copies, until a person has answered. */
export interface LostEntriesRow {
  readonly key: 'lostEntries';
  readonly entries: readonly LostEntry[];
}
