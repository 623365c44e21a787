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
 * A create that carries its key is not unknown after a lost answer: it is sent again, and the server answers with the row
 * that exists. If the server ceases to know keys before that, it becomes unknown.
 */

export const SYNC_EVENTS = [
  /** Marked as being sent, before its request leaves. */
  'checkedOut',
  /** The server has it: a 2xx with the record says so, or a later read of the record. */
  'confirmed',
  /** Surely not carried out; worth sending again unchanged (401, 429, never left the device). */
  'notApplied',
  /** Sent, and perhaps carried out. */
  'ambiguous',
  /** Will never be accepted unchanged. */
  'refused',
  /** No tab awaits its answer any more: the sending tab died, or its lease ran out. */
  'orphaned',
  /** Two clean pulls of the collection did not show the record. */
  'provenAbsent',
  /** Several rows could be this create, or it cannot be told from rows that were there before. */
  'foundSeveral',
  /** Both sides changed the same; a person decides. */
  'conflicted',
  /** The server's newer copy is not in conflict with it. */
  'agreed',
  /** Too old to be sent before a person agrees. */
  'aged',
  /** The server no longer knows the key it was sent with. */
  'keyUnknown',
  /** A person edited it, or sends it again. */
  'retried',
  /** A person has it looked for again, after pulls that proved nothing. */
  'reopened',
  /** A person dropped it, or a later change made it needless. */
  'cancelled',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

/** Where a transition leads; `impossible` is a programming error. */
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
  // A queued or parked change too: its row turned up, or the wanted state was there already.
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

/** Applies while the latest attempt carried the create's key. Earlier builds left some of them `unknown`. */
const CREATE_WITH_KEY: Table = {
  ...CREATE,
  ambiguous: [no, queued, no, no],
  orphaned: [no, queued, no, no],
  keyUnknown: [unknown, no, no, no],
  reopened: never,
};

/** Returns what becomes of a mutation when `event` happens. */
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
