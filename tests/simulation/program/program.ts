import type { NetworkChoice } from '../../../src/db/tables.ts';
import type { RecordKind, ResourceName } from '../../../src/domain/resource-spec.ts';
import type { NetFault, RequestClass } from '../machine/net-fault.ts';
import type { DiskFault } from '../machine/tab.ts';
import type { ServerFeatures } from '../server/features.ts';

/** A user's place: numbers of a device and of one of its open tabs, modulo their count. */
export interface Seat {
  readonly device: number;
  readonly tab: number;
}

/** `stall`: the system stops the tab without an event. */
export const PAGE_CHANGES = ['hide', 'show', 'freeze', 'thaw', 'stall', 'resume'] as const;
export type PageChange = (typeof PAGE_CHANGES)[number];

/**
 * A user's decisions about a change. `edit` and `decide` open the form of a parked change, `decide` with both sides of
 * the conflict; `amend` opens the form of any waiting change. The others are buttons of a parked change. If the change
 * has no such button, it is sent again.
 */
export const DECISIONS = [
  'retry',
  'discard',
  'edit',
  'decide',
  'amend',
  'takeTheirs',
  'recreate',
  'keepOne',
  'lookAgain',
  'retryAll',
] as const;
export type Decision = (typeof DECISIONS)[number];

/** One event. Numbers that pick something are taken modulo the count at that time. */
export type Command =
  | {
      readonly do: 'create';
      readonly at: Seat;
      readonly kind: ResourceName;
      /** Identifies the create. Two creates with the same mark are equal in every field. */
      readonly mark: number;
      readonly customer: number;
      readonly watch: boolean;
    }
  | {
      readonly do: 'update';
      readonly at: Seat;
      readonly kind: RecordKind;
      readonly pick: number;
      /** `field` picks the field. `value` makes the new value; null takes the value of the server copy. */
      readonly field: number;
      readonly value: number | null;
      readonly watch: boolean;
    }
  | { readonly do: 'delete'; readonly at: Seat; readonly kind: RecordKind; readonly pick: number }
  /** Undoes the last save of a waiting change. */
  | { readonly do: 'undo'; readonly at: Seat; readonly pick: number }
  /** Answers one of the waiting questions. */
  | {
      readonly do: 'answer';
      readonly at: Seat;
      readonly pick: number;
      readonly how: Decision;
      readonly value: number;
    }
  /** Marks a suspected duplicate as not a duplicate. */
  | { readonly do: 'dismiss'; readonly at: Seat; readonly pick: number }
  /** Keeps or removes records that are missing from a list. */
  | { readonly do: 'absence'; readonly at: Seat; readonly how: 'keep' | 'remove' }
  | { readonly do: 'sync'; readonly at: Seat }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'online'; readonly device: number; readonly online: boolean }
  | { readonly do: 'page'; readonly at: Seat; readonly to: PageChange }
  | { readonly do: 'open'; readonly device: number }
  | { readonly do: 'close'; readonly at: Seat }
  /** Plans a fault of the tab's n-th transaction from now. */
  | { readonly do: 'disk'; readonly at: Seat; readonly fault: DiskFault; readonly n: number }
  | { readonly do: 'fault'; readonly on: RequestClass; readonly fault: NetFault; readonly times: number }
  | { readonly do: 'server'; readonly down: boolean }
  | { readonly do: 'tokens'; readonly what: 'expireAccess' | 'revokeRefresh' }
  | { readonly do: 'signOut'; readonly at: Seat }
  | { readonly do: 'signIn'; readonly at: Seat; readonly user: 'ann' | 'bob' }
  /** Other people change the server's rows. */
  | {
      readonly do: 'others';
      readonly what: 'create' | 'update' | 'delete';
      readonly kind: ResourceName;
      readonly pick: number;
      readonly field: number;
      readonly value: number;
    }
  /** For `ms`, the server shows no rows to anybody, as with a wrong filter, and accepts no changes. */
  | { readonly do: 'blind'; readonly ms: number }
  /** Restores the server from a backup of this moment: its feed begins again. */
  | { readonly do: 'epoch' }
  /** Limits the requests per minute; null for no limit. */
  | { readonly do: 'limit'; readonly perMinute: number | null }
  /** Cuts the device's power. Unflushed commits are lost, except for the oldest share `kept`, from 0 to 1. */
  | { readonly do: 'power'; readonly device: number; readonly kept?: number }
  /** Delays the reading of other tabs' writes to storage by `ms`. */
  | { readonly do: 'lag'; readonly device: number; readonly ms: number }
  | { readonly do: 'clock'; readonly device: number; readonly backMs: number }
  /** Takes a photo. Photos with the same `picture` have equal bytes. */
  | {
      readonly do: 'photo';
      readonly at: Seat;
      readonly mark: number;
      readonly picture: number;
      readonly customer: number;
    }
  /** Opens a photo of which only the server has the bytes. */
  | { readonly do: 'look'; readonly at: Seat; readonly pick: number }
  /** Damages bytes on the disk that the server has too. Then a person looks at the photo. */
  | { readonly do: 'rot'; readonly at: Seat; readonly pick: number }
  | { readonly do: 'network'; readonly at: Seat; readonly choice: NetworkChoice }
  /** Opens the photos of a customer. */
  | { readonly do: 'photos'; readonly at: Seat; readonly customer: number }
  /** Restores the server from a backup without its newest photos, and without the customer of the last if nothing else names it. */
  | { readonly do: 'forget'; readonly photos: number; readonly customer: boolean }
  /** Presses 'Send'. */
  | { readonly do: 'send'; readonly at: Seat }
  /**
   * `spoil`: a disk loses the end of ranges. `sweep`: the server looks for files that no row names, and removes them
   * `ms` later. `lose`: it is restored from a backup without files.
   */
  | { readonly do: 'shelf'; readonly what: 'spoil' | 'sweep' | 'lose' | 'stop'; readonly ms: number };

/** Everything else in a run follows from its program. */
export interface Program {
  readonly seed: number;
  readonly devices: 1 | 2;
  /** Rows of each kind on the server at the beginning. */
  readonly rows: number;
  readonly server: ServerFeatures;
  /** Storing takes time, and tasks that are ready at the same time run in any order. */
  readonly slowDisk?: boolean;
  /** At the end, users try every way to answer a question, not only 'retry' and 'discard'. */
  readonly decisive?: boolean;
  /** Users also add lines to texts, instead of only rewriting them. */
  readonly addsLines?: boolean;
  /** Some changes are taps, which wait so that they can be undone. Sent changes are undone as well. */
  readonly secondThoughts?: boolean;
  readonly commands: readonly Command[];
}
