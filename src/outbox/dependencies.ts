import type { FieldChange, FieldChanges } from '../domain/field-changes.ts';
import { localIdOf } from '../domain/ids.ts';
import type { Fields, FieldValue, RecordKind, ServerId, Wire } from '../domain/resource-spec.ts';
import { fieldsTo, specOf } from '../domain/resource-specs.ts';
import { laneOf, type Mutation } from './mutation.ts';

interface Change {
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
}

interface RecordCopies {
  readonly view: Fields | null;
  readonly server: Fields | null;
}

/**
 * Returns ids of the records that a change, or a deleted record, refers to. A create or an update cannot be sent before
 * these have server ids.
 */
export function dependenciesOf(
  resource: RecordKind,
  change: Change,
  record: RecordCopies | null | undefined,
): string[] {
  const valuesOf = (field: string): (FieldValue | undefined)[] =>
    change.kind === 'delete'
      ? [record?.view?.[field], record?.server?.[field]]
      : [change.fields[field]?.value];
  const ids = specOf(resource).references.flatMap(({ field }) => valuesOf(field));
  return [...new Set(ids.filter(isId))];
}

type Naming = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'deps'>;

export function releases({ resource, kind, fields, deps }: Naming, to: RecordKind): string[] {
  const names = fieldsTo(resource, to);
  if (kind === 'delete') return names.length > 0 ? [...deps] : [];
  return names.map((field) => fields[field]?.base).filter(isId);
}

function isId(value: FieldValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

export interface References {
  /** By local or server id. */
  readonly find: (
    to: RecordKind,
    id: string,
  ) => { readonly localId: string; readonly serverId?: ServerId | undefined } | undefined;
  /** Returns the server ids that a record had before it was recreated. */
  readonly former: (to: RecordKind, localId: string) => readonly string[];
}

export interface Target {
  readonly field: string;
  readonly to: RecordKind;
  readonly id: string;
}

export function targetsOf({
  resource,
  kind,
  fields,
}: Pick<Mutation, 'resource' | 'kind' | 'fields'>): Target[] {
  if (kind === 'delete') return [];
  return specOf(resource).references.flatMap(({ field, to }) => {
    const id = fields[field]?.value;
    return isId(id) ? [{ field, to, id }] : [];
  });
}

/** Replaces local ids in references with server ids, as in a server copy. Only for comparing. */
export function withServerReferences(
  { find }: References,
  resource: RecordKind,
  fields: FieldChanges,
): FieldChanges {
  const seen: Record<string, FieldChange> = { ...fields };
  const named = (to: RecordKind, value: FieldValue): FieldValue => {
    const serverId = typeof value === 'string' ? find(to, value)?.serverId : undefined;
    return serverId === undefined ? value : localIdOf(serverId);
  };
  for (const { field, to } of specOf(resource).references) {
    const change = fields[field];
    if (change) seen[field] = { base: named(to, change.base), value: named(to, change.value) };
  }
  return seen;
}

/**
 * Returns each reference for a request: a server id, or the key of a create in the same request. Null if a referenced
 * record has neither.
 */
export function wireReferences(
  { find }: References,
  mutation: Mutation,
  together: ReadonlyMap<string, string>,
): Wire | null {
  const references: Record<string, unknown> = {};
  for (const { field, to, id } of targetsOf(mutation)) {
    const record = find(to, id);
    const uid = together.get(record?.localId ?? id);
    if (record?.serverId !== undefined) references[field] = record.serverId;
    else if (uid !== undefined) references[field] = { client_uid: uid };
    else return null;
  }
  return references;
}

interface Hold {
  readonly by: Mutation;
  /** Deletions with a higher `seq` wait. */
  readonly from: number;
}

/**
 * Returns a function that finds the first change that a deletion waits for: an earlier change that refers to its
 * record, or any change, even a later one, that removes a reference to it. Parked changes, and those behind them, do
 * not count, except those from a file, which are sent in their original order. Returns null if no deletion has to wait.
 */
export function deletionHolds(
  open: readonly Mutation[],
  of: RecordKind,
): ((ids: readonly string[], seq: number) => Mutation | undefined) | null {
  const holds = new Map<string, Hold[]>();
  const stuck = new Set<string>();
  const note = (id: string, hold: Hold): void => {
    const known = holds.get(id);
    if (known) known.push(hold);
    else holds.set(id, [hold]);
  };
  for (const by of open) {
    if (by.state === 'parked' && by.refusal.reason !== 'fromFile') stuck.add(laneOf(by));
    if (stuck.has(laneOf(by))) continue;
    for (const { to, id } of targetsOf(by)) if (to === of) note(id, { by, from: by.seq });
    for (const id of releases(by, of)) note(id, { by, from: Number.NEGATIVE_INFINITY });
  }
  if (holds.size === 0) return null;
  return (ids, seq) => {
    const found = ids.flatMap((id) => (holds.get(id) ?? []).filter(({ from }) => from < seq));
    return found.map(({ by }) => by).sort((a, b) => a.seq - b.seq)[0];
  };
}
