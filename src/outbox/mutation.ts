import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Version of the stored shape below; `upcastMutation` brings older rows to it. */
export const MUTATION_SCHEMA = 3;

export type MutationKind = 'create' | 'update' | 'delete';

/**
 * `queued` may be sent · `sending` is in flight, or was when its tab died · `unknown` was sent and may have been applied ·
 * `parked` waits for a person. What is confirmed or cancelled has left the outbox. 'Blocked' is derived, never stored.
 */
export const MUTATION_STATES = ['queued', 'sending', 'unknown', 'parked'] as const;
export type MutationState = (typeof MUTATION_STATES)[number];

/** Why a mutation waits for a person. */
export const PARK_REASONS = [
  'rejected',
  'deletedOnServer',
  'mayExistTwice',
  'conflict',
  'serverErrors',
  'tooOld',
] as const;
export type ParkReason = (typeof PARK_REASONS)[number];

/** Both sides changed the same fields. */
export interface Conflict {
  /** The fields that need a decision. */
  readonly fields: readonly string[];
  /** The server copy that the change was made over; null if none was known. */
  readonly before: Fields | null;
  /** The server copy that it conflicts with. */
  readonly theirs: Fields;
}

/** Why a mutation is parked: the server's answer, unchanged, or the app's `conflict`, `tooOld` or `mayExistTwice`. */
export interface ServerRefusal {
  readonly reason: ParkReason;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Parsed JSON, or null. */
  readonly body: unknown;
  /** Device time in ms. */
  readonly at: number;
  /** Only after a conflict. */
  readonly conflict?: Conflict;
  /** Only for a possible duplicate: the server's rows that may be it. */
  readonly candidates?: readonly ServerId[];
}

/** Counts towards the bounds after which a person is asked. */
interface Setbacks {
  /** Failures inside the server, and the device time in ms of the first. */
  readonly serverErrors: number;
  readonly since: number;
  /** Times the record was read and the change sent again after 404, 409, 410 or 412. */
  readonly rereads: number;
  /** Times a generated number was taken and another was generated. */
  readonly renumbered?: number;
}

/** Progress of looking for an unknown create. */
interface CreateProbe {
  /** Complete pulls that did not show the record. */
  readonly cleanChecks: number;
  /** Device time in ms of the last clean pull. */
  readonly lastCheckAt: number;
  /** Pulls in a row that proved nothing. */
  readonly unstable?: number;
}

export const NOT_PROBED: CreateProbe = { cleanChecks: 0, lastCheckAt: 0 };

/** A save's changes of one record, over the values that the person saw. */
export interface SavedChange {
  readonly kind: 'create' | 'update';
  readonly fields: FieldChanges;
}

/** The steps that undo a save in one record. */
export type UndoStep = { readonly resource: ResourceName; readonly localId: string } & (
  | (UndoneMutation & {
      /** Id of the mutation that the save left in the outbox, and that holds it. */
      readonly left: string;
      /** The change to reverse once a server may have it. Absent for a deletion, which cannot be reversed. */
      readonly change?: SavedChange;
    })
  /** The save removed the mutation `before` and left none. */
  | { readonly before: Mutation; readonly left: null }
);

interface UndoneMutation {
  /** The mutation before the save changed it; null if the save made it. */
  readonly before: Mutation | null;
  /** The merge base of an update that a deletion replaced. */
  readonly mergeBase: Fields | null;
}

/** The records that a save has changed: its own, and others along with it. */
interface Undo extends UndoneMutation {
  readonly along: readonly UndoStep[];
}

/** The fields of every mutation. `Mutation` narrows them by kind and state. */
interface MutationBase {
  /** Order of acceptance on this device, set by the database. */
  readonly seq: number;
  /** UUIDv7. A change that is edited and sent again gets a new one. */
  readonly id: string;
  /** Key of its account; must equal the database's owner when it is sent. */
  readonly owner: string;
  readonly schema: number;
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  /** Identifies a create where the server announces `client-uid`: a repeated POST answers with the existing row. */
  readonly idempotencyKey: string | null;
  /** True if the latest attempt carried `idempotencyKey`: repeating it makes no second row. */
  readonly sentWithKey: boolean;
  /** The version that a person deleted, if the server counts versions. If it is another by now, the person is asked. */
  readonly expectedVersion: number | null;
  /** Device time in ms at which a person made it or last asked to send it. */
  readonly acceptedAt: number;
  readonly fields: FieldChanges;
  /** Generated values that the person kept; any other generated value would do. */
  readonly generated?: Fields;
  /** The values that a create sent before it was changed: an attempt that was refused may land after all. */
  readonly firstSentFields?: Fields;
  /** Local ids of related records: see `dependenciesOf`. */
  readonly deps: readonly string[];
  readonly state: MutationState;
  /** The latest attempt to send it. Answers are matched against it. */
  readonly attemptId: string | null;
  /** Attempts so far. The back-off grows with them; 0 also means that it waits only to be undone. */
  readonly attempts: number;
  readonly setbacks: Setbacks | null;
  /** Device time in ms; null while it has certainly not left the device. */
  readonly firstSentAt: number | null;
  /** Not to be sent before this device time in ms. */
  readonly nextAt: number;
  /** The collection's generation at the last attempt. Rows first seen later may be this create. */
  readonly claimGeneration: number;
  /** The record is read before this or a later change is sent: an answer was lost, or a newer row was left to the answer. */
  readonly readFirst: boolean;
  /** The server copy it was made over, until it is merged with a newer one: see `merge/merge.ts`. */
  readonly mergeBase?: Fields | null;
  readonly probe: CreateProbe | null;
  /** A dialog waits for its outcome, so it is merged with no other. */
  readonly watched: boolean;
  /** Undoes its latest save, until it is sent. */
  readonly undo?: Undo | null;
  readonly refusal: ServerRefusal | null;
}

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

