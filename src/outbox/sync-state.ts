import type { Mutation, MutationState } from './mutation.ts';

/*
 * The life of a mutation:
 *
 *   queued ──checkedOut──► sending ──confirmed──► (out of the outbox)
 *     ▲                      │ │ └──refused──► parked ──retried──► queued
 *     │◄──notApplied─────────┘ │                  └──cancelled──► (out)
 *     │◄──ambiguous (update, delete: read first)
 *     │                        └──ambiguous (create)──► unknown ──confirmed──► (out)
 *     └─────────────────────provenAbsent───────────────────┘ └──foundSeveral──► parked
 *                                                   ▲────────────reopened────────────┘
 *
 * A create sent with its key is queued again after a lost answer: the server returns the existing row. If the server no
 * longer supports keys by then, the create becomes unknown.
 */

export const SYNC_EVENTS = [
  /** Before the request leaves. */
  'checkedOut',
  /** A 2xx or a later read showed that the server has the change. */
  'confirmed',
  /** Not carried out: 401, 429, or it never left the device. */
  'notApplied',
  /** Sent, and perhaps carried out. */
  'ambiguous',
  /** The server will never accept it as it is. */
  'refused',
  /** No tab awaits the answer: the sending tab died, or its lease ran out. */
  'orphaned',
  /** Two clean pulls did not show the record. */
  'provenAbsent',
  /** Several rows may come from this create, earlier rows look the same, or ten pulls proved nothing. */
  'foundSeveral',
  /** A person must decide between two sides. */
  'conflicted',
  /** A newer copy ended the conflict. */
  'agreed',
  /** Too old to be sent without asking. */
  'aged',
  /** The server does not support keys (anymore) and may have the row: from an attempt with a key, or from a file. */
  'keyUnknown',
  /** A person edited it or sends it again. */
  'retried',
  /** A person asked to look for it again. */
  'reopened',
  /** Dropped by a person, or made unnecessary by a later change. */
  'cancelled',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

export type Next =
  | { readonly to: MutationState; readonly readFirst?: true }
  | 'confirmed'
  | 'cancelled'
  | 'impossible';

const queued: Next = { to: 'queued' };
const readFirst: Next = { to: 'queued', readFirst: true };
const sending: Next = { to: 'sending' };
const unknown: Next = { to: 'unknown' };
const parked: Next = { to: 'parked' };
const confirmed = 'confirmed';
const cancelled = 'cancelled';

/** Keyed by the mutation's state. In states that are left out, the event is impossible. */
type Row = Readonly<Partial<Record<MutationState, Next>>>;
type Table = Readonly<Record<SyncEvent, Row>>;

const never: Row = {};

const COMMON: Table = {
  checkedOut: { queued: sending },
  // Queued and parked changes may be confirmed too: the row turned up, or the server already had the values.
  confirmed: { queued: confirmed, sending: confirmed, parked: confirmed },
  notApplied: { queued, sending: queued },
  ambiguous: never,
  refused: { queued: parked, sending: parked },
  orphaned: never,
  provenAbsent: never,
  foundSeveral: never,
  conflicted: never,
  agreed: never,
  aged: { queued: parked },
  keyUnknown: never,
  retried: { parked: queued },
  reopened: never,
  cancelled: { queued: cancelled, parked: cancelled },
};

const DELETE: Table = {
  ...COMMON,
  ambiguous: { sending: readFirst },
  orphaned: { sending: readFirst },
  conflicted: { queued: parked },
};

const UPDATE: Table = { ...DELETE, agreed: { parked: queued } };

const CREATE: Table = {
  ...COMMON,
  confirmed: { queued: confirmed, sending: confirmed, unknown: confirmed, parked: confirmed },
  ambiguous: { sending: unknown },
  orphaned: { sending: unknown },
  provenAbsent: { unknown: queued },
  foundSeveral: { unknown: parked },
  keyUnknown: { queued: unknown },
  reopened: { parked: unknown },
};

/** The latest attempt carried the key. Earlier builds left some of these `unknown`. */
const CREATE_WITH_KEY: Table = {
  ...CREATE,
  ambiguous: { sending: queued },
  orphaned: { sending: queued },
  reopened: never,
};

export function transition(
  { kind, sentWithKey, state }: Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>,
  event: SyncEvent,
): Next {
  return tableOf(kind, sentWithKey)[event][state] ?? 'impossible';
}

function tableOf(kind: Mutation['kind'], sentWithKey: boolean): Table {
  if (kind === 'create') return sentWithKey ? CREATE_WITH_KEY : CREATE;
  return kind === 'update' ? UPDATE : DELETE;
}
