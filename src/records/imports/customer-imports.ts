import { assertNotLeaving } from '../../db/owner.ts';
import { tablesOf } from '../../db/tables.ts';
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
import type { ImportHead } from './import-rows.ts';
import { importLock } from './use-imports.ts';

/**
 * Stores the rows, but creates no customers yet. Returns the id of the import.
 * @throws NotSavedError
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
 * Creates the next customers in one transaction. Does nothing if the import was stopped or another tab has moved it
 * past `from`.
 * @returns null if the import is gone
 * @throws NotSavedError
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
 * Ends early when `signal` aborts, or when any tab stops or discards the import.
 * @returns null if the import is gone
 * @throws NotSavedError
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

/** Holds the import's lock until the work ends. */
export async function atWork(
  { locks, clock }: RecordServices,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  { begin, next }: Work,
): Promise<ImportHead | null> {
  const ended = new AbortController();
  // The lock informs other tabs but does not exclude them: each step runs only once anyway.
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

export async function stopImport(services: RecordServices, id: string): Promise<void> {
  await decide(services, [services.db.strict.imports], (tx) => setStopped(tx, id, true));
}

/** Keeps what is needed to undo the import. */
export async function discardImport(services: RecordServices, id: string): Promise<void> {
  await decide(services, [services.db.strict.imports], (tx) => closeImport(tx, id));
}

/** Returns the left-out rows. The last cell of each is the reason. */
export async function readLeftOut(
  { db: { relaxed } }: RecordServices,
  id: string,
): Promise<readonly (readonly string[])[]> {
  return relaxed.transaction('r', relaxed.imports, (tx) => leftOutOf(tx, id));
}
