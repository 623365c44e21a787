import { mirrorTable, type Tx } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { liveRead } from '../live-read.ts';
import { type RecordServices, useRecordServices } from '../record-services.ts';
import { saveTransaction } from '../save-transaction.ts';
import { findImport, leaveOut, madeBy, waitingRows } from './import-parts.ts';
import { allImports, type ImportHead } from './import-rows.ts';

const useWaitingOf = liveRead((relaxed) =>
  relaxed.transaction('r', relaxed.imports, async (tx) => {
    const unfinished = (await allImports(tx)).filter(({ waiting, undo }) => waiting > 0 && !undo);
    return (await Promise.all(unfinished.map((head) => waitingRows(tx, head)))).flat();
  }),
);

/** Returns the customers that unfinished imports have not created yet. */
export function useWaitingRows(): readonly Fields[] | undefined {
  return useWaitingOf(useRecordServices().db);
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
  return relaxed.transaction('r', relaxed.customers, relaxed.imports, async (tx) => ({
    done: (await findImport(tx, head.id))?.done ?? 0,
    rows: await waitingRows(tx, head),
    since: await customersSince(tx, head),
  }));
}

const READ_AT_ONCE = 500;

async function customersSince(
  tx: Tx,
  { id, startedAt }: Pick<ImportHead, 'id' | 'startedAt'>,
): Promise<readonly Fields[]> {
  const own = new Set((await madeBy(tx, { id })).map(({ localId }) => localId));
  const since: Fields[] = [];
  for (let after = ''; ; ) {
    const next = mirrorTable(tx, 'customers').where('localId').above(after);
    const some = await next.limit(READ_AT_ONCE).toArray();
    for (const { localId, view, seen } of some)
      if (view && seen.first_seen >= startedAt && !own.has(localId)) since.push(view);
    if (some.length < READ_AT_ONCE) return since;
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
