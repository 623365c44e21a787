import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { NetFault, RequestClass } from '../machine/net-fault.ts';
import type { DiskFault } from '../machine/tab.ts';
import type { ServerFeatures } from '../server/features.ts';

/** Where a person sits: the number of a device, and of one of its open tabs, counted round. */
export interface Seat {
  readonly device: number;
  readonly tab: number;
}

/** `stall` is a tab that the system stops without a word. */
export const PAGE_CHANGES = ['hide', 'show', 'freeze', 'thaw', 'stall', 'resume'] as const;
export type PageChange = (typeof PAGE_CHANGES)[number];

/**
 * What a person does about a change: `edit` and `decide` go on with the record of a parked one, `decide` with both sides
 * in sight; `amend` does so with any that waits. The others are buttons beside a parked one; where that has no such
 * button, it is sent again.
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

/** One thing that happens. Numbers that pick something are counted round whatever there is then. */
export type Command =
  | {
      readonly do: 'create';
      readonly at: Seat;
      readonly kind: ResourceName;
      /** Tells it from all other creates; two with the same one are equal in every field. */
      readonly mark: number;
      /** Which customer it refers to. */
      readonly customer: number;
      readonly watch: boolean;
    }
  | {
      readonly do: 'update';
      readonly at: Seat;
      readonly kind: ResourceName;
      readonly pick: number;
      /** Which field, and a number that the new value is made of; null takes back what was changed last. */
      readonly field: number;
      readonly value: number | null;
      readonly watch: boolean;
    }
  | { readonly do: 'delete'; readonly at: Seat; readonly kind: ResourceName; readonly pick: number }
  /** A person takes back the last save of something that waits. */
  | { readonly do: 'undo'; readonly at: Seat; readonly pick: number }
  /** A person answers one of the questions that wait. */
  | {
      readonly do: 'answer';
      readonly at: Seat;
      readonly pick: number;
      readonly how: Decision;
      readonly value: number;
    }
  /** A person says of what looks like a duplicate that it is none. */
  | { readonly do: 'dismiss'; readonly at: Seat; readonly pick: number }
  /** A person is asked about records that a list left out, and keeps or removes them. */
  | { readonly do: 'absence'; readonly at: Seat; readonly how: 'keep' | 'remove' }
  | { readonly do: 'sync'; readonly at: Seat }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'online'; readonly device: number; readonly online: boolean }
  | { readonly do: 'page'; readonly at: Seat; readonly to: PageChange }
  | { readonly do: 'open'; readonly device: number }
  | { readonly do: 'close'; readonly at: Seat }
  /** Something happens to the tab's n-th transaction from now; null to undo what was planned. */
  | { readonly do: 'disk'; readonly at: Seat; readonly fault: DiskFault; readonly n: number }
  | { readonly do: 'fault'; readonly on: RequestClass; readonly fault: NetFault; readonly times: number }
  | { readonly do: 'server'; readonly down: boolean }
  | { readonly do: 'tokens'; readonly what: 'expireAccess' | 'revokeRefresh' }
  | { readonly do: 'signOut'; readonly at: Seat }
  | { readonly do: 'signIn'; readonly at: Seat; readonly user: 'ann' | 'bob' }
  /** Other people change what the server holds. */
  | {
      readonly do: 'others';
      readonly what: 'create' | 'update' | 'delete';
      readonly kind: ResourceName;
      readonly pick: number;
      readonly field: number;
      readonly value: number;
    }
  /** For so long, in ms, the server shows nobody any rows: a filter gone wrong. Nothing is changed meanwhile. */
  | { readonly do: 'blind'; readonly ms: number }
  /** The server comes back from a backup of this very moment: its feed begins anew. */
  | { readonly do: 'epoch' }
  /** From now on the server answers so many requests a minute, or as many as there are. */
  | { readonly do: 'limit'; readonly perMinute: number | null }
  /**
   * A device loses its power: what was not written through to the disk is as it was before, but for a part of it, from 0
   * to 1, that came first.
   */
  | { readonly do: 'power'; readonly device: number; readonly kept?: number }
  /** From now on the device's tabs hear so many ms later what another one has stored; at once with 0. */
  | { readonly do: 'lag'; readonly device: number; readonly ms: number }
  | { readonly do: 'clock'; readonly device: number; readonly backMs: number };

/** What a run is made of: everything else follows from it. */
export interface Program {
  readonly seed: number;
  readonly devices: 1 | 2;
  /** Rows on the server at the beginning, of each kind. */
  readonly rows: number;
  readonly server: ServerFeatures;
  /** Whether storing takes time, and what is ready at one moment happens in any order. */
  readonly slowDisk?: boolean;
  /** Whether at the end people take every way there is to answer a question, and not the two oldest alone. */
  readonly decisive?: boolean;
  /** Whether people add lines to texts as well, and do not only write them anew. */
  readonly addsLines?: boolean;
  /** Whether some changes are taps, which wait for their undo, and what the server may have is undone as well. */
  readonly secondThoughts?: boolean;
  readonly commands: readonly Command[];
}
