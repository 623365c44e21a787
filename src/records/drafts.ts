import { useState, useSyncExternalStore } from 'react';
import { type DraftRow, draftTable } from '../db/drafts.ts';
import { findRecord } from '../db/mirror.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { Fields } from '../domain/resource-spec.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { withoutForm } from './draft-lock.ts';
import { OfferedDrafts } from './offered-drafts.ts';
import type { RecordServices } from './record-services.ts';
import { useRecordServices } from './records-context.ts';
import { decide } from './save-transaction.ts';
import type { RecordRow } from './use-records.ts';

export type { DraftRow };

/** What was typed and not saved, in forms that are open nowhere, oldest first, live. */
export function useOfferedDrafts(): readonly DraftRow[] {
  const services = useRecordServices();
  const [offered] = useState(() => new OfferedDrafts(services));
  return useSyncExternalStore(offered.subscribe, offered.getSnapshot);
}

/** A draft with what it is about, as both are now. */
export interface FoundDraft {
  readonly draft: DraftRow;
  /** The record that is edited; null for a new one, and where this device has none any more. */
  readonly row: RecordRow<Fields> | null;
  /** The copy of that record that the server last confirmed. */
  readonly server: Fields | null;
  /** The change of that record that waits for a person. */
  readonly parked: Mutation | null;
}

/** Null where it was saved or discarded meanwhile, or its form is open by now. */
export async function findDraft(services: RecordServices, id: string): Promise<FoundDraft | null> {
  const { relaxed } = services.db;
  const draft = await relaxed.drafts.get(id);
  if (!draft || (await withoutForm(services.locks, [draft])).length === 0) return null;
  const { resource, localId } = draft;
  if (localId === null) return { draft, row: null, server: null, parked: null };
  return relaxed.transaction('r', relaxed[resource], relaxed.outbox, async (tx) => {
    const record = await findRecord(tx, resource, localId);
    const open = record ? await mutationsOf(tx, resource, record.localId) : [];
    const row = record?.view ? rowOf(record, record.view) : null;
    const parked = open.find(({ state }) => state === 'parked') ?? null;
    return { draft, row, server: record?.server ?? null, parked };
  });
}

/** Removes a draft because a person said so; not where its form is open in another tab by now. */
export async function discardDraft(services: RecordServices, id: string): Promise<void> {
  const { strict } = services.db;
  if ((await withoutForm(services.locks, [{ id }])).length === 0) return;
  await decide(services, [strict.drafts], async (tx) => draftTable(tx).delete(id));
}

function rowOf({ localId, serverId, mark, seen }: MirrorRecord, view: Fields): RecordRow<Fields> {
  return { localId, serverId, view, mark, seen };
}
