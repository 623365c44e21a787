import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Version of the stored shape below; `upcastMutation` brings older rows to it. */
export const MUTATION_SCHEMA = 3;

export type MutationKind = 'create' | 'update' | 'delete';

/**
 * `queued` may be sent · `sending` is in flight, or was when its tab died · `unknown` was sent and
 * nobody knows whether it was applied · `parked` waits for a person. Whatever is confirmed or cancelled
 * has left the outbox. 'Blocked' is derived from dependencies and never stored.
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

/** Both sides changed the same, and nobody's may be overwritten unasked. */
export interface Conflict {
  /** Names of the fields that need a decision. */
  readonly fields: readonly string[];
  /** The server copy that the change was made over; null where none was known. */
  readonly before: Fields | null;
  /** The server copy that it met. */
  readonly theirs: Fields;
}

/** What the server last said to a mutation, kept as it came so that it can be worded for the reader. */
export interface ServerRefusal {
  readonly reason: ParkReason;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  /** Parsed JSON body, or null. */
  readonly body: unknown;
  /** Device time in ms. */
  readonly at: number;
  /** Only after a conflict. */
  readonly conflict?: Conflict;
  /** Only for a possible duplicate: the rows on the server that may be it. */
  readonly candidates?: readonly ServerId[];
}

/** What went wrong with a mutation so far, for the bounds after which a person is asked. */
interface Setbacks {
  /** Failures inside the server, and the device time in ms of the first. */
  readonly serverErrors: number;
  readonly since: number;
  /** Times that the record was read and the change sent again after 404, 409 or 412. */
  readonly rereads: number;
  /** Times that a number which the app made up was taken, and another one was made. */
  readonly renumbered?: number;
}

/** How far the probe of an unknown create has come. */
interface CreateProbe {
  /** Complete pulls of the collection that did not show our record. */
  readonly cleanChecks: number;
  /** Device time in ms of the last clean pull. */
  readonly lastCheckAt: number;
  /** Pulls in a row that were not stable enough to prove anything. */
  readonly unstable?: number;
}

/** A probe that has not begun. */
export const NOT_PROBED: CreateProbe = { cleanChecks: 0, lastCheckAt: 0 };

/** The fields that a save changed in one record. */
export interface SavedChange {
  readonly kind: 'create' | 'update';
  /** Each new value over the one that the person saw before. */
  readonly fields: FieldChanges;
}

/** What a save changed in one record, so that it can be taken back. */
export type UndoStep = { readonly resource: ResourceName; readonly localId: string } & (
  | (UndoneMutation & {
      /** Id of the mutation that carries the save. */
      readonly left: string;
      /** The change to take back once a server may have it; absent for a deletion, which cannot be changed back. */
      readonly change?: SavedChange;
    })
  /** The save took a mutation out of the outbox, and left nothing to send. */
  | { readonly before: Mutation; readonly left: null }
);

interface UndoneMutation {
  /** The mutation that the save changed, as it was; null where the save made a new one. */
  readonly before: Mutation | null;
  /** The server copy that an update was made over whose place a deletion took. */
  readonly mergeBase: Fields | null;
}

/** What the save that a mutation carries has changed: its own record, and others along with it. */
interface Undo extends UndoneMutation {
  readonly along: readonly UndoStep[];
}

/** What every recorded intent to change a record has; `Mutation` says what its kind and its state add to that. */
interface MutationBase {
  /** Order of acceptance on this device, given by the database. */
  readonly seq: number;
  /** UUIDv7; a change that is edited and sent again gets a new one. */
  readonly id: string;
  /** Key of the account that made it; must equal the database's owner at send time. */
  readonly owner: string;
  readonly schema: number;
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  /**
   * What a create is known by for ever where the server announces `client-uid`: a repeated POST answers with the
   * row that exists. Null for anything but a create.
   */
  readonly idempotencyKey: string | null;
  /** Whether the latest attempt carried `idempotencyKey`, so that it can be repeated without a second row. */
  readonly sentWithKey: boolean;
  /**
   * The version of the record that the person deleted, where the server counts versions: another one asks again.
   * Null for anything but a deletion.
   */
  readonly expectedVersion: number | null;
  /** Device time in ms at which a person made it, or last said that it is still to be sent. */
  readonly acceptedAt: number;
  readonly fields: FieldChanges;
  /** Values that the app made up and the person left as they were; another one does as well. */
  readonly generated?: Fields;
  /** What a create was sent with before it was changed: an attempt that was refused may land after all. */
  readonly firstSentFields?: Fields;
  /** Local ids of the records that this has to do with: see `dependenciesOf`. */
  readonly deps: readonly string[];
  readonly state: MutationState;
  /** Names the latest attempt to send it; answers are matched against it. */
  readonly attemptId: string | null;
  /** Claims so far; drives back-off alone. */
  readonly attempts: number;
  readonly setbacks: Setbacks | null;
  /** Device time in ms; null while it has surely never left the device. */
  readonly firstSentAt: number | null;
  /** Not to be sent before this device time in ms. */
  readonly nextAt: number;
  /** The collection's generation when it was last claimed: rows first seen later may be this create. */
  readonly claimGeneration: number;
  /**
   * The record is to be read before this is sent, or what comes after it: the last answer was lost, or a newer row was
   * left to the answer that is still to come.
   */
  readonly readFirst: boolean;
  /** The server's copy that an update was made over, where the device has a newer one that it is still to be merged with. */
  readonly mergeBase?: Fields | null;
  readonly probe: CreateProbe | null;
  /** A dialog is waiting for its outcome; such a mutation is merged with no other. */
  readonly watched: boolean;
  /** What the latest save made of it, until it is sent. Only while it has the id that the save gave it. */
  readonly undo?: Undo | null;
  readonly refusal: ServerRefusal | null;
}

