import type { Fields, ResourceName, Wire } from '../domain/resource-spec.ts';
import { blankFields, specOf } from '../domain/resource-specs.ts';
import { valuesOf } from './changes.ts';
import { type FieldChanges, generatedFields, type Mutation } from './mutation.ts';
import { type References, withServerReferences } from './references.ts';
import { isNumberTaken } from './renumber.ts';
import { timeIn } from './seen.ts';

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
