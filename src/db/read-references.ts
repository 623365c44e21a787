import type { FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { References } from '../outbox/dependencies.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { CollectionRow } from './collection-row.ts';
import { readCollection } from './meta-rows.ts';
import { findRecords } from './mirror.ts';
import type { Tx } from './tables.ts';

type Referring = Pick<Mutation, 'resource' | 'fields' | 'firstSentFields'>;

/** @param options.former also read the deleted rows of recreated records */
export async function readReferences(
  tx: Tx,
  changes: readonly Referring[],
  { former = false } = {},
): Promise<References> {
  const ids = new Map<ResourceName, Set<string>>();
  for (const { to, value } of changes.flatMap(valuesReferring)) {
    if (typeof value !== 'string' || value === '') continue;
    const known = ids.get(to);
    if (known) known.add(value);
    else ids.set(to, new Set([value]));
  }
  const found = new Map<ResourceName, ReadonlyMap<string, MirrorRecord>>();
  const rows = new Map<ResourceName, CollectionRow>();
  for (const [to, wanted] of ids) {
    found.set(to, await findRecords(tx, to, wanted));
    if (former) rows.set(to, await readCollection(tx, to));
  }
  return {
    find: (to, id) => found.get(to)?.get(id),
    former: (to, localId) => {
      const { madeAgain = [], formerRows } = rows.get(to) ?? {};
      return [...(madeAgain.includes(localId) ? [localId] : []), ...(formerRows?.[localId] ?? [])];
    },
  };
}

function valuesReferring({
  resource,
  fields,
  firstSentFields,
}: Referring): { readonly to: ResourceName; readonly value: FieldValue | undefined }[] {
  return specOf(resource).references.flatMap(({ field, to }) =>
    [fields[field]?.base, fields[field]?.value, firstSentFields?.[field]].map((value) => ({ to, value })),
  );
}
