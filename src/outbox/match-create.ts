import { timeIn, type WireRecord } from '../domain/answer.ts';
import { createdFields, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import type { Fields, RecordKind, ServerId, Wire } from '../domain/resource-spec.ts';
import { blankFields, specOf } from '../domain/resource-specs.ts';
import { type References, withServerReferences } from './dependencies.ts';
import { generatedFields, type Mutation, type ServerRefusal, UNKNOWN_GENERATION } from './mutation.ts';
import { isNumberTaken } from './retry-policy.ts';

/** For each reference field, the former server ids of the referenced record, which was recreated. */
type FormerReferences = Readonly<Record<string, readonly string[]>>;

export interface SentCreate {
  readonly mutation: Mutation;
  readonly resource: RecordKind;
  /** Identifying fields: the generated number, or everything sent if there is no number or it was taken. */
  readonly fingerprint: FieldChanges;
  /** Groups of fields, some of which a server may compute. */
  readonly groups: readonly (readonly string[])[];
  /** Fields that differ from a blank record's; empty if a number identifies the create. */
  readonly distinctive: readonly string[];
  readonly former: FormerReferences;
}

/** Somebody may have changed up to this many fields before this device first saw the row. */
const CHANGED_MAX = 2;

/** Returns sent values as a server copy would have them. */
function sentFields(
  references: References,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): FieldChanges {
  const sent = specOf(resource).encode(valuesOf(fields), 'create');
  const seen = Object.entries(withServerReferences(references, resource, fields));
  return Object.fromEntries(seen.filter(([field]) => field in sent));
}

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

interface CandidateRow {
  readonly copy: Fields;
  readonly edited: boolean;
}

export function looksLikeCreate(row: CandidateRow, create: SentCreate): boolean {
  return (
    isExactly(row.copy, create) ||
    isRecomputed(row.copy, create) ||
    hasFormerReferences(row.copy, create) ||
    (row.edited && isSimilar(row.copy, create))
  );
}

/** In ms. In a new row, `created_at` and `updated_at` are closer together than this. */
const MADE_WITHIN_MS = 1000;

export function wasEdited(wire: Wire): boolean {
  const [made, changed] = [timeIn(wire, 'created_at'), timeIn(wire, 'updated_at')];
  return made !== null && changed !== null && changed - made > MADE_WITHIN_MS;
}

export function isExactly(row: Fields, create: Fingerprint): boolean {
  return differing(row, create).length === 0;
}

function hasFormerReferences(row: Fields, create: SentCreate): boolean {
  const { sameValue } = specOf(create.resource);
  return differing(row, create).every(
    (field) => create.former[field]?.some((before) => sameValue(field, row[field], before)) ?? false,
  );
}

/** Returns true if a row differs only within one group, such as a total that the server computed. */
function isRecomputed(row: Fields, create: SentCreate): boolean {
  const others = differing(row, create);
  return create.groups.some(
    (group) =>
      others.every((field) => group.includes(field)) &&
      group.some((field) => field in create.fingerprint && !others.includes(field)),
  );
}

function isSimilar(row: Fields, create: SentCreate): boolean {
  const others = differing(row, create);
  return others.length <= CHANGED_MAX && create.distinctive.some((field) => !others.includes(field));
}

type Fingerprint = Pick<SentCreate, 'resource' | 'fingerprint'>;

function differing(row: Fields, { resource, fingerprint }: Fingerprint): string[] {
  const { sameValue } = specOf(resource);
  return Object.keys(fingerprint).filter((field) => !sameValue(field, row[field], fingerprint[field]?.value));
}

export const DUPLICATE_WATCH_MS = 24 * 60 * 60 * 1000;

/** Looks for a second row like a confirmed create: an earlier attempt may still land, and browsers repeat POSTs. */
export interface DuplicateWatch {
  readonly id: string;
  readonly resource: RecordKind;
  readonly localId: string;
  readonly serverId: ServerId;
  /** Identifying values, as the server stored them. */
  readonly marks: FieldChanges;
  /** Values of a refused attempt, which may have created a row too. */
  readonly earlier?: FieldChanges;
  /** Device time in ms. */
  readonly until: number;
  /** While there are any, a person is asked. */
  readonly possibleDuplicates: readonly ServerId[];
  /** Device time in ms of the last possible duplicate. */
  readonly seenAt: number | null;
}

interface Confirmation {
  readonly serverId: ServerId;
  readonly copy: Fields;
}

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

/** Statuses with which servers refuse a second copy. */
const REFUSALS = [400, 409, 422];

export interface RefusedCreate {
  readonly create: Mutation;
  /** Everything that the create sent: its refused number alone proves nothing. */
  readonly fingerprint: FieldChanges;
  /** The create was edited and queued again. A person decides about its rows after it arrives. */
  readonly isOnItsWay: boolean;
  readonly rows: readonly WireRecord[];
}

interface NotedCreate extends RefusedCreate {
  readonly rows: WireRecord[];
}

/** Finds the rows of refused creates. Browsers repeat POSTs, and the refusal may answer the second copy. */
export class RefusedCreates {
  readonly #refused: readonly NotedCreate[];

  private constructor(refused: readonly NotedCreate[]) {
    this.#refused = refused;
  }

  /** @param open mutations of one collection, by `seq` */
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

  match(copy: Fields): RefusedCreate | null {
    const like = this.#refused.filter((one) =>
      isExactly(copy, { resource: one.create.resource, fingerprint: one.fingerprint }),
    );
    // Two equal creates get a row each.
    return like.find(({ rows }) => rows.length === 0) ?? like[0] ?? null;
  }

  note({ create }: RefusedCreate, record: WireRecord): void {
    this.#refused.find((one) => one.create === create)?.rows.push(record);
  }

  /** Creates with exactly one row. */
  get found(): readonly (readonly [Mutation, WireRecord])[] {
    return this.#refused.flatMap(({ create, rows: [only, ...others] }) =>
      only && others.length === 0 && create.claimGeneration !== UNKNOWN_GENERATION
        ? [[create, only] as const]
        : [],
    );
  }

  /** Returns refusals that ask a person about the other creates with rows. */
  questions(at: number): (readonly [Mutation, ServerRefusal])[] {
    const found = new Set(this.found.map(([create]) => create));
    return this.#refused.flatMap(({ create, rows }) => {
      if (rows.length === 0 || !create.refusal || found.has(create)) return [];
      const candidates = rows.map(({ id }) => id);
      return [[create, { ...create.refusal, reason: 'mayExistTwice', at, candidates }] as const];
    });
  }
}

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
