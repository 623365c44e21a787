import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { rebased, valuesOf } from '../outbox/changes.ts';
import { type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { mirrorTable, type Tx } from './app-database.ts';
import { findByServerId } from './mirror.ts';
import { changeMutation, mutationsOf } from './outbox.ts';
import { withServerReferences } from './references.ts';

/**
 * A pull may have made a row of a record that was made here before anybody knew that they are one. The two
 * become one under the local id that was made here, which others may hold: the other's changes move to it. Answers the
 * row that was absorbed.
 */
export async function absorbRow(
  tx: Tx,
  resource: ResourceName,
  localId: string,
  serverId: ServerId,
): Promise<MirrorRecord | undefined> {
  const twin = await findByServerId(tx, resource, serverId);
  if (!twin || twin.localId === localId) return undefined;
  for (const mutation of await mutationsOf(tx, resource, twin.localId)) {
    await changeMutation(tx, mutation, { localId });
  }
  await mirrorTable(tx, resource).delete(twin.localId);
  return twin;
}

/** What a row was made with that a create has made: nothing where nothing was sent, and the server put what it liked. */
export async function madeWith(
  tx: Tx,
  { resource, fields }: Pick<Mutation, 'resource' | 'fields'>,
): Promise<Fields> {
  const values = valuesOf(await withServerReferences(tx, resource, fields));
  const wire = specOf(resource).encode(values, 'create');
  const sent = Object.entries(values).filter(([field]) => wire[field] !== undefined && wire[field] !== null);
  return Object.fromEntries(sent);
}

/**
 * Later changes of a record take what the server made of a confirmed one as what they replace.
 * @param laterOnes as they were before the record took in another's changes: these know the server's row
 */
export async function rebaseLater(
  tx: Tx,
  confirmed: Mutation,
  laterOnes: readonly Mutation[],
  { server, version }: Pick<MirrorRecord, 'server' | 'version'>,
): Promise<void> {
  const bases = Object.fromEntries(
    Object.keys(confirmed.fields).map((field) => [field, server?.[field] ?? null] as const),
  );
  for (const later of laterOnes) {
    const over = later.kind === 'delete' ? (version ?? null) : null;
    await changeMutation(tx, later, { fields: rebased(later.fields, bases), over });
  }
}
