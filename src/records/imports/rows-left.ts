import { useState } from 'react';
import type { AppDatabase } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { useThrottledRead } from '../live-read.ts';
import type { RecordServices } from '../record-services.ts';
import { saveTransaction } from '../save-transaction.ts';
import { findImport, leaveOut, madeBy, waitingRows } from './import-parts.ts';
import { allImports, type ImportHead } from './import-rows.ts';
import { useImports } from './use-imports.ts';

/**
 * Returns the customers that unfinished imports had still to create when this was first called. One stays in the list
 * after another tab has created it, because the list of customers may be read before. One that is left out, dropped or
 * undone is removed.
 */
export function useWaitingRows(): readonly Fields[] | undefined {
  const [known] = useState(() => new Map<string, readonly Fields[]>());
  const plans = useImports()?.flatMap(planOf).join();
  return useThrottledRead(
    [],
    async (relaxed) => (plans === undefined ? undefined : readPlanned(relaxed, known)),
    [plans],
  );
}

/** Returns a key that stays the same while the import creates its rows. Empty for an import that is undone. */
function planOf({ id, total, undo }: ImportHead): string[] {
  return undo ? [] : [`${id} ${total}`];
}

/** Reads no import a second time. */
async function readPlanned(
  relaxed: AppDatabase,
  known: Map<string, readonly Fields[]>,
): Promise<readonly Fields[]> {
  return relaxed.transaction('r', relaxed.imports, async (tx) => {
    const rows: (readonly Fields[])[] = [];
    for (const head of await allImports(tx))
      for (const plan of planOf(head)) {
        const own = known.get(plan) ?? (await waitingRows(tx, head));
        known.set(plan, own);
        rows.push(own);
      }
    return rows.flat();
  });
}

interface RowsLeft {
  /** The import's progress. */
  readonly done: number;
  readonly rows: readonly Fields[];
  /** Customers that this device first saw after the import began, other than its own. */
  readonly since: readonly Fields[];
}

/** Reads what an import has left, and what has been added since it was checked. */
export async function readRowsLeft(
  { db: { relaxed } }: RecordServices,
  head: Pick<ImportHead, 'id' | 'startedAt'>,
): Promise<RowsLeft> {
  const added = await customersSince(relaxed, head);
  // After the others, so that what another tab creates meanwhile counts as the import's own.
  return relaxed.transaction('r', relaxed.imports, async (tx) => {
    const own = new Set((await madeBy(tx, head)).map(({ localId }) => localId));
    return {
      done: (await findImport(tx, head.id))?.done ?? 0,
      rows: await waitingRows(tx, head),
      since: added.flatMap(({ localId, view }) => (own.has(localId) ? [] : [view])),
    };
  });
}

const READ_AT_ONCE = 500;

interface Added {
  readonly localId: string;
  readonly view: Fields;
}

/** Without a transaction, so that saves can run between its reads. */
async function customersSince(
  { customers }: AppDatabase,
  { startedAt }: Pick<ImportHead, 'startedAt'>,
): Promise<readonly Added[]> {
  const added: Added[] = [];
  for (let after = ''; ; ) {
    const some = await customers.where('localId').above(after).limit(READ_AT_ONCE).toArray();
    for (const { localId, view, seen } of some)
      if (view && seen.first_seen >= startedAt) added.push({ localId, view });
    if (some.length < READ_AT_ONCE) return added;
    after = some.at(-1)?.localId ?? '';
  }
}

interface LeftOut {
  /** The import's progress when its rows were read. */
  readonly done: number;
  /** Places among the rows that were left, and the line of each for the list of those left out. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
}

/**
 * Returns false, and does nothing, if another tab has moved, ended or undone the import since its rows were read.
 * @throws NotSavedError
 */
export async function leaveRowsOut(
  services: RecordServices,
  id: string,
  { done, lines }: LeftOut,
): Promise<boolean> {
  const { strict } = services.db;
  return saveTransaction(services, [strict.imports], async (tx) => {
    const head = await findImport(tx, id);
    if (!head || head.undo || head.isRead || head.done !== done) return false;
    const kept = (await waitingRows(tx, head)).filter((_, place) => !lines.has(place));
    if (kept.length + lines.size !== head.waiting) return false;
    await leaveOut(tx, head, { kept, lines: [...lines.values()] });
    return true;
  });
}
