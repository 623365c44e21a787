import type { MirrorRecord, Tx } from '../db/app-database.ts';
import { findRecord } from '../db/mirror.ts';
import { allMutations } from '../db/outbox.ts';
import { refersTo } from '../domain/dependencies.ts';
import type { FieldChange, FieldChanges, Mutation } from '../domain/mutation.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** What has to happen to a record before the one that it refers to can be deleted. */
export interface DependantIntent {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: 'update' | 'delete';
  readonly fields: FieldChanges;
}

/**
 * The records that refer to a record by a change in the outbox, newest first: those that were made on this
 * device are to be deleted, those whose reference was changed to it are to get the old one back. One that was
 * changed to refer to another record since is none of them.
 */
export async function waitingDependants(
  tx: Tx,
  resource: ResourceName,
  localId: string,
): Promise<DependantIntent[]> {
  const record = await findRecord(tx, resource, localId);
  const ids = new Set([localId, record?.localId ?? localId, String(record?.serverId ?? localId)]);
  const found = new Map<string, DependantIntent>();
  for (const mutation of (await allMutations(tx)).reverse()) {
    if (!refersTo(mutation, resource).some((id) => ids.has(id))) continue;
    const dependant = await findRecord(tx, mutation.resource, mutation.localId);
    const fields = dependant ? takenBack(mutation, dependant, resource, ids) : {};
    if (!dependant || Object.keys(fields).length === 0) continue;
    const key = `${mutation.resource}/${mutation.localId}`;
    const own = { resource: mutation.resource, localId: mutation.localId };
    if (mutation.kind === 'create') found.set(key, { ...own, kind: 'delete', fields: {} });
    else if (!found.has(key)) found.set(key, { ...own, kind: 'update', fields });
  }
  return [...found.values()];
}

/** The references that a record still has by this change; nothing of a record that is deleted already, here. */
function takenBack(
  mutation: Mutation,
  { view }: MirrorRecord,
  resource: ResourceName,
  ids: ReadonlySet<string>,
): FieldChanges {
  const back: Record<string, FieldChange> = {};
  for (const { field, to } of specOf(mutation.resource).references) {
    const change = mutation.fields[field];
    if (to !== resource || !change || !ids.has(String(change.value))) continue;
    if (ids.has(String(view?.[field]))) back[field] = { base: change.value, value: change.base };
  }
  return back;
}
