import { useLiveQuery } from 'dexie-react-hooks';
import { type Tx, tablesOf } from '../db/app-database.ts';
import { findRecord } from '../db/mirror.ts';
import { allMutations, mutationsOf } from '../db/outbox.ts';
import type { Mutation } from '../domain/mutation.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { useRecordServices } from './records-context.ts';
import type { RecordKey } from './use-outbox.ts';

/** What a change has to wait for before it can be sent. */
export interface Wait extends RecordKey {
  /** An earlier change of its own record, or a record that it has to do with. */
  readonly for: 'own' | 'other';
  /** That needs a person first. */
  readonly parked: boolean;
}

/** What each of these changes waits for, by its id, live; no entry for one that waits for nothing here. */
export function useWaits(changes: readonly Mutation[] | undefined): ReadonlyMap<string, Wait> {
  const { relaxed } = useRecordServices().db;
  const ids = changes?.map(({ id }) => id).join(' ');
  const waits = useLiveQuery(
    () =>
      relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const found = new Map<string, Wait>();
        for (const change of changes ?? []) {
          const wait = (await ownWait(tx, change)) ?? (await otherWait(tx, change));
          if (wait) found.set(change.id, wait);
        }
        return found;
      }),
    [relaxed, ids],
  );
  return waits ?? NONE;
}

const NONE: ReadonlyMap<string, Wait> = new Map();

/** One change of a record goes at a time. */
async function ownWait(tx: Tx, { resource, localId, seq }: Mutation): Promise<Wait | null> {
  const [first] = await mutationsOf(tx, resource, localId);
  if (!first || first.seq >= seq) return null;
  return { for: 'own', resource, localId, parked: first.state === 'parked' };
}

async function otherWait(tx: Tx, change: Mutation): Promise<Wait | null> {
  if (change.kind === 'delete') return referringWait(tx, change);
  for (const { field, to } of specOf(change.resource).references) {
    const id = change.fields[field]?.value;
    const record = id ? await findRecord(tx, to, String(id)) : undefined;
    if (!record || record.serverId !== undefined) continue;
    const [first] = await mutationsOf(tx, to, record.localId);
    return { for: 'other', resource: to, localId: record.localId, parked: first?.state === 'parked' };
  }
  return null;
}

/** A deletion goes after earlier changes that have to do with the record, as far as they need no person. */
async function referringWait(tx: Tx, { localId, seq }: Mutation): Promise<Wait | null> {
  const first = (await allMutations(tx)).find(
    (other) => other.seq < seq && other.state !== 'parked' && other.deps.includes(localId),
  );
  return first ? { for: 'other', resource: first.resource, localId: first.localId, parked: false } : null;
}
