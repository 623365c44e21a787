import { localIdOf } from '../domain/ids.ts';
import type { FieldValue, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { FieldChange, FieldChanges, Mutation } from './mutation.ts';

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

/** Keys of creates that go out in the same request, by local id: what refers to them may go with them. */
export type Together = ReadonlyMap<string, string>;

/**
 * What stands in a request for the records that a create or an update refers to, by field: their server ids, or
 * the keys of those that are made in the same request. Null where one of them has neither.
 */
export function wireReferences({ find }: References, mutation: Mutation, together: Together): Wire | null {
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