/** `Base` with some of its fields told more narrowly. */
type With<Base, Told> = Omit<Base, keyof Told> & Told;

type Create = With<
  MutationBase,
  { readonly kind: 'create'; readonly idempotencyKey: string; readonly expectedVersion: null }
>;
type Update = With<MutationBase, { readonly kind: 'update' } & NoCreate & { readonly expectedVersion: null }>;
type Delete = With<MutationBase, { readonly kind: 'delete' } & NoCreate>;

/** What only a create has. */
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

/** Sent, and nobody knows whether it was carried out: only a create can be. */
type Unknown = With<Create, { readonly state: 'unknown' }>;

/** One recorded intent to change a record. */
export type Mutation =
  | (Queued<Create> | Sending<Create> | Parked<Create> | Unknown)
  | (Queued<Update> | Sending<Update> | Parked<Update>)
  | (Queued<Delete> | Sending<Delete> | Parked<Delete>);

/** What may become another about a mutation; together with what it was, it has to be one of `Mutation` again. */
export type MutationChange = Partial<Omit<MutationBase, 'seq'>>;

/** A mutation as it is put together, before the database gives it its place. */
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

/** True while it is certain that no server has seen the mutation: it may still be merged or vanish. */
export function neverSent(mutation: Pick<Mutation, 'state' | 'firstSentAt'>): boolean {
  return mutation.state === 'queued' && mutation.firstSentAt === null;
}

/** Longer than any dialog watches what it saved, in ms. */
const FORGOTTEN_MS = 10_000;

/** Whether a dialog may still be waiting for the outcome: one whose page died watches no more. */
export function isWatched({ watched, acceptedAt }: Mutation, now: number): boolean {
  return watched && Math.abs(now - acceptedAt) <= FORGOTTEN_MS;
}

/**
 * True for a mutation that a server refused for its content, or that is held back from it, and for a create that
 * failed inside the server until two pulls proved it absent: it was surely not applied, so that editing or
 * dropping it is as free as for one that was never sent. Not after server errors for anything else: an update may
 * have been applied, and a key that is sent again answers with the row that it made.
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

/**
 * Tells if a change has a text that is merged by facts and lines. A server that does not guard its records is asked for it
 * right before: what somebody else adds in between would be overwritten.
 */
export function changesText({ resource, fields }: Pick<Mutation, 'resource' | 'fields'>): boolean {
  return specOf(resource).texts.some((field) => field in fields);
}

/** Fields whose value is still the one that the app made up. */
export function generatedFields({ fields, generated }: Pick<Mutation, 'fields' | 'generated'>): string[] {
  return Object.entries(generated ?? {})
    .filter(([field, value]) => fields[field]?.value === value)
    .map(([field]) => field);
}

/** A mutation as some version of the app stored it. */
export type StoredMutation = Readonly<Record<string, unknown>> & { readonly schema: number };

/** Turns a stored mutation into the next version, by the version it reads. Pure, and never changed again. */
export type Upcasters = Readonly<Record<number, (stored: StoredMutation) => StoredMutation>>;

/** None yet: the first version that was released is today's. */
const UPCASTERS: Upcasters = {};

/** Returns a stored mutation in today's shape, one version at a time; null if no upcaster reads its version. */
export function upcastMutation(stored: StoredMutation, upcasters = UPCASTERS): Mutation | null {
  if (stored.schema === MUTATION_SCHEMA) return stored as unknown as Mutation;
  const upcast = stored.schema < MUTATION_SCHEMA ? upcasters[stored.schema] : undefined;
  return upcast ? upcastMutation(upcast(stored), upcasters) : null;
}
