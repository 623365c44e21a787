import type { UndoDeletions } from '../db/import-heads.ts';
import { mutationsOf, outboxTable } from '../db/outbox.ts';
import type { Tx } from '../db/tables.ts';
import { allDeletions, inPlaces } from '../db/undo-deletions.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';

/** A record whose changes a list must not leave out. */
export interface RecordKey {
  readonly resource: ResourceName;
  readonly localId: string;
}

type Which = 'parked' | 'open';

/**
 * The first `limit` changes that wait for a person, in order of acceptance, live; those of `also` as well, wherever they
 * stand. Undefined until the device has answered.
 */
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

/** Deletions of one undone import that wait for the server. */
export interface DeletionGroup extends UndoDeletions {
  readonly count: number;
}

interface WaitingWindow {
  readonly groups: readonly DeletionGroup[];
  readonly changes: readonly Mutation[];
  /** Open changes that are in no group and not among `changes`. */
  readonly more: (waiting: number) => number;
}

/** Fewer are read as quickly one by one. */
const FEWEST_GROUPED = 3;

/**
 * The first `limit` changes that wait for the server, in order of acceptance, live; those of `also` as well. The deletions of
 * an undone import are only counted. Undefined until the device has answered.
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

/** The first `limit` waiting changes of a group, live. */
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

/** The places between and beside others. */
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

/** How many changes are parked as too old to be sent unasked, live. Undefined until the device has answered. */
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

/** A record's changes that no server has confirmed, oldest first, live. Undefined until the device has answered. */
export function useRecordChanges(resource: ResourceName, localId: string): readonly Mutation[] | undefined {
  return useLiveRead(
    (relaxed) => relaxed.transaction('r', relaxed.outbox, (tx) => mutationsOf(tx, resource, localId)),
    [resource, localId],
  );
}
