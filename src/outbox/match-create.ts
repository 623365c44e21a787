import { createdFields, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import type { Fields, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { blankFields, specOf } from '../domain/resource-specs.ts';
import { timeIn, type WireRecord } from '../domain/wire-record.ts';
import { type References, withServerReferences } from './dependencies.ts';
import { generatedFields, type Mutation, type ServerRefusal, UNKNOWN_GENERATION } from './mutation.ts';
import { isNumberTaken } from './retry-policy.ts';

/** By field: the rows that what it refers to was before it was made again, as a server copy names them. */
type FormerReferences = Readonly<Record<string, readonly string[]>>;

/** A create of ours as it would look on a server. */
export interface SentCreate {
  readonly mutation: Mutation;
  readonly resource: ResourceName;
  /**
   * What tells it from every other record: a number that the app made up for it, else all that was sent. That
   * the server refused the number as taken proves no more than that some row has it: then all of it as well.
   */
  readonly fingerprint: FieldChanges;
  /** Fields that only make sense together, of which a server may have made some anew. */
  readonly groups: readonly (readonly string[])[];
  /** Fields that say more than a blank record does; none where a number tells it from all others. */
  readonly distinctive: readonly string[];
  /** References to records that were made again: it may have been sent while they were the rows that they had been. */
  readonly former: FormerReferences;
}

/** Somebody may have changed this many fields of a row before anybody here knew of it. */
const CHANGED_MAX = 2;

/** A create that a server may hold although nobody has said so. */
export function mayBeOnServer(mutation: Mutation): boolean {
  if (mutation.kind !== 'create') return false;
  if (hasIdempotencyKey(mutation)) return false;
  return mutation.state === 'sending' || mutation.state === 'unknown' || mutation.probe !== null;
}

/** A create that was sent with its key: the row that bears it is the create, whatever became of the answer. */
export function hasIdempotencyKey({ sentWithKey, state }: Mutation): boolean {
  return sentWithKey && state !== 'unknown';
}

/** All that a create is sent with, as a server copy would have it. */
export function sentFields(
  references: References,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): FieldChanges {
  const sent = specOf(resource).encode(valuesOf(fields), 'create');
  const seen = Object.entries(withServerReferences(references, resource, fields));
  return Object.fromEntries(seen.filter(([field]) => field in sent));
}

/** What to know a create by that may or may not have arrived. */
export function sentCreate(references: References, mutation: Mutation): SentCreate {
  const { resource } = mutation;
  const generated = generatedFields(mutation);
  const taken = mutation.refusal !== null && isNumberTaken(mutation, mutation.refusal);
  const numbers = taken ? [] : generated;
  const fingerprint = Object.entries(sentFields(references, mutation)).filter(
    ([field]) => numbers.length === 0 || numbers.includes(field),
  );
  const groups = generated.length > 0 ? [] : specOf(resource).mergeGroups;
  const sent = valuesOf(Object.fromEntries(fingerprint));
  const blank = blankFields(resource, sent);
  const distinctive = Object.keys(sent).filter((field) => !blank.includes(field));
  return {
    mutation,
    resource,
    fingerprint: Object.fromEntries(fingerprint),
    groups,
    distinctive: numbers.length > 0 ? [] : distinctive,
    former: formerReferences(references, mutation),
  };
}

function formerReferences(
  references: References,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): FormerReferences {
  const former: Record<string, readonly string[]> = {};
  for (const { field, to } of specOf(resource).references) {
    const { value } = fields[field] ?? {};
    if (typeof value === 'string') former[field] = references.former(to, value);
  }
  return former;
}

/** A row that may be a create: its fields as the mirror keeps them, and whether somebody has changed it since it was made. */
export interface CandidateRow {
  readonly copy: Fields;
  readonly edited: boolean;
}

/** Whether a row on the server looks like the create, or is similar. */
export function looksLikeCreate(row: CandidateRow, create: SentCreate): boolean {
  return (
    isExactly(row.copy, create) ||
    isRecomputed(row.copy, create) ||
    isOfBefore(row.copy, create) ||
    (row.edited && isSimilar(row.copy, create))
  );
}

/** Longer than any server takes between the two times that it gives a new row, in ms. */
const MADE_WITHIN_MS = 1000;

/** Whether a row says that it was changed after it was made. */
export function wasEdited(wire: Wire): boolean {
  const [made, changed] = [timeIn(wire, 'created_at'), timeIn(wire, 'updated_at')];
  return made !== null && changed !== null && changed - made > MADE_WITHIN_MS;
}

/** Whether a row on the server is equal in everything that tells the create from other records. */
export function isExactly(row: Fields, create: Fingerprint): boolean {
  return differing(row, create).length === 0;
}

/** Whether nothing differs but references, which are as they were before what they refer to was made again. */
function isOfBefore(row: Fields, create: SentCreate): boolean {
  const { sameValue } = specOf(create.resource);
  return differing(row, create).every(
    (field) => create.former[field]?.some((before) => sameValue(field, row[field], before)) ?? false,
  );
}

/** Whether only fields of one group differ, and not all of them: a total that the server worked out anew. */
function isRecomputed(row: Fields, create: SentCreate): boolean {
  const others = differing(row, create);
  return create.groups.some(
    (group) =>
      others.every((field) => group.includes(field)) &&
      group.some((field) => field in create.fingerprint && !others.includes(field)),
  );
}

/** Whether no more differs than somebody may have changed, and something is equal that not every record has. */
function isSimilar(row: Fields, create: SentCreate): boolean {
  const others = differing(row, create);
  return others.length <= CHANGED_MAX && create.distinctive.some((field) => !others.includes(field));
}

type Fingerprint = Pick<SentCreate, 'resource' | 'fingerprint'>;

function differing(row: Fields, { resource, fingerprint }: Fingerprint): string[] {
  const { sameValue } = specOf(resource);
  return Object.keys(fingerprint).filter((field) => !sameValue(field, row[field], fingerprint[field]?.value));
}

/** How long a second row like a confirmed create is looked for, in ms. */
export const DUPLICATE_WATCH_MS = 24 * 60 * 60 * 1000;

/**
 * A create that a server without `client-uid` has confirmed. A POST that was given up may still be carried out,
 * and browsers repeat one on their own: for a day, a further row like it is put before a person.
 */
export interface DuplicateWatch {
  /** Of the create. */
  readonly id: string;
  readonly resource: ResourceName;
  readonly localId: string;
  /** The row that it was confirmed with. */
  readonly serverId: ServerId;
  /** What tells the create from other records, as the server took it: it may have made other values of it. */
  readonly marks: FieldChanges;
  /** What it was sent with before it was refused and changed: that attempt may have made a row after all. */
  readonly earlier?: FieldChanges;
  /** Device time in ms. */
  readonly until: number;
  /** Rows that may be duplicates; a person is asked while there are any. */
  readonly possibleDuplicates: readonly ServerId[];
  /** Device time in ms at which the last of them was noticed; null before. */
  readonly seenAt: number | null;
}

interface Confirmation {
  readonly serverId: ServerId;
  readonly copy: Fields;
}

/**
 * Looks for a day for a second row like a create that a server has confirmed.
 * @param now device time in ms
 */
export function watchOver(
  { references, now }: { readonly references: References; readonly now: number },
  create: Mutation,
  { serverId, copy }: Confirmation,
): DuplicateWatch {
  const { id, resource, localId, firstSentFields } = create;
  const taken = Object.keys(sentCreate(references, create).fingerprint).map(
    (field) => [field, { base: null, value: copy[field] ?? null }] as const,
  );
  return {
    id,
    resource,
    localId,
    serverId,
    marks: Object.fromEntries(taken),
    ...(firstSentFields && {
      earlier: sentFields(references, { resource, fields: createdFields(firstSentFields) }),
    }),
    until: now + DUPLICATE_WATCH_MS,
    possibleDuplicates: [],
    seenAt: null,
  };
}

/** What servers answer to the second copy of a row that they have. */
const REFUSALS = [400, 409, 422];

/** A create that the server refused, while rows are met that may be it. */
export interface RefusedCreate {
  readonly create: Mutation;
  /** All that it was sent with: that some row has its number proves nothing where the server refused it. */
  readonly fingerprint: FieldChanges;
  /** It was changed since: whether a row is it, or somebody else's, a person says once it has arrived. */
  readonly isOnItsWay: boolean;
  /** Rows that are exactly it. */
  readonly rows: readonly WireRecord[];
}

interface NotedCreate extends RefusedCreate {
  readonly rows: WireRecord[];
}

/**
 * Creates that the server refused. Browsers repeat a POST on their own, and the second answer may be the one that comes:
 * the row of such a create is known by all that was sent. Nobody waits for it: the refusal is shown all the while, and a
 * person may change the create and send it again before the row is read.
 */
export class RefusedCreates {
  readonly #refused: readonly NotedCreate[];

  private constructor(refused: readonly NotedCreate[]) {
    this.#refused = refused;
  }

  /** @param open mutations of one collection, in order of `seq` */
  static among(references: References, open: readonly Mutation[]): RefusedCreates {
    const refused: NotedCreate[] = [];
    for (const create of open) {
      const fields = refusedWith(create);
      if (!fields) continue;
      const fingerprint = sentFields(references, { ...create, fields });
      refused.push({ create, fingerprint, isOnItsWay: create.state !== 'parked', rows: [] });
    }
    return new RefusedCreates(refused);
  }

  /** The one that a row may be which the device has not met before; null where there is none. */
  match(copy: Fields): RefusedCreate | null {
    const like = this.#refused.filter((one) =>
      isExactly(copy, { resource: one.create.resource, fingerprint: one.fingerprint }),
    );
    // Of two that are equal, the row is one's alone.
    return like.find(({ rows }) => rows.length === 0) ?? like[0] ?? null;
  }

  /** Notes that a row may be one of them. */
  note({ create }: RefusedCreate, record: WireRecord): void {
    this.#refused.find((one) => one.create === create)?.rows.push(record);
  }

  /** Those that one row is exactly, with that row: all others were known when they were sent. */
  get found(): readonly (readonly [Mutation, WireRecord])[] {
    return this.#refused.flatMap(({ create, rows: [only, ...others] }) =>
      only && others.length === 0 && create.claimGeneration !== UNKNOWN_GENERATION
        ? [[create, only] as const]
        : [],
    );
  }

  /** What a person is to be asked about creates that rows may be, where nothing tells which. */
  questions(at: number): (readonly [Mutation, ServerRefusal])[] {
    const found = new Set(this.found.map(([create]) => create));
    return this.#refused.flatMap(({ create, rows }) => {
      if (rows.length === 0 || !create.refusal || found.has(create)) return [];
      const candidates = rows.map(({ id }) => id);
      return [[create, { ...create.refusal, reason: 'mayExistTwice', at, candidates }] as const];
    });
  }
}

/** What a create was sent with when it was refused; null for what was not. */
function refusedWith({
  kind,
  state,
  sentWithKey,
  attemptId,
  refusal,
  fields,
  firstSentFields,
}: Mutation): FieldChanges | null {
  if (kind !== 'create' || sentWithKey) return null;
  const isRefused = state === 'parked' && refusal?.reason === 'rejected' && REFUSALS.includes(refusal.status);
  if (isRefused && attemptId !== null) return fields;
  return firstSentFields && (isRefused || state !== 'parked') ? createdFields(firstSentFields) : null;
}
