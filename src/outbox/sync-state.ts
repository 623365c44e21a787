import type { Mutation, MutationState } from './mutation.ts';

/**
 * The life of a mutation, as a table that does not compile until every cell is filled.
 *
 *   queued ──claimed──► sending ──confirmed──► (out of the outbox)
 *     ▲                   │ │ └──refused──► parked ──edited/retried──► queued
 *     │◄──notApplied──────┘ │                  └──discarded──► (out)
 *     │◄──ambiguous (update, delete: read first)
 *     │                     └──ambiguous (create)──► unknown ──found──► (out)
 *     └───────────────────provenAbsent──────────────────┘ └──foundSeveral──► parked
 *                                                ▲────────────reopened────────────┘
 *
 * A create that carries its key is never unknown: it is sent again, and the server answers with the row that
 * exists. Should the server cease to know keys before that, it becomes unknown.
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
  /** Several rows could be this create, or none can be told from rows that were there before. */
  'foundSeveral',
  /** Remote and local changed the same thing: it waits for a decision. */
  'conflicted',
  /** What the server has now is in conflict with it no longer. */
  'agreed',
  /** Older than the age that goes out unasked. */
  'aged',
  /** The key that it was sent with means nothing to the server any more. */
  'keyLost',
  /** The person edited it, or sends it again as it is. */
  'retried',
  /** The person has it looked for again: readings that proved nothing had left it to them. */
  'reopened',
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
    foundSeveral: 'impossible',
    conflicted: to('parked'),
    agreed: 'stays',
    aged: to('parked'),
    keyLost: 'impossible',
    retried: 'stays',
    reopened: 'stays',
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
    foundSeveral: 'impossible',
    conflicted: to('queued'),
    agreed: 'impossible',
    aged: 'stays',
    keyLost: 'impossible',
    retried: 'stays',
    reopened: 'stays',
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
    foundSeveral: to('parked'),
    conflicted: 'impossible',
    agreed: 'impossible',
    aged: 'stays',
    keyLost: 'impossible',
    retried: 'stays',
    reopened: 'stays',
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
    foundSeveral: 'stays',
    conflicted: 'stays',
    agreed: to('queued'),
    aged: 'stays',
    keyLost: 'impossible',
    retried: to('queued'),
    reopened: 'impossible',
    cancelled: 'cancelled',
  },
};

const CREATE: Table = {
  ...COMMON,
  sending: { ...COMMON.sending, ambiguous: to('unknown'), orphaned: to('unknown') },
  parked: { ...COMMON.parked, reopened: to('unknown') },
};

const KEYED_CREATE: Table = {
  ...CREATE,
  queued: { ...COMMON.queued, keyLost: to('unknown') },
  sending: { ...COMMON.sending, ambiguous: to('queued'), orphaned: to('queued') },
};

/** What becomes of a mutation when `event` happens. Pure; the engine carries it out. */
export function transition(
  { kind, keyed, state }: Pick<Mutation, 'kind' | 'keyed' | 'state'>,
  event: SyncEvent,
): Next {
  return tableOf(kind, keyed)[state][event];
}

function tableOf(kind: Mutation['kind'], keyed: boolean): Table {
  if (kind !== 'create') return COMMON;
  return keyed ? KEYED_CREATE : CREATE;
}
