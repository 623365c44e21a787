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
 * A create sent with its key is queued again after a lost answer: the server returns the existing row. If it no longer
 * knows keys by then, the create becomes unknown.
 */

export const SYNC_EVENTS = [
  /** Before the request leaves. */
  'checkedOut',
  /** Shown by a 2xx with the record, or by a later read. */
  'confirmed',
  /** Not carried out: 401, 429, or it never left the device. */
  'notApplied',
  /** Sent, and perhaps carried out. */
  'ambiguous',
  /** Will never be accepted unchanged. */
  'refused',
  /** No tab awaits the answer: the sending tab died, or its lease ran out. */
  'orphaned',
  /** Two clean pulls did not show the record. */
  'provenAbsent',
  /** Several rows may be this create, or earlier rows look the same. */
  'foundSeveral',
  /** A person decides between two sides. */
  'conflicted',
  /** A newer copy ended the conflict. */
  'agreed',
  /** Too old to be sent without asking. */
  'aged',
  /** The server no longer knows the key. */
  'keyUnknown',
  /** A person edited it or sends it again. */
  'retried',
  /** A person has it looked for again. */
  'reopened',
  /** Dropped by a person, or needless after a later change. */
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
const no = 'impossible';

const PLACE: Readonly<Record<MutationState, 0 | 1 | 2 | 3>> = {
  queued: 0,
  sending: 1,
  unknown: 2,
  parked: 3,
};

type Row = readonly [queued: Next, sending: Next, unknown: Next, parked: Next];
type Table = Readonly<Record<SyncEvent, Row>>;

const never: Row = [no, no, no, no];

const COMMON: Table = {
  checkedOut: [sending, no, no, no],
  // Also queued or parked: its row turned up, or the server had the values already.
  confirmed: [confirmed, confirmed, no, confirmed],
  notApplied: [queued, queued, no, no],
  ambiguous: never,
  refused: [parked, parked, no, no],
  orphaned: never,
  provenAbsent: never,
  foundSeveral: never,
  conflicted: never,
  agreed: never,
  aged: [parked, no, no, no],
  keyUnknown: never,
  retried: [no, no, no, queued],
  reopened: never,
  cancelled: [cancelled, no, no, cancelled],
};

const DELETE: Table = {
  ...COMMON,
  ambiguous: [no, readFirst, no, no],
  orphaned: [no, readFirst, no, no],
  conflicted: [parked, no, no, no],
};

const UPDATE: Table = { ...DELETE, agreed: [no, no, no, queued] };

const CREATE: Table = {
  ...COMMON,
  confirmed: [confirmed, confirmed, confirmed, confirmed],
  ambiguous: [no, unknown, no, no],
  orphaned: [no, unknown, no, no],
  provenAbsent: [no, no, queued, no],
  foundSeveral: [no, no, parked, no],
  reopened: [no, no, no, unknown],
};

/** The latest attempt carried the key. Earlier builds left some of these `unknown`. */
const CREATE_WITH_KEY: Table = {
  ...CREATE,
  ambiguous: [no, queued, no, no],
  orphaned: [no, queued, no, no],
  keyUnknown: [unknown, no, no, no],
  reopened: never,
};

export function transition(
  { kind, sentWithKey, state }: Pick<Mutation, 'kind' | 'sentWithKey' | 'state'>,
  event: SyncEvent,
): Next {
  return tableOf(kind, sentWithKey)[event][PLACE[state]];
}

function tableOf(kind: Mutation['kind'], sentWithKey: boolean): Table {
  if (kind === 'create') return sentWithKey ? CREATE_WITH_KEY : CREATE;
  return kind === 'update' ? UPDATE : DELETE;
}
