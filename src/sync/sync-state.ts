import type { MutationKind, MutationState } from '../domain/mutation.ts';

/**
 * The life of a mutation, as a table that does not compile until every cell is filled.
 *
 *   queued ──claimed──► sending ──confirmed──► (out of the outbox)
 *     ▲                   │ │ └──refused──► parked ──edited/retried──► queued
 *     │◄──notApplied──────┘ │                  └──discarded──► (out)
 *     │◄──ambiguous (update, delete: read first)
 *     │                     └──ambiguous (create)──► unknown ──found──► (out)
 *     └───────────────────provenAbsent──────────────────┘ └──foundSeveral──► parked
 */
export const SYNC_EVENTS = [
  /** The engine takes it for a request, before the request. */
  'claimed',
  /** The server accepted it: a 2xx with a record, or the wanted state was read back. */
  'confirmed',
  /** Surely not carried out and worth sending again unchanged (401, 429, never left the device). */
  'notApplied',
  /** Sent, and nobody knows whether it was carried out. */
  'ambiguous',
  /** Will never be accepted unchanged. */
  'refused',
  /** `sending` of a tab that is dead, or whose lease ran out. */
  'orphaned',
  /** Two clean readings of the collection did not show the record. */
  'provenAbsent',
  /** One row on the server is this create. */
  'found',
  /** Several rows could be this create, or none can be told from rows that were there before. */
  'foundSeveral',
  /** Remote and local changed the same thing: it waits for a decision. */
  'conflicted',
  /** Older than the age that goes out unasked. */
  'aged',
  /** A row that may be a second copy of a confirmed create appeared. */
  'twinSeen',
  /** The person edited it, or sends it again as it is. */
  'retried',
  /** The person dropped it, or a later change of theirs made it needless. */
  'cancelled',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** Where a transition leads; `impossible` is a programming error, `stays` is evidence that changes nothing. */
export type Next =
  | { readonly to: MutationState; readonly readFirst?: true }
  | 'confirmed'
  | 'cancelled'
  | 'stays'
  | 'impossible';

const to = (state: MutationState): Next => ({ to: state });
const readFirst: Next = { to: 'queued', readFirst: true };

type Table = Record<MutationState, Record<SyncEvent, Next>>;

const COMMON: Table = {
  queued: {
    claimed: to('sending'),
    // An update or delete whose wanted state is already there when it is read first.
    confirmed: 'confirmed',
    notApplied: to('queued'),
    ambiguous: 'impossible',
    refused: to('parked'),
    orphaned: 'stays',
    provenAbsent: 'impossible',
    found: 'impossible',
    foundSeveral: 'impossible',
    conflicted: to('parked'),
    aged: to('parked'),
    twinSeen: 'stays',
    retried: 'stays',
    cancelled: 'cancelled',
  },
  sending: {
    claimed: 'impossible',
    confirmed: 'confirmed',
    notApplied: to('queued'),
    ambiguous: readFirst,
    refused: to('parked'),
    orphaned: readFirst,
    provenAbsent: 'impossible',
    found: 'impossible',
    foundSeveral: 'impossible',
    conflicted: to('queued'),
    aged: 'stays',
    twinSeen: 'stays',
    retried: 'stays',
    cancelled: 'impossible',
  },
  unknown: {
    claimed: 'impossible',
    // A late answer of the attempt that was given up.
    confirmed: 'confirmed',
    notApplied: 'stays',
    ambiguous: 'stays',
    refused: 'stays',
    orphaned: 'stays',
    provenAbsent: to('queued'),
    found: 'confirmed',
    foundSeveral: to('parked'),
    conflicted: 'impossible',
    aged: 'stays',
    twinSeen: 'stays',
    retried: 'stays',
    cancelled: 'impossible',
  },
  parked: {
    claimed: 'impossible',
    confirmed: 'confirmed',
    notApplied: 'stays',
    ambiguous: 'stays',
    refused: 'stays',
    orphaned: 'stays',
    provenAbsent: 'stays',
    found: 'confirmed',
    foundSeveral: 'stays',
    conflicted: 'stays',
    aged: 'stays',
    twinSeen: 'stays',
    retried: to('queued'),
    cancelled: 'cancelled',
  },
};

const CREATE: Table = {
  ...COMMON,
  sending: { ...COMMON.sending, ambiguous: to('unknown'), orphaned: to('unknown'), refused: to('parked') },
};

/** What becomes of a mutation in `state` when `event` happens. Pure; the engine carries it out. */
export function transition(kind: MutationKind, state: MutationState, event: SyncEvent): Next {
  return (kind === 'create' ? CREATE : COMMON)[state][event];
}
