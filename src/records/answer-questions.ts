import type { Absence } from '../db/collection-row.ts';
import { settleLostEntry } from '../db/entry-watch.ts';
import { dismissSecondRow } from '../db/lane-store.ts';
import { readCollection, writeMeta } from '../db/meta-rows.ts';
import { appendLines } from '../domain/day/text-blocks.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import { hasEntry, type LostEntry } from '../outbox/history.ts';

import { editRecord } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

/** What looked like a duplicate of a record is none, or is one no longer: nobody is asked about it again. */
export async function dismissDuplicate(
  services: RecordServices,
  watchId: string,
  duplicate: ServerId,
): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.watches], (tx) => dismissSecondRow(tx, watchId, duplicate));
}

/**
 * What a person says to records that are missing from the server's list, more than half of them: `remove` lets
 * them leave the device, each as soon as the server has confirmed that it is gone; `keep` keeps them.
 */
export async function answerAbsence(
  services: RecordServices,
  resource: ResourceName,
  answer: Extract<Absence['step'], 'keep' | 'remove'>,
): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], async (tx) => {
    const row = await readCollection(tx, resource);
    if (row.absence?.step !== 'ask') return;
    await writeMeta(tx, { ...row, absence: { ...row.absence, step: answer } });
    await writeMeta(tx, { key: `request:${resource}`, at: services.clock.now() });
  });
}

/** Adds an entry again that is missing from the server's copy, and asks about it no longer. */
export async function addLostEntry(services: RecordServices, entry: LostEntry): Promise<void> {
  const { resource, localId, field, block, lines } = entry;
  await editRecord(services, resource, localId, {
    change: (fields) => {
      const text = String(fields[field] ?? '');
      return hasEntry(text, entry) ? fields : { ...fields, [field]: appendLines(text, block, lines) };
    },
    along: (tx) => settleLostEntry(tx, entry),
  });
}

/** Somebody removed the entry on purpose. */
export async function dropLostEntry(services: RecordServices, entry: LostEntry): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], (tx) => settleLostEntry(tx, entry));
}

/** The person has read that the browser removed this account's data. */
export async function acknowledgeEviction(services: RecordServices): Promise<void> {
  const { strict } = services.db;
  await decide(services, [strict.meta], (tx) => tx.table('meta').delete('evicted'));
}
