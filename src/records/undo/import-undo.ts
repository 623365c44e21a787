import { readLane } from '../../db/lane-store.ts';
import { outboxTable } from '../../db/mirror-and-outbox.ts';
import { assertNotLeaving } from '../../db/owner.ts';
import { type Tx, tablesOf } from '../../db/tables.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import type { Lane } from '../../outbox/lane.ts';
import { surelyRefused } from '../../outbox/mutation.ts';
import { acceptIn } from '../accept.ts';
import { atWork, runImport } from '../imports/customer-imports.ts';
import { advanceUndo, beginUndo, findImport, nextMade } from '../imports/import-parts.ts';
import {
  type ImportHead,
  type ImportUndo,
  importTable,
  type KeptBecause,
  type MadeCustomer,
  type UndoDeletions,
} from '../imports/import-rows.ts';
import { NamedRecords } from '../named-records.ts';
import type { RecordServices } from '../record-services.ts';
import { saveTransaction } from '../save-transaction.ts';

const NAMED = 20;

/** Continues an import with `runImport`, or its undo with `undoImport`. */
export function continueImport(
  services: RecordServices,
  { id, undo }: Pick<ImportHead, 'id' | 'undo'>,
  signal: AbortSignal,
): Promise<ImportHead | null> {
  return undo ? undoImport(services, id, signal) : runImport(services, id, signal);
}

/**
 * Ends early when `signal` aborts. Any tab can continue from there.
 * @returns null if there is nothing to undo
 * @throws NotSavedError
 */
export async function undoImport(
  services: RecordServices,
  id: string,
  signal: AbortSignal,
): Promise<ImportHead | null> {
  let named: NamedRecords | null = null;
  const over = new AbortController();
  return atWork(
    services,
    { id, signal },
    {
      begin: async () => {
        const head = await beginImportUndo(services, id);
        named = head && (await NamedRecords.read(services, 'customers', over.signal));
        return head;
      },
      next: ({ undo }) => undoImportStep(services, id, { from: undo?.seen ?? 0, named }),
    },
  ).finally(() => over.abort());
}

export async function beginImportUndo(services: RecordServices, id: string): Promise<ImportHead | null> {
  const { strict } = services.db;
  return saveTransaction(services, [strict.imports, strict.meta], async (tx) => {
    await assertNotLeaving(tx);
    return beginUndo(tx, id);
  });
}

interface Step {
  readonly from: number;
  /** What names customers. Read here if absent. */
  readonly named?: NamedRecords | null;
}

/** Runs in one transaction. Does nothing if another tab has moved the undo past `from`. */
export async function undoImportStep(
  services: RecordServices,
  id: string,
  { from, named: read = null }: Step,
): Promise<ImportHead | null> {
  const { strict } = services.db;
  const over = new AbortController();
  const named = read ?? (await NamedRecords.read(services, 'customers', over.signal));
  const tables = [...tablesOf(strict, ...RECORD_KINDS), strict.imports];
  const head = await saveTransaction(services, tables, async (tx) => {
    await assertNotLeaving(tx);
    const found = await findImport(tx, id);
    const undo = found?.undo;
    if (!found || !undo) return null;
    if (undo.seen !== from || found.waiting === 0) return found;
    if (from === 0) await forgetSent(tx);
    const before = await lastPlace(tx);
    await named.follow(tx);
    const after = await undoMade(tx, services, { undo, made: await nextMade(tx, id, from), named });
    await noteDeletions(tx, found, before);
    return advanceUndo(tx, { ...found, undo }, after);
  }).finally(() => over.abort());
  services.onSaved();
  return head;
}

interface Next {
  readonly undo: ImportUndo;
  readonly made: readonly MadeCustomer[];
  readonly named: NamedRecords;
}

async function undoMade(tx: Tx, services: RecordServices, { undo, made, named }: Next): Promise<ImportUndo> {
  const lanes = await Promise.all(
    made.map(({ localId }) => readLane(tx, { resource: 'customers', localId })),
  );
  const kept = { ...undo.kept };
  const stay: string[] = [];
  for (const [place, lane] of lanes.entries()) {
    // Already deleted, here or elsewhere.
    if (!lane.record?.view) continue;
    const { resource, localId } = lane;
    const why = keptBecause(lane, made[place]?.mutationId, named);
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

/** Returns null for an unchanged customer without references, which can be removed. */
function keptBecause(
  { record, mutations }: Lane,
  mutationId: string | undefined,
  named: NamedRecords,
): KeptBecause | null {
  if (record && named.has(record)) return 'referred';
  const [create] = mutations;
  if (!create) {
    const { id, isLast = false } = record?.confirmed ?? {};
    return id === mutationId && isLast ? null : 'changed';
  }
  if (create.id !== mutationId || mutations.length > 1) return 'changed';
  const isAsked = create.state === 'parked' && !surelyRefused(create);
  return isAsked && create.refusal.reason !== 'deletedOnServer' ? 'asked' : null;
}

/** Not the prefix of import ids, so that the row outlives its import. */
const PREFIX = 'deletions/';

async function lastPlace(tx: Tx): Promise<number> {
  return (await outboxTable(tx).orderBy('seq').last())?.seq ?? 0;
}

/** All changes after `before` must be deletions of this import. */
async function noteDeletions(tx: Tx, { id, file }: ImportHead, before: number): Promise<void> {
  const first = await outboxTable(tx).where('seq').above(before).first();
  if (!first) return;
  const key = PREFIX + id;
  const { places } = ((await importTable(tx).get(key)) ?? { places: [] }) as UndoDeletions;
  await importTable(tx).put({ id: key, file, places: [...places, [first.seq, await lastPlace(tx)]] });
}

/** Includes groups whose deletions have all been sent. */
export async function allDeletions(tx: Tx): Promise<UndoDeletions[]> {
  return (await importTable(tx).where('id').startsWith(PREFIX).toArray()) as UndoDeletions[];
}

async function forgetSent(tx: Tx): Promise<void> {
  for (const { id, places } of await allDeletions(tx))
    if ((await inPlaces(tx, places).count()) === 0) await importTable(tx).delete(id);
}

export function inPlaces(tx: Tx, places: UndoDeletions['places']) {
  return outboxTable(tx).where('seq').inAnyRange(places, { includeUppers: true });
}
