import { findRecord } from '../db/mirror.ts';
import { allMutations, mutationsOf } from '../db/outbox.ts';
import { mirrorTable, type Tx, tablesOf } from '../db/tables.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { deletionHolds, holdOn } from '../outbox/waits-for.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordKey } from './use-outbox.ts';

/** What a change has to wait for before it can be sent. */
export interface Wait extends RecordKey {
  /**
   * `own`: an earlier change of its own record · `reference`: a record that it refers to and the server has not ·
   * `referring`: a deletion for changes of a record that refers to the one that is deleted, or did.
   */
  readonly for: 'own' | 'reference' | 'referring';
  /** That needs a person first. */
  readonly parked: boolean;
  /** The record that it waits for, as it was last seen; null where the device knows nothing of it. */
  readonly record: Fields | null;
}

/** What each of these changes waits for, by its id, live; no entry for one that waits for nothing here. */
export function useWaits(changes: readonly Mutation[] | undefined): ReadonlyMap<string, Wait> {
  const ids = changes?.map(({ id }) => id).join(' ');
  const waits = useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const found = new Map<string, Wait>();
        const deletes = changes?.some(({ kind }) => kind === 'delete') ?? false;
        const all = deletes ? await allMutations(tx) : [];
        for (const change of changes ?? []) {
          const wait = (await ownWait(tx, change)) ?? (await otherWait(tx, change, all));
          if (wait) found.set(change.id, wait);
        }
        return found;
      }),
    [ids],
  );
  return waits ?? NONE;
}

const NONE: ReadonlyMap<string, Wait> = new Map();

/** One change of a record goes at a time. */
async function ownWait(tx: Tx, { resource, localId, seq }: Mutation): Promise<Wait | null> {
  const [first] = await mutationsOf(tx, resource, localId);
  if (!first || first.seq >= seq) return null;
  return { for: 'own', resource, localId, parked: first.state === 'parked', record: null };
}

async function otherWait(tx: Tx, change: Mutation, all: readonly Mutation[]): Promise<Wait | null> {
  if (change.kind === 'delete') return referringWait(tx, change, all);
  for (const { field, to } of specOf(change.resource).references) {
    const id = change.fields[field]?.value;
    const record = id ? await findRecord(tx, to, String(id)) : undefined;
    if (!record || record.serverId !== undefined) continue;
    const { localId, view } = record;
    const [first] = await mutationsOf(tx, to, localId);
    return { for: 'reference', resource: to, localId, parked: first?.state === 'parked', record: view };
  }
  return null;
}

/** A deletion goes after changes of other records that make or end a reference to its own. */
async function referringWait(
  tx: Tx,
  { resource, localId, seq }: Mutation,
  all: readonly Mutation[],
): Promise<Wait | null> {
  const { serverId } = (await mirrorTable(tx, resource).get(localId)) ?? {};
  const by = holdOn(deletionHolds(all, resource), [localId, String(serverId ?? localId)], seq);
  if (!by) return null;
  const held = { resource: by.resource, localId: by.localId };
  const record = await mirrorTable(tx, held.resource).get(held.localId);
  return { for: 'referring', ...held, parked: false, record: record?.view ?? record?.server ?? null };
}
