import type { ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { readRow, writeMeta } from './meta/meta-rows.ts';
import type { Bereft, DeletionsRow } from './meta/row-types.ts';
import type { Tx } from './tables.ts';

/** The server refused to delete a record that other records refer to. */
export async function noteRefusedDeletion(tx: Tx, resource: ResourceName): Promise<void> {
  await writeMeta(tx, { key: `deletions:${resource}`, refused: true, gone: [], watched: [] });
}

/** The server deletes a record that these refer to: whether they go with it a pull will tell. */
export async function watchBereft(tx: Tx, resource: ResourceName, bereft: readonly Bereft[]): Promise<void> {
  const key = `deletions:${resource}` as const;
  const { gone = [] } = (await readRow(tx, key)) ?? {};
  const watched = bereft.filter((one) => !gone.includes(one.resource));
  if (watched.length > 0) await writeMeta(tx, { key, refused: false, gone, watched });
}

/** The server has a record no longer: it went with the one that it referred to, where it still did. */
export async function noteGone(tx: Tx, resource: ResourceName, record: MirrorRecord): Promise<void> {
  for (const { field, to } of specOf(resource).references) {
    const { row, one } = await watchedIn(tx, to, { resource, localId: record.localId });
    if (!row || !one?.referredTo.includes(String(record.server?.[field]))) continue;
    const watched = row.watched.filter(({ resource: kind }) => kind !== resource);
    await writeMeta(tx, { ...row, gone: [...row.gone, resource], watched });
  }
}

/** A person deleted a record: that it goes tells nothing any more. */
export async function unwatchBereft(tx: Tx, resource: ResourceName, localId: string): Promise<void> {
  for (const { to } of specOf(resource).references) {
    const { row, one } = await watchedIn(tx, to, { resource, localId });
    if (row && one) await writeMeta(tx, { ...row, watched: row.watched.filter((other) => other !== one) });
  }
}

async function watchedIn(
  tx: Tx,
  to: ResourceName,
  { resource, localId }: Pick<Bereft, 'resource' | 'localId'>,
): Promise<{ readonly row?: DeletionsRow | undefined; readonly one?: Bereft | undefined }> {
  const row = await readRow(tx, `deletions:${to}`);
  return { row, one: row?.watched.find((one) => one.resource === resource && one.localId === localId) };
}
