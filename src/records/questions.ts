import { COLLECTION_KEYS, type RowOf } from '../db/meta-rows.ts';
import type { AppDatabase } from '../db/tables.ts';
import type { Fields, RecordKind, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { useRecordServices } from './record-services.ts';

/** A confirmed create, and other rows that may be the same record. */
type SecondRowQuestion = Omit<DuplicateWatch, 'until'>;

interface AbsenceQuestion {
  readonly resource: ResourceName;
  readonly missing: readonly ServerId[];
  readonly held: number;
  /** Device time in ms at which the rows were first missing. */
  readonly at: number;
}

export interface Questions {
  readonly duplicates: readonly SecondRowQuestion[];
  readonly absences: readonly AbsenceQuestion[];
  readonly eviction: Required<Omit<RowOf<'evicted'>, 'key'>> | null;
  readonly lostEntries: RowOf<'lostEntries'>['entries'];
}

const useQuestionsOf = liveRead(readQuestions);

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
    eviction: evicted ? { ...evicted, drafts: evicted.drafts ?? 0, rows: evicted.rows ?? 0 } : null,
    lostEntries: lost?.entries ?? [],
  };
}

export function questionCount({ duplicates, absences, eviction, lostEntries }: Questions): number {
  return duplicates.length + absences.length + lostEntries.length + (eviction ? 1 : 0);
}

export function useServerCopy(resource: RecordKind, localId: string): Fields | null | undefined {
  return useLiveRead(
    async (relaxed) => (await relaxed[resource].get(localId))?.server ?? null,
    [resource, localId],
  );
}
