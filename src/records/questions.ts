import type { Absence } from '../db/collection-row.ts';
import { settleLostEntry } from '../db/entry-watch.ts';
import { dismissSecondRow } from '../db/lane-store.ts';
import { COLLECTION_KEYS, type EvictedRow, readCollection, writeMeta } from '../db/meta-rows.ts';
import type { AppDatabase } from '../db/tables.ts';
import { appendLines } from '../domain/day/text-blocks.ts';
import type { Fields, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { hasEntry, type LostEntry } from '../outbox/history.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { editRecord } from './commands.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { decide } from './save-transaction.ts';

/** A record that may be on the server twice, and the rows that look like it. */
export type DuplicateQuestion = Omit<DuplicateWatch, 'until'>;

/** Records that are missing from the server's list, more of them than to be believed unasked. */
export interface AbsenceQuestion {
  readonly resource: ResourceName;
  readonly missing: readonly ServerId[];
  /** How many records the device held. */
  readonly held: number;
  /** Device time in ms at which they were first missing. */
  readonly at: number;
}

/** The browser removed what this account had here. */
export type Eviction = Pick<EvictedRow, 'at' | 'lost'>;

/** What only a person can answer beside the changes themselves. */
export interface Questions {
  readonly duplicates: readonly DuplicateQuestion[];
  readonly absences: readonly AbsenceQuestion[];
  readonly eviction: Eviction | null;
  readonly lostEntries: readonly LostEntry[];
}

const useQuestionsOf = liveRead(readQuestions);

/** All that a person is asked beside the changes themselves, live. Undefined until the device has answered. */
export function useQuestions(): Questions | undefined {
  return useQuestionsOf(useRecordServices().db);
}

export async function readQuestions(db: AppDatabase): Promise<Questions> {
  const [watches, rows, evicted, lost] = await Promise.all([
    db.watches.toArray(),
    db.meta.bulkGet(COLLECTION_KEYS),
    db.meta.get('evicted'),
    db.meta.get('lostEntries'),
  ]);
  const absences = RESOURCE_NAMES.flatMap((resource, index): AbsenceQuestion[] => {
    const absence = rows[index]?.absence;
    return absence?.step === 'ask' ? [{ resource, ...absence }] : [];
  });
  return {
    duplicates: watches
      .filter(({ possibleDuplicates }) => possibleDuplicates.length > 0)
      .sort((a, b) => (a.seenAt ?? 0) - (b.seenAt ?? 0)),
    absences,
    eviction: evicted ?? null,
    lostEntries: lost?.entries ?? [],
  };
}

/** How many answers are wanted of a person. */
export function questionCount({ duplicates, absences, eviction, lostEntries }: Questions): number {
  return duplicates.length + absences.length + lostEntries.length + (eviction ? 1 : 0);
}

/** The copy of a record that the server last confirmed, live; null where it has none. */
export function useServerCopy(resource: ResourceName, localId: string): Fields | null | undefined {
  return useLiveRead(
    async (relaxed) => (await relaxed[resource].get(localId))?.server ?? null,
    [resource, localId],
  );
}

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
