import { localIdOf } from '../domain/ids.ts';
import type { FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { FieldChange, FieldChanges } from '../outbox/mutation.ts';
import type { Tx } from './app-database.ts';
import { findRecord } from './mirror.ts';

/**
 * A change with its references as a server copy would have them: a record that was made on this device goes
 * by its local id here, and by its server's id there. For comparing only; nothing is rewritten.
 */
export async function withServerReferences(
  tx: Tx,
  resource: ResourceName,
  fields: FieldChanges,
): Promise<FieldChanges> {
  const seen: Record<string, FieldChange> = { ...fields };
  for (const { field, to } of specOf(resource).references) {
    const change = fields[field];
    if (!change) continue;
    seen[field] = {
      base: await serverReference(tx, to, change.base),
      value: await serverReference(tx, to, change.value),
    };
  }
  return seen;
}

async function serverReference(tx: Tx, to: ResourceName, value: FieldValue): Promise<FieldValue> {
  if (typeof value !== 'string') return value;
  const serverId = (await findRecord(tx, to, value))?.serverId;
  return serverId === undefined ? value : localIdOf(serverId);
}