/** Sent, and perhaps carried out. */
type Unknown = With<Create, { readonly state: 'unknown' }>;

/** One recorded change of a record, waiting to be sent. */
export type Mutation =
  | (Queued<Create> | Sending<Create> | Parked<Create> | Unknown)
  | (Queued<Update> | Sending<Update> | Parked<Update>)
  | (Queued<Delete> | Sending<Delete> | Parked<Delete>);

/** A change of a mutation. The result must be a `Mutation` again; `assertLane` checks it. */
export type MutationChange = Partial<Omit<MutationBase, 'seq'>>;

/** A mutation before the database gives it its place. */
export type NewMutation = Omit<Mutation, 'seq'>;

/** The `claimGeneration` of a mutation that was sent while no complete snapshot was held. */
export const UNKNOWN_GENERATION = -1;

/** The state of a mutation that was never sent. */
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

/** Returns true while no server can have seen the mutation: it may still be merged or vanish. */
export function neverSent(mutation: Pick<Mutation, 'state' | 'firstSentAt'>): boolean {
  return mutation.state === 'queued' && mutation.firstSentAt === null;
}

/** Longer than any dialog watches its save, in ms. */
const FORGOTTEN_MS = 10_000;

/** Returns true while a dialog may wait for the outcome. A dialog whose page died no longer does. */
export function isWatched({ watched, acceptedAt }: Mutation, now: number): boolean {
  return watched && Math.abs(now - acceptedAt) <= FORGOTTEN_MS;
}

/**
 * Returns true if a parked mutation was certainly not applied, so that editing or dropping it is as free as before it was
 * sent: one refused for its content, one held back, or a create that failed inside the server until two pulls proved it
 * absent. Other server errors prove nothing: an update may have been applied, and a repeated key answers with its row.
 */
export function surelyRefused({
  state,
  refusal,
  firstSentAt,
  sentWithKey,
  probe,
}: Pick<Mutation, 'state' | 'refusal' | 'firstSentAt' | 'sentWithKey' | 'probe'>): boolean {
  if (state !== 'parked' || refusal === null) return false;
  const { reason } = refusal;
  if (reason === 'serverErrors') return !sentWithKey && probe !== null && probe.cleanChecks > 0;
  return reason === 'rejected' || reason === 'conflict' || (reason === 'tooOld' && firstSentAt === null);
}

/** Tells if a change has a text that is merged. A server without guards is read first, so as not to overwrite others. */
export function changesText({ resource, fields }: Pick<Mutation, 'resource' | 'fields'>): boolean {
  return specOf(resource).texts.some((field) => field in fields);
}

/** Returns the fields that still have their generated value. */
export function generatedFields({ fields, generated }: Pick<Mutation, 'fields' | 'generated'>): string[] {
  return Object.entries(generated ?? {})
    .filter(([field, value]) => fields[field]?.value === value)
    .map(([field]) => field);
}

/** A mutation as some version of the app stored it. */
export type StoredMutation = Readonly<Record<string, unknown>> & { readonly schema: number };

/** Turns a stored mutation into the next version, by the version it reads. Pure, and never changed again. */
export type Upcasters = Readonly<Record<number, (stored: StoredMutation) => StoredMutation>>;

/** Empty: the stored shape has not changed since the first release. */
const UPCASTERS: Upcasters = {};

/** Returns a stored mutation in today's shape, one version at a time; null if no upcaster reads its version. */
export function upcastMutation(stored: StoredMutation, upcasters = UPCASTERS): Mutation | null {
  if (stored.schema === MUTATION_SCHEMA) return stored as unknown as Mutation;
  const upcast = stored.schema < MUTATION_SCHEMA ? upcasters[stored.schema] : undefined;
  return upcast ? upcastMutation(upcast(stored), upcasters) : null;
}
