import type { Tx } from '../db/app-database.ts';
import { findRecord } from '../db/mirror.ts';
import { allMutations } from '../db/outbox.ts';
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
 * The records with changes in the outbox that refer to a record, newest first: those that were made on this
 * device are to be deleted, those whose reference was changed to it are to get the old one back.
 */
export async function waitingDependants(
  tx: Tx,
  resource: ResourceName,
  localId: string,
): Promise<DependantIntent[]> {
  const record = await findRecord(tx, resource, localId);
  const ids = [localId, ...(record?.serverId === undefined ? [] : [String(record.serverId)])];
  const found = new Map<string, DependantIntent>();
  for (const mutation of (await allMutations(tx)).reverse()) {
    if (mutation.kind === 'delete' || !mutation.deps.some((id) => ids.includes(id))) continue;
    const fields = mutation.kind === 'create' ? {} : takenBack(mutation, resource, ids);
    const kind = mutation.kind === 'create' ? 'delete' : 'update';
    if (await isHidden(tx, mutation)) continue;
    const key = `${mutation.resource}/${mutation.localId}`;
    if (!found.has(key) || kind === 'delete') {
      found.set(key, { resource: mutation.resource, localId: mutation.localId, kind, fields });
    }
  }
  return [...found.values()];
}

/** Deleted already, here. */
async function isHidden(tx: Tx, mutation: Mutation): Promise<boolean> {
  return !(await findRecord(tx, mutation.resource, mutation.localId))?.view;
}

function takenBack(mutation: Mutation, resource: ResourceName, ids: readonly string[]): FieldChanges {
  const back: Record<string, FieldChange> = {};
  for (const { field, to } of specOf(mutation.resource).references) {
    const change = mutation.fields[field];
    if (to === resource && change && ids.includes(String(change.value))) {
      back[field] = { base: change.value, value: change.base };
    }
  }
  return back;
}
