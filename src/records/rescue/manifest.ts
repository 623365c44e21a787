import { asObject } from '../../domain/answer.ts';
import type { FieldChange } from '../../domain/field-changes.ts';
import type { Fields, RecordKey } from '../../domain/resource-spec.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import type { Seen, StatusSince } from '../../domain/seen.ts';
import type { FileCopy } from '../../outbox/lane-event.ts';
import {
  MUTATION_SCHEMA,
  type Mutation,
  type StoredMutation,
  upcastMutation,
} from '../../outbox/mutation.ts';
import { RescueError } from './rescue-error.ts';
import {
  type Check,
  either,
  isBoolean,
  isCount,
  isNumber,
  isText,
  listOf,
  optional,
  orNull,
  parsed,
  recordOf,
  shape,
} from './shapes.ts';

/** A record of the device that saved the file, with its changes, oldest first. */
export interface RescuedLane extends RecordKey {
  /** Null for a record that the server did not have. */
  readonly copy: FileCopy | null;
  readonly mutations: readonly Mutation[];
}

/** Counts photos without a change, which the server may have lost. */
export function photosIn(lanes: readonly RescuedLane[]): number {
  return lanes.filter(({ mutations }) => mutations.length === 0).length;
}

export interface RescuedFile {
  readonly sha256: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export interface RescueOwner {
  readonly origin: string;
  /** Null if the server has not named the user yet. */
  readonly userId: string | null;
  readonly username: string;
  /** The user that the tokens name. */
  readonly subject?: string | null;
  /** Other names of the user, such as the e-mail address that was typed at the sign-in. */
  readonly names?: readonly string[];
}

export interface Manifest extends RescueOwner {
  /** Version of the shape of `mutations`. */
  readonly schema: number;
  readonly appVersion: string;
  /** Device time in ms. */
  readonly savedAt: number;
  readonly lanes: readonly RescuedLane[];
  readonly files: readonly RescuedFile[];
  /** What could not be read on that device. */
  readonly unread: { readonly changes: number; readonly photos: number };
}

/**
 * Anyone can write a file with the right hash, so each value is checked that loading reads.
 * @throws RescueError
 */
export function manifestIn(text: string): Manifest {
  const found = parsed(text);
  if (isCount(found?.['schema']) && found['schema'] > MUTATION_SCHEMA) throw new RescueError('newer');
  if (!isManifest(found)) throw new RescueError('damaged');
  return { ...found, lanes: found.lanes.map(laneIn) };
}

const isSha256 = (value: unknown): value is string => isText(value) && /^[\da-f]{64}$/.test(value);

const isId = either(isText, isNumber);

const isValue = orNull(either(isText, isNumber));

const isFields: Check<Fields> = recordOf(isValue);

const isCopy = shape<FileCopy>({
  serverId: isId,
  server: isFields,
  position: (value): value is FileCopy['position'] =>
    Array.isArray(value) && value.length === 2 && isNumber(value[0]) && isId(value[1]),
  version: optional(isNumber),
  seen: shape<Seen>({
    created_at: orNull(isNumber),
    updated_at: orNull(isNumber),
    first_seen: isNumber,
    status_since: optional(shape<StatusSince>({ at: isNumber, isExact: isBoolean, isLast: isBoolean })),
    changed_seen: optional(isNumber),
  }),
});

/** Its changes may be those of an earlier version of the app, and its kind that of a later one. */
interface FoundLane extends Omit<RescuedLane, 'resource' | 'mutations'> {
  readonly resource: string;
  readonly mutations: readonly StoredMutation[];
}

const isLane = shape<FoundLane>({
  resource: isText,
  localId: isText,
  copy: orNull(isCopy),
  mutations: listOf((value): value is StoredMutation => isCount(asObject(value)?.['schema'])),
});

const isManifest = shape<Omit<Manifest, 'lanes'> & { readonly lanes: readonly FoundLane[] }>({
  origin: isText,
  userId: orNull(isText),
  username: isText,
  subject: optional(orNull(isText)),
  names: optional(listOf(isText)),
  schema: isCount,
  appVersion: isText,
  savedAt: isCount,
  lanes: listOf(isLane),
  files: listOf(shape<RescuedFile>({ sha256: isSha256, type: isText, size: isCount })),
  unread: shape<Manifest['unread']>({ changes: isCount, photos: isCount }),
});

function laneIn({ localId, copy, ...found }: FoundLane): RescuedLane {
  const resource = RECORD_KINDS.find((kind) => kind === found.resource);
  if (!resource) throw new RescueError('newer');
  const mutations = found.mutations.map((stored) => changeIn(stored, { resource, localId }));
  return { resource, localId, copy, mutations };
}

const isChange = shape({
  id: isText,
  seq: isCount,
  sentWithKey: isBoolean,
  expectedVersion: orNull(isNumber),
  attachments: optional(isCount),
  attachmentSet: optional(orNull(either(isText, listOf(isText)))),
  acceptedAt: isNumber,
  fields: recordOf(shape<FieldChange>({ base: isValue, value: isValue })),
  generated: optional(isFields),
  firstSentFields: optional(isFields),
  firstSentAt: orNull(isNumber),
  mergeBase: optional(orNull(isFields)),
  refusal: orNull(shape({ conflict: optional(shape({ before: orNull(isFields) })) })),
});

function changeIn(stored: StoredMutation, { resource, localId }: RecordKey): Mutation {
  const change = upcastMutation(stored);
  const isOfLane = change?.resource === resource && change.localId === localId;
  const isWhole = isOfLane && isChange(change) && isKeyed(change);
  if (!isWhole) throw new RescueError('damaged');
  return change;
}

function isKeyed({ kind, idempotencyKey }: Pick<Mutation, 'kind' | 'idempotencyKey'>): boolean {
  if (kind === 'create') return isText(idempotencyKey);
  return (kind === 'update' || kind === 'delete') && idempotencyKey === null;
}
