import { dropFiles, evictBytes, fileTable, isNamed, openCreates, rowsNaming } from '../../db/file-store.ts';
import { type FileRow, mirrorTable, type Tx, tablesOf } from '../../db/tables.ts';
import { attachmentSpec, hashesOf } from '../../domain/attachment.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an original stays after its confirmation, unless the device is full. In ms. */
const KEPT_MS = 7 * DAY_MS;
/** How long bytes that no row names can still be needed by an undo, in ms. */
const SPARE_MS = DAY_MS;
/** Files that leave in one transaction. */
const AT_ONCE = 50;

/** Removes bytes that no row has named for a day. */
export async function dropSpareFiles(context: SyncContext): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const tables = [...tablesOf(relaxed, 'attachments'), relaxed.files, relaxed.fileBytes];
  const before = context.clock.now() - SPARE_MS;
  await relaxed.transaction('rw', tables, async (tx) => {
    const spare = await fileTable(tx).where('state').equals('spare').limit(AT_ONCE).toArray();
    const over = spare.filter(({ lastUsed }) => lastUsed < before).map(({ sha256 }) => sha256);
    await dropFiles(tx, await without(over, (hash) => isNamed(tx, hash)));
  });
}

/**
 * Makes room: originals first, oldest first, then thumbnails. Returns the number of files that left.
 * A file leaves only if the server has it and every row that names it is confirmed.
 */
export async function evictFiles(context: SyncContext): Promise<number> {
  assertOwner(context);
  const { relaxed } = context.db;
  const tables = [...tablesOf(relaxed, 'attachments'), relaxed.files, relaxed.fileBytes, relaxed.settings];
  const now = context.clock.now();
  return relaxed.transaction('rw', tables, async (tx) => {
    const offline = await keptOffline(tx);
    const creates = await openCreates(tx);
    const needed = new Set(creates.flatMap(({ fields }) => hashesOf(valuesOf(fields))));
    const stored = await fileTable(tx).where('state').equals('stored').sortBy('lastUsed');
    const spare: { readonly file: FileRow; readonly isThumb: boolean }[] = [];
    for (const file of stored) {
      const rows = await rowsNaming(tx, file.sha256);
      if (rows.some((row) => isKept(row, offline)) || !mayLeave(file, rows, needed)) continue;
      spare.push({ file, isThumb: rows.some((row) => namesThumb(row, file.sha256)) });
    }
    const isOld = ({ file }: (typeof spare)[number]): boolean => (file.storedAt ?? now) < now - KEPT_MS;
    const originals = spare.filter(({ isThumb }) => !isThumb);
    const groups = [originals.filter(isOld), originals, spare];
    const chosen = (groups.find(({ length }) => length > 0) ?? []).slice(0, AT_ONCE);
    await evictBytes(
      tx,
      chosen.map(({ file }) => file.sha256),
    );
    if (chosen.length > 0) context.log.info('files were removed to free space', { count: chosen.length });
    return chosen.length;
  });
}

/**
 * That the server has the bytes is not enough: it may drop bytes that no row names.
 * @param needed files that open creates name
 */
export function mayLeave(
  { sha256, state }: FileRow,
  rows: readonly MirrorRecord[],
  needed: ReadonlySet<string>,
): boolean {
  return state === 'stored' && !needed.has(sha256) && rows.every(({ serverId }) => serverId !== undefined);
}

const OFFLINE = 'offline:';

/** Returns 'workOrders/7' for each of a record's ids, because rows may name either. */
async function keptOffline(tx: Tx): Promise<ReadonlySet<string>> {
  const keys = await tx.table<unknown, string>('settings').where('key').startsWith(OFFLINE).primaryKeys();
  const names = keys.map((key) => key.slice(OFFLINE.length));
  const kept = new Set(names);
  for (const key of names) {
    const [kind, localId = ''] = key.split('/');
    const resource = PARENTS.find(({ to }) => to === kind)?.to;
    const record = resource && (await mirrorTable(tx, resource).get(localId));
    if (record?.serverId !== undefined) kept.add(`${kind}/${record.serverId}`);
  }
  return kept;
}

const PARENTS = attachmentSpec.references;

function isKept({ view, server }: MirrorRecord, offline: ReadonlySet<string>): boolean {
  const row = view ?? server;
  return PARENTS.some(({ field, to }) => offline.has(`${to}/${String(row?.[field])}`));
}

function namesThumb({ view, server }: MirrorRecord, sha256: string): boolean {
  return (view ?? server)?.['thumb_sha256'] === sha256;
}

async function without(
  hashes: readonly string[],
  isOut: (hash: string) => Promise<boolean>,
): Promise<string[]> {
  const left: string[] = [];
  for (const hash of hashes) if (!(await isOut(hash))) left.push(hash);
  return left;
}
