import { allMutations, findRecord, mutationsOf, outboxTable } from '../db/mirror-and-outbox.ts';
import { mirrorTable, type Tx, tablesOf } from '../db/tables.ts';
import type { Fields, RecordKey, RecordKind } from '../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../domain/resource-specs.ts';
import { deletionHolds } from '../outbox/dependencies.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { UndoDeletions } from './imports/import-rows.ts';
import { useLiveRead } from './live-read.ts';
import { allDeletions, inPlaces } from './undo/import-undo.ts';

type Which = 'parked' | 'open';

/** Returns the first `limit` parked changes and those of the record `also`, oldest first. */
export function useParkedWindow(limit: number, also: RecordKey | null): readonly Mutation[] | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.outbox, async (tx) => {
        const window = await outboxTable(tx).where('state').equals('parked').limit(limit).toArray();
        return withOwn(tx, { window, also, which: 'parked' });
      }),
    [limit, also?.resource, also?.localId],
  );
}

/** Unsent deletions of one undone import. */
export interface DeletionGroup extends UndoDeletions {
  readonly count: number;
}

interface WaitingWindow {
  readonly groups: readonly DeletionGroup[];
  readonly changes: readonly Mutation[];
  /** Returns how many open changes are neither in a group nor in `changes`. */
  readonly more: (waiting: number) => number;
}

const FEWEST_GROUPED = 3;

/**
 * Returns the first `limit` waiting changes and those of the record `also`, oldest first. Deletions of an undone import
 * are only counted.
 */
export function useWaitingWindow(limit: number, also: RecordKey | null): WaitingWindow | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.outbox, relaxed.imports, async (tx) => {
        const groups = await deletionGroups(tx);
        const grouped = groups.flatMap(({ places }) => places);
        const window = await inPlaces(tx, gapsOf(grouped))
          .filter(({ state }) => state !== 'parked')
          .limit(limit)
          .toArray();
        const changes = await withOwn(tx, { window, also, which: 'open' });
        const alone = changes.filter(
          ({ seq }) => !grouped.some(([first, last]) => first <= seq && seq <= last),
        );
        const shown = groups.reduce((sum, { count }) => sum + count, alone.length);
        return { groups, changes, more: (waiting: number) => waiting - shown };
      }),
    [limit, also?.resource, also?.localId],
  );
}

export function useDeletions({ places }: DeletionGroup, limit: number): readonly Mutation[] | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.outbox, (tx) =>
        inPlaces(tx, places)
          .filter(({ state }) => state !== 'parked')
          .limit(limit)
          .toArray(),
      ),
    [places, limit],
  );
}

async function deletionGroups(tx: Tx): Promise<DeletionGroup[]> {
  const parked = await outboxTable(tx).where('state').equals('parked').primaryKeys();
  const groups: DeletionGroup[] = [];
  for (const one of await allDeletions(tx)) {
    const isIn = (seq: number): boolean => one.places.some(([first, last]) => first <= seq && seq <= last);
    const count = (await inPlaces(tx, one.places).count()) - parked.filter(isIn).length;
    if (count >= FEWEST_GROUPED) groups.push({ ...one, count });
  }
  return groups;
}

function gapsOf(places: UndoDeletions['places']): UndoDeletions['places'] {
  const sorted = [...places].sort(([one], [other]) => one - other);
  const starts = [Number.NEGATIVE_INFINITY, ...sorted.map(([, last]) => last + 1)];
  const ends = [...sorted.map(([first]) => first - 1), Number.POSITIVE_INFINITY];
  return starts.flatMap((start, n) => {
    const end = ends[n] ?? start;
    return start <= end ? [[start, end] as const] : [];
  });
}

interface Window {
  readonly window: readonly Mutation[];
  readonly also: RecordKey | null;
  readonly which: Which;
}

async function withOwn(tx: Tx, { window, also, which }: Window): Promise<readonly Mutation[]> {
  if (!also) return window;
  const own = await mutationsOf(tx, also.resource, also.localId);
  const missing = own.filter(
    ({ seq, state }) =>
      (state === 'parked') === (which === 'parked') && !window.some((one) => seq === one.seq),
  );
  return [...window, ...missing].sort((a, b) => a.seq - b.seq);
}

export function useTooOldCount(): number | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.outbox
        .where('state')
        .equals('parked')
        .filter(({ refusal }) => refusal?.reason === 'tooOld')
        .count(),
    [],
  );
}

/** Oldest first. */
export function useRecordChanges(resource: RecordKind, localId: string): readonly Mutation[] | undefined {
  return useLiveRead(
    (relaxed) => relaxed.transaction('r', relaxed.outbox, (tx) => mutationsOf(tx, resource, localId)),
    [resource, localId],
  );
}

export interface Wait extends RecordKey {
  /**
   * `own`: an earlier change of the same record. `reference`: a record that is not on the server yet. `referring`:
   * changes that refer to the deleted record.
   */
  readonly for: 'own' | 'reference' | 'referring';
  readonly parked: boolean;
  readonly record: Fields | null;
}

/** Keyed by the change's id. A change that waits for nothing on this device has no entry. */
export function useWaits(changes: readonly Mutation[] | undefined): ReadonlyMap<string, Wait> {
  const ids = changes?.map(({ id }) => id).join(' ');
  const waits = useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
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

/** A deletion is sent after changes of other records that add or remove a reference to the deleted record. */
async function referringWait(
  tx: Tx,
  { resource, localId, seq }: Mutation,
  all: readonly Mutation[],
): Promise<Wait | null> {
  const { serverId } = (await mirrorTable(tx, resource).get(localId)) ?? {};
  const by = deletionHolds(all, resource)?.([localId, String(serverId ?? localId)], seq);
  if (!by) return null;
  const held = { resource: by.resource, localId: by.localId };
  const record = await mirrorTable(tx, held.resource).get(held.localId);
  return { for: 'referring', ...held, parked: false, record: record?.view ?? record?.server ?? null };
}
