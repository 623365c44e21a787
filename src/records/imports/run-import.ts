import { assertNotLeaving } from '../../db/owner.ts';
import { type ImportHead, tablesOf } from '../../db/tables.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { aborted, delay } from '../../domain/ports.ts';
import { createRecordsIn } from '../commands.ts';
import { noteFirstDay } from '../device-notes.ts';
import type { RecordServices } from '../record-services.ts';
import { decide, saveTransaction } from '../save-transaction.ts';
import {
  addImport,
  advance,
  closeImport,
  findImport,
  goOn,
  leftOutOf,
  type NewImport,
  nextPart,
  setStopped,
} from './import-parts.ts';
import { importLock } from './use-imports.ts';

/**
 * Stores what is to be imported, and makes nothing of it yet. The answer is the import's id.
 * @throws NotSavedError where the storage did not take it: there is no import then
 */
export async function beginImport(
  services: RecordServices,
  rows: Pick<NewImport, 'file' | 'header' | 'customers' | 'leftOut'>,
): Promise<string> {
  const { strict } = services.db;
  const startedAt = services.clock.now();
  const id = uuidv7(startedAt, services.random);
  await saveTransaction(services, [strict.imports, strict.meta], async (tx) => {
    await assertNotLeaving(tx);
    await addImport(tx, { ...rows, id, startedAt });
  });
  return id;
}

/**
 * Makes the next customers of an import, and notes that in the same transaction. Where it does not stand at `from` any more
 * another tab has made them, and where it was stopped nothing is made.
 * @returns the import as it stands now; null where there is none any more
 * @throws NotSavedError where the storage did not take them: nothing of this step was made
 */
export async function importStep(
  services: RecordServices,
  id: string,
  from: number,
): Promise<ImportHead | null> {
  const { strict } = services.db;
  const head = await saveTransaction(
    services,
    [...tablesOf(strict, 'customers'), strict.imports],
    async (tx) => {
      await assertNotLeaving(tx);
      const found = await findImport(tx, id);
      if (!found || found.isRead || found.undo) return null;
      if (found.isStopped || found.done !== from || found.waiting === 0) return found;
      const drafts = await nextPart(tx, found);
      const receipts = await createRecordsIn(tx, services, { resource: 'customers', drafts });
      const made = receipts.map(({ localId, mutationId }) => ({ localId, mutationId: mutationId ?? '' }));
      return advance(tx, found, made);
    },
  );
  if (head?.waiting === 0) noteFirstDay(services, 'imported');
  services.onSaved();
  return head;
}

/**
 * Makes all that is left of an import, beside whatever else the page does. It ends sooner where it was stopped in any tab or
 * discarded, or where `signal` aborts.
 * @returns the import as it stands then; null where there is none any more
 * @throws NotSavedError where the storage did not take the next rows
 */
export async function runImport(
  services: RecordServices,
  id: string,
  signal: AbortSignal,
): Promise<ImportHead | null> {
  const { db } = services;
  return atWork(
    services,
    { id, signal },
    {
      begin: () => saveTransaction(services, [db.strict.imports], (tx) => goOn(tx, id)),
      next: (head) => importStep(services, id, head.done),
    },
  );
}

interface Work {
  readonly begin: () => Promise<ImportHead | null>;
  readonly next: (head: ImportHead) => Promise<ImportHead | null>;
}

/** Works on an import step by step, and tells other tabs for as long. */
export async function atWork(
  { locks, clock }: RecordServices,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  { begin, next }: Work,
): Promise<ImportHead | null> {
  const ended = new AbortController();
  // It tells other tabs, and keeps none from working on the same import: each step is made once.
  locks.request(importLock(id), () => aborted(ended.signal), ended.signal).catch(() => undefined);
  try {
    let head = await begin();
    while (head && head.waiting > 0 && !head.isStopped && !signal.aborted) {
      head = await next(head);
      await delay(clock, 0);
    }
    return head;
  } finally {
    ended.abort();
  }
}

/** Stops an import in every tab. What is being made is made. */
export async function stopImport(services: RecordServices, id: string): Promise<void> {
  await decide(services, [services.db.strict.imports], (tx) => setStopped(tx, id, true));
}

/**
 * Removes what is left of an import, because a person said so, or because it is finished and has been read. What it has made
 * is still known, for its undo.
 */
export async function discardImport(services: RecordServices, id: string): Promise<void> {
  await decide(services, [services.db.strict.imports], (tx) => closeImport(tx, id));
}

/** The rows of the file that were left out, each with the reason in its last cell. */
export async function readLeftOut(
  { db: { relaxed } }: RecordServices,
  id: string,
): Promise<readonly (readonly string[])[]> {
  return relaxed.transaction('r', relaxed.imports, (tx) => leftOutOf(tx, id));
}
