import { noteRefusedDeletion, watchBereft } from '../db/deletions.ts';
import type { Bereft } from '../db/meta.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { fieldsTo } from '../outbox/dependencies.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** What a server says to a record that others refer to; 403 may be about the person. */
const REFUSALS = [400, 409, 422];

/**
 * Remembers what the server did with what refers to a record that a person deleted, for the words of the next
 * question. After a crash it is forgotten, and seen another time.
 * @param answer the status of the refusal, or `deleting` before what refers to it may be seen to go
 */
export async function noteDeletion(
  context: SyncContext,
  { resource, localId, kind }: Pick<Mutation, 'resource' | 'localId' | 'kind'>,
  answer: number | 'deleting',
): Promise<void> {
  if (kind !== 'delete' || !(answer === 'deleting' || REFUSALS.includes(answer))) return;
  const bereft = await dependantsOf(context, resource, localId);
  if (bereft.length === 0) return;
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    answer === 'deleting' ? watchBereft(tx, resource, bereft) : noteRefusedDeletion(tx, resource),
  );
}

/** One record of each kind that the server knows to refer to this one. */
async function dependantsOf(
  { db, collections }: SyncContext,
  resource: Mutation['resource'],
  localId: string,
): Promise<Bereft[]> {
  const record = await db.relaxed[resource].get(localId);
  const referredTo = [localId, String(record?.serverId ?? localId)];
  return RESOURCE_NAMES.flatMap((name) => {
    const fields = fieldsTo(name, resource);
    if (fields.length === 0) return [];
    const one = collections[name]
      .getSnapshot()
      .records.find(
        ({ mark, serverId, view }) =>
          serverId !== undefined &&
          mark === 'synced' &&
          fields.some((field) => referredTo.includes(String(view[field]))),
      );
    return one ? [{ resource: name, localId: one.localId, referredTo }] : [];
  });
}
