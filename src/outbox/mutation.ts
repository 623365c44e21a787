import type { FieldChanges } from '../domain/field-changes.ts';
import { timeOfUuid } from '../domain/ids.ts';
import type { Fields, RecordKey, RecordKind, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Version of the stored shape: 3 since the first release. `upcastMutation` updates older rows. */
export const MUTATION_SCHEMA = 3;

export type MutationKind = 'create' | 'update' | 'delete';

/**
 * `queued` waits to be sent · `sending` is in flight, or was when its tab died · `unknown` was sent and may have been
 * applied · `parked` waits for a person. 'Blocked' is derived, never stored.
 */
export const MUTATION_STATES = ['queued', 'sending', 'unknown', 'parked'] as const;
export type MutationState = (typeof MUTATION_STATES)[number];

export const PARK_REASONS = [
  'rejected',
  'deletedOnServer',
  'mayExistTwice',
  'conflict',
  'serverErrors',
  'tooOld',
  'fromFile',
] as const;
export type ParkReason = (typeof PARK_REASONS)[number];

export interface Conflict {
  readonly fields: readonly string[];
  /** The copy that the change was based on, if known. */
  readonly before: Fields | null;
  readonly theirs: Fields;
}

/** The server's answer, unchanged, or the app's own reason, such as `conflict`. */
export interface ServerRefusal {
  readonly reason: ParkReason;
  /** 0 without an answer. */
  readonly status: number;
  /** Parsed JSON, or null. */
  readonly body: unknown;
  /** Device time in ms. */
  readonly at: number;
  readonly conflict?: Conflict;
  /** Rows that may be this create. */
  readonly candidates?: readonly ServerId[];
}

export function appRefusal(
  reason: ParkReason,
  at: number,
  more: Partial<Pick<ServerRefusal, 'status' | 'conflict' | 'candidates'>> = {},
): ServerRefusal {
  return { reason, status: 0, body: null, at, ...more };
}

interface Setbacks {
  /** Number of answers that showed a failure inside the server. */
  readonly serverErrors: number;
  /** Device time in ms of the first such answer. */
  readonly since: number;
  /** Number of reads of the record after a 404, 409, 410 or 412. */
  readonly rereads: number;
  /** How many generated numbers were taken. */
  readonly renumbered?: number;
}

export function setbacksOf({ setbacks }: Pick<Mutation, 'setbacks'>, now: number): Setbacks {
  return setbacks ?? { serverErrors: 0, since: now, rereads: 0 };
}

interface CreateProbe {
  /** Number of complete pulls without the record. */
  readonly cleanChecks: number;
  /** Device time in ms at which the last of them began. */
  readonly lastCheckAt: number;
  /** Number of pulls in a row that proved nothing. */
  readonly unstable?: number;
}

export const NOT_PROBED: CreateProbe = { cleanChecks: 0, lastCheckAt: 0 };

/** Bases are the values that the person saw. */
export interface SavedChange {
  readonly kind: 'create' | 'update';
  readonly fields: FieldChanges;
}

export type UndoStep = { readonly resource: RecordKind; readonly localId: string } & (
  | (UndoneMutation & {
      /** Id of the mutation that now holds the save. */
      readonly left: string;
      /** The change to reverse once a server may have the save. A deletion cannot be reversed. */
      readonly change?: SavedChange;
    })
  /** The save removed `before` and left no mutation. */
  | { readonly before: Mutation; readonly left: null }
);

interface UndoneMutation {
  /** Null if the save created the mutation. */
  readonly before: Mutation | null;
  /** The merge base of an update that a deletion replaced. */
  readonly mergeBase: Fields | null;
}

/** `along` undoes the save in other records. */
interface Undo extends UndoneMutation {
  readonly along: readonly UndoStep[];
}

interface MutationBase {
  /** Order of saving, set by the database. */
  readonly seq: number;
  /** UUIDv7. A person's edit or retry gives a new one. */
  readonly id: string;
  /** Must equal the database's owner when sent. */
  readonly owner: string;
  readonly schema: number;
  readonly resource: RecordKind;
  readonly localId: string;
  readonly kind: MutationKind;
  /** With `client-uid`, repeating a POST with this key returns the existing row. */
  readonly idempotencyKey: string | null;
  /** The latest attempt carried the key, so repeating it creates no second row. */
  readonly sentWithKey: boolean;
  /** The version that a person deleted. If the server has another, the person is asked. */
  readonly expectedVersion: number | null;
  /** How many attachments may go with a deletion. If the server has more or others, the person is asked. */
  readonly attachments?: number;
  /**
   * Which ones: the local ids of those that the person saw, or their hash from the server's refusal. Null if that named
   * none.
   */
  readonly attachmentSet?: readonly string[] | string | null;
  /** Device time in ms of the save, or of a person's last retry. */
  readonly acceptedAt: number;
  readonly fields: FieldChanges;
  /** Generated values that the person kept. The app may replace them. */
  readonly generated?: Fields;
  /** Values that a create sent before it was edited: a refused attempt may still land. */
  readonly firstSentFields?: Fields;
  /** Local ids of related records. */
  readonly deps: readonly string[];
  readonly state: MutationState;
  /** Answers must match it. */
  readonly attemptId: string | null;
  /** Determines the back-off. At 0, the change waits only to allow an undo. */
  readonly attempts: number;
  readonly setbacks: Setbacks | null;
  /** Device time in ms; null if the change surely never left the device. */
  readonly firstSentAt: number | null;
  /** Not sent before this device time in ms. */
  readonly nextAt: number;
  /** The collection's generation at the last attempt. A row first seen later may be this create. */
  readonly claimGeneration: number;
  /** The record is read before this or a later change is sent, such as after a lost answer. */
  readonly readFirst: boolean;
  /** See `merge/merge.ts`. */
  readonly mergeBase?: Fields | null;
  readonly probe: CreateProbe | null;
  /** A dialog is waiting for the outcome, so no other change is merged in. */
  readonly watched: boolean;
  /** Undoes the latest save; null once sent. */
  readonly undo?: Undo | null;
  /** Ids of earlier and later changes that became a part of this one, for the receipts of their days. */
  readonly tookIn?: readonly string[];
  /** Never taken back: another device may send the change too, at any time. */
  readonly inFile?: InFile;
  readonly refusal: ServerRefusal | null;
}

/** `saved`: a file was made of it here. `loaded`: a file brought it from another device. */
type InFile = 'saved' | 'loaded';

type With<Base, Narrowed> = Omit<Base, keyof Narrowed> & Narrowed;

type Create = With<
  MutationBase,
  { readonly kind: 'create'; readonly idempotencyKey: string; readonly expectedVersion: null }
>;
type Update = With<MutationBase, { readonly kind: 'update' } & NoCreate & { readonly expectedVersion: null }>;
type Delete = With<MutationBase, { readonly kind: 'delete' } & NoCreate>;

interface NoCreate {
  readonly idempotencyKey: null;
  readonly sentWithKey: false;
  readonly probe: null;
}

type Queued<Kind> = With<Kind, { readonly state: 'queued' }>;
type Sending<Kind> = With<
  Kind,
  { readonly state: 'sending'; readonly attemptId: string; readonly firstSentAt: number }
>;
type Parked<Kind> = With<Kind, { readonly state: 'parked'; readonly refusal: ServerRefusal }>;

type Unknown = With<Create, { readonly state: 'unknown' }>;

export type Mutation =
  | (Queued<Create> | Sending<Create> | Parked<Create> | Unknown)
  | (Queued<Update> | Sending<Update> | Parked<Update>)
  | (Queued<Delete> | Sending<Delete> | Parked<Delete>);

/** `assertLane` checks that the result is a `Mutation`. */
export type MutationChange = Partial<Omit<MutationBase, 'seq'>>;

export type NewMutation = Omit<Mutation, 'seq'>;

/** The `claimGeneration` of an attempt without a complete snapshot. */
export const UNKNOWN_GENERATION = -1;

export const UNSENT = {
  sentWithKey: false,
  state: 'queued',
  attemptId: null,
  attempts: 0,
  setbacks: null,
  firstSentAt: null,
  nextAt: 0,
  claimGeneration: 0,
  readFirst: false,
  probe: null,
  refusal: null,
} as const satisfies MutationChange;

/** Returns true if no server can have the change from this device or another. */
export function neverSent(mutation: Pick<Mutation, 'state' | 'firstSentAt' | 'inFile'>): boolean {
  return isUnsent(mutation) && mutation.inFile === undefined;
}

/** Returns true if this device never sent the change. */
export function isUnsent({ state, firstSentAt }: Pick<Mutation, 'state' | 'firstSentAt'>): boolean {
  return state === 'queued' && firstSentAt === null;
}

type Taking = Pick<Mutation, 'id' | 'tookIn'>;

/** In ms. In every time zone, days begin at such a time. */
const QUARTER_MS = 15 * 60_000;

/** Returns what a change notes that takes in another. Keeps one id of each quarter of an hour, because only days matter. */
export function takenIn({ tookIn = [] }: Pick<Mutation, 'tookIn'>, other: Taking): readonly string[] {
  const ids = [...tookIn, ...(other.tookIn ?? []), other.id];
  const quarterOf = (id: string): string | number => {
    const at = timeOfUuid(id);
    return at === null ? id : Math.floor(at / QUARTER_MS);
  };
  return [...new Map(ids.map((id) => [quarterOf(id), id])).values()];
}

/** Longer than any dialog waits, in ms. */
const FORGOTTEN_MS = 10_000;

/** Returns true if a dialog is waiting. Ignores a dialog whose page died. */
export function isWatched({ watched, acceptedAt }: Mutation, now: number): boolean {
  return watched && Math.abs(now - acceptedAt) <= FORGOTTEN_MS;
}

/**
 * Returns true if a parked mutation was surely not applied: it may be edited or dropped freely. Server errors prove
 * that only for a plain create that pulls did not show. An update, or a create with a key, may have been applied.
 */
export function surelyRefused({
  state,
  refusal,
  firstSentAt,
  sentWithKey,
  probe,
  inFile,
}: Pick<Mutation, 'state' | 'refusal' | 'firstSentAt' | 'sentWithKey' | 'probe' | 'inFile'>): boolean {
  if (state !== 'parked' || refusal === null) return false;
  const { reason } = refusal;
  if (reason === 'serverErrors') return !sentWithKey && probe !== null && probe.cleanChecks > 0;
  if (reason === 'tooOld') return firstSentAt === null && inFile === undefined;
  return reason === 'rejected' || reason === 'conflict';
}

/** Returns true if a change contains a text, which without versions is read before sending. */
export function changesText({ resource, fields }: Pick<Mutation, 'resource' | 'fields'>): boolean {
  return specOf(resource).texts.some((field) => field in fields);
}

export function generatedFields({ fields, generated }: Pick<Mutation, 'fields' | 'generated'>): string[] {
  return Object.entries(generated ?? {})
    .filter(([field, value]) => fields[field]?.value === value)
    .map(([field]) => field);
}

export type StoredMutation = Readonly<Record<string, unknown>> & { readonly schema: number };

/** Keyed by version. Upcasters are pure and never change again. */
export type Upcasters = Readonly<Record<number, (stored: StoredMutation) => StoredMutation>>;

const UPCASTERS: Upcasters = {};

/** Returns null if no upcaster reads the stored version. */
export function upcastMutation(stored: StoredMutation, upcasters = UPCASTERS): Mutation | null {
  if (stored.schema === MUTATION_SCHEMA) return stored as unknown as Mutation;
  const upcast = stored.schema < MUTATION_SCHEMA ? upcasters[stored.schema] : undefined;
  return upcast ? upcastMutation(upcast(stored), upcasters) : null;
}

/** The `seq` of a mutation until the database sets it. */
export const UNPLACED = Number.MAX_SAFE_INTEGER;

export function laneOf({ resource, localId }: RecordKey): string {
  return `${resource}/${localId}`;
}

/** Returns true if a change was sent and not answered. A record has at most one such change. */
export function isUnderWay({ state }: Pick<Mutation, 'state'>): boolean {
  return state === 'sending' || state === 'unknown';
}

/** An inconsistent lane: a bug in the app. The transaction writes nothing. */
export class BrokenLaneError extends Error {
  override readonly name = 'BrokenLaneError';
}
