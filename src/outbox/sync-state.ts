import type { Mutation, MutationState } from './mutation.ts';

/**
 * The life of a mutation: from each state, what may happen and where it leads.
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
  /** Two clean pulls of the collection did not show the record. */
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
  'keyUnknown',
  /** The person edited it, or sends it again as it is. */
  'retried',
  /** The person has it looked for again: pulls that proved nothing had left it to them. */
  'reopened',
  /** The person dropped it, or a later change of theirs made it needless. */
  'cancelled',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** Where a transition leads; `impossible` is a programming error. */
export type Next =
  | { readonly to: MutationState; readonly readFirst?: true }
  | 'confirmed'
  | 'cancelled'
  | 'impossible';

const to = (state: MutationState): Next => ({ to: state });
const readFirst: Next = { to: 'queued', readFirst: true };

/** What may happen in each state; anything else is impossible. */
type Table = Readonly<Record<MutationState, Readonly<Partial<Record<SyncEvent, Next>>>>>;

const QUEUED = {
  claimed: to('sending'),
  // The wanted state was there already, or a row turned out to be what a given-up attempt has made.
  confirmed: 'confirmed',
  notApplied: to('queued'),
  refused: to('parked'),
  aged: to('parked'),
  cancelled: 'cancelled',
} as const;
const SENDING = { confirmed: 'confirmed', notApplied: to('queued'), refused: to('parked') } as const;
const PARKED = { confirmed: 'confirmed', retried: to('queued'), cancelled: 'cancelled' } as const;

const DELETE: Table = {
  queued: { ...QUEUED, conflicted: to('parked') },
  sending: { ...SENDING, ambiguous: readFirst, orphaned: readFirst },
  unknown: {},
  parked: PARKED,
};

const UPDATE: Table = { ...DELETE, parked: { ...PARKED, agreed: to('queued') } };

const CREATE: Table = {
  queued: QUEUED,
  sending: { ...SENDING, ambiguous: to('unknown'), orphaned: to('unknown') },
  // A late answer of the attempt that was given up confirms it as well.
  unknown: { confirmed: 'confirmed', provenAbsent: to('queued'), foundSeveral: to('parked') },
  parked: { ...PARKED, reopened: to('unknown') },
};

/** The latest attempt carried its key. */
const CREATE_WITH_KEY: Table = {
  queued: { ...QUEUED, keyUnknown: to('unknown') },
  sending: { ...SENDING, ambiguous: to('queued'), orphaned: to('queued') },
  // As builds have left it that forgot to take the key away.
  unknown: CREATE.unknown,
  parked: PARKED,
};

/** What becomes of a mutation when `event` happens. */
export function transition(
  { kind, sentWithKey, state }: Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>,
  event: SyncEvent,
): Next {
  return tableOf(kind, sentWithKey)[state][event] ?? 'impossible';
}

function tableOf(kind: Mutation['kind'], keyed: boolean): Table {
  if (kind === 'create') return keyed ? CREATE_WITH_KEY : CREATE;
  return kind === 'update' ? UPDATE : DELETE;
}
