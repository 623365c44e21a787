import type { FieldChange, FieldChanges } from '../domain/field-changes.ts';
import { localIdOf } from '../domain/ids.ts';
import type { Fields, FieldValue, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { fieldsTo, specOf } from '../domain/resource-specs.ts';
import { laneOf } from './lane.ts';
import type { Mutation } from './mutation.ts';

interface Change {
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
}

/** A record as the person sees it and as the server has it. */
interface RecordCopies {
  readonly view: Fields | null;
  readonly server: Fields | null;
}

/**
 * Ids of the records that a change has to do with. A create or an update needs a server id of each before it
 * can be sent; a deletion takes a reference away from each.
 * @param record what a deletion takes away: the server's references count as well as those that were never sent
 */
export function dependenciesOf(
  resource: ResourceName,
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

/** Ids of the records of one kind that a change makes its own record refer to. */
export function refersTo({ resource, kind, fields }: Naming, to: ResourceName): string[] {
  return kind === 'delete'
    ? []
    : fieldsTo(resource, to)
        .map((field) => fields[field]?.value)
        .filter(isId);
}

/** Ids of the records of one kind that its own record refers to no longer once a change is carried out. */
export function releases({ resource, kind, fields, deps }: Naming, to: ResourceName): string[] {
  const names = fieldsTo(resource, to);
  if (kind === 'delete') return names.length > 0 ? [...deps] : [];
  return names.map((field) => fields[field]?.base).filter(isId);
}

function isId(value: FieldValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** What this device knows of the records that changes refer to. */
export interface References {
  /** The record that a local id or a server id means; undefined where there is none. */
  readonly find: (
    to: ResourceName,
    id: string,
  ) => { readonly localId: string; readonly serverId?: ServerId | undefined } | undefined;
  /** The rows that a record was before it was made again, as a server copy names them. */
  readonly former: (to: ResourceName, localId: string) => readonly string[];
}

export interface Target {
  readonly field: string;
  readonly to: ResourceName;
  readonly id: string;
}

/** The records that a create or an update refers to. */
export function targetsOf({
  resource,
  kind,
  fields,
}: Pick<Mutation, 'resource' | 'kind' | 'fields'>): Target[] {
  if (kind === 'delete') return [];
  return specOf(resource).references.flatMap(({ field, to }) => {
    const id = fields[field]?.value;
    return typeof id === 'string' && id !== '' ? [{ field, to, id }] : [];
  });
}

/**
 * A change with its references as a server copy would have them: a record that was made on this device goes
 * by its local id here, and by its server's id there. For comparing only; nothing is rewritten.
 */
export function withServerReferences(
  { find }: References,
  resource: ResourceName,
  fields: FieldChanges,
): FieldChanges {
  const seen: Record<string, FieldChange> = { ...fields };
  const named = (to: ResourceName, value: FieldValue): FieldValue => {
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
 * What stands in a request for the records that a create or an update refers to, by field: their server ids, or
 * the keys of those that are made in the same request. Null where one of them has neither.
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
  /** Deletions accepted after this place in the outbox wait. */
  readonly from: number;
}

/**
 * Returns a function that finds the earliest change that a deletion must wait for; null if no deletion of this kind waits.
 * A deletion waits for earlier changes that refer to its record, and for any that end such a reference. A parked change
 * holds nothing, nor does what is behind it.
 */
export function deletionHolds(
  open: readonly Mutation[],
  of: ResourceName,
): ((ids: readonly string[], seq: number) => Mutation | undefined) | null {
  const holds = new Map<string, Hold[]>();
  const stuck = new Set<string>();
  const note = (id: string, hold: Hold): void => {
    const known = holds.get(id);
    if (known) known.push(hold);
    else holds.set(id, [hold]);
  };
  for (const by of open) {
    if (by.state === 'parked') stuck.add(laneOf(by));
    if (stuck.has(laneOf(by))) continue;
    for (const id of refersTo(by, of)) note(id, { by, from: by.seq });
    for (const id of releases(by, of)) note(id, { by, from: Number.NEGATIVE_INFINITY });
  }
  if (holds.size === 0) return null;
  return (ids, seq) => {
    const found = ids.flatMap((id) => (holds.get(id) ?? []).filter(({ from }) => from < seq));
    return found.map(({ by }) => by).sort((a, b) => a.seq - b.seq)[0];
  };
}
