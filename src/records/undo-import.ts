import type { ImportUndo, KeptBecause, MadeCustomer } from '../db/import-heads.ts';
import { advanceUndo, beginUndo, findImport, nextMade } from '../db/imports.ts';
import { readLane } from '../db/lane-store.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { forgetSent, lastPlace, noteDeletions } from '../db/undo-deletions.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import { surelyRefused } from '../outbox/mutation.ts';
import { acceptIn } from './accept.ts';
import { referredTo } from './dependants.ts';
import { atWork, type ImportHead } from './imports.ts';
import type { RecordServices } from './record-services.ts';
import { saveTransaction } from './save-transaction.ts';

/** Customers that stay and are named. */
const NAMED = 20;

/**
 * Undoes an import customer by customer, beside whatever else the page does. It ends sooner where `signal` aborts, and goes
 * on where it stood when it is called again, in any tab.
 * @returns the import as it stands then; null where there is nothing to undo
 * @throws NotSavedError where the storage did not take the next part
 */
export async function undoImport(
  services: RecordServices,
  id: string,
  signal: AbortSignal,
): Promise<ImportHead | null> {
  return atWork(
    services,
    { id, signal },
    {
      begin: () => beginImportUndo(services, id),
      next: ({ undo }) => undoImportStep(services, id, undo?.seen ?? 0),
    },
  );
}

/** Notes that an import is to be undone: from here on it makes nothing more. */
export async function beginImportUndo(services: RecordServices, id: string): Promise<ImportHead | null> {
  const { strict } = services.db;
  return saveTransaction(services, [strict.imports, strict.meta], async (tx) => {
    await assertNotLeaving(tx);
    return beginUndo(tx, id);
  });
}

/**
 * Undoes the next customers of an import, and notes that in the same transaction. Where its undo does not stand at `from` any
 * more another tab has done so.
 */
export async function undoImportStep(
  services: RecordServices,
  id: string,
  from: number,
): Promise<ImportHead | null> {
  const { strict } = services.db;
  const tables = [...tablesOf(strict, ...RESOURCE_NAMES), strict.imports];
  const head = await saveTransaction(services, tables, async (tx) => {
    await assertNotLeaving(tx);
    const found = await findImport(tx, id);
    const undo = found?.undo;
    if (!found || !undo) return null;
    if (undo.seen !== from || found.waiting === 0) return found;
    if (from === 0) await forgetSent(tx);
    const before = await lastPlace(tx);
    const after = await undoMade(tx, services, { undo, made: await nextMade(tx, id, from) });
    await noteDeletions(tx, found, before);
    return advanceUndo(tx, { ...found, undo }, after);
  });
  services.onSaved();
  return head;
}

interface Next {
  readonly undo: ImportUndo;
  readonly made: readonly MadeCustomer[];
}

async function undoMade(tx: Tx, services: RecordServices, { undo, made }: Next): Promise<ImportUndo> {
  const lanes = await Promise.all(
    made.map(({ localId }) => readLane(tx, { resource: 'customers', localId })),
  );
  const records = lanes.flatMap(({ record }) => (record ? [record] : []));
  const referred = await referredTo(tx, 'customers', records);
  const kept = { ...undo.kept };
  const stay: string[] = [];
  for (const [place, lane] of lanes.entries()) {
    // Deleted already, here or elsewhere: nothing of it is left.
    if (!lane.record?.view) continue;
    const { resource, localId } = lane;
    const why = keptBecause(lane, made[place]?.mutationId, referred);
    if (why === null) {
      const mergeBase = lane.record.server ?? undefined;
      const intent = { kind: 'delete', fields: {}, watch: false, undoes: true, mergeBase } as const;
      await acceptIn(tx, services, { resource, localId, ...intent });
    } else {
      kept[why] += 1;
      stay.push(localId);
    }
  }
  return {
    seen: undo.seen + made.length,
    removed: undo.removed + made.length - stay.length,
    kept,
    keptFirst: [...undo.keptFirst, ...stay].slice(0, NAMED),
  };
}

/** Null for a customer that is as the import has made it, and to which nothing refers. */
function keptBecause(
  { record, mutations }: Lane,
  mutationId: string | undefined,
  referred: ReadonlySet<string>,
): KeptBecause | null {
  if (record && referred.has(record.localId)) return 'referred';
  const [create] = mutations;
  if (!create) {
    const { id, isLast = false } = record?.confirmed ?? {};
    return id === mutationId && isLast ? null : 'changed';
  }
  if (create.id !== mutationId || mutations.length > 1) return 'changed';
  const isAsked = create.state === 'parked' && !surelyRefused(create);
  return isAsked && create.refusal.reason !== 'deletedOnServer' ? 'asked' : null;
}
