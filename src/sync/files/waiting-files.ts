import { fileTable } from '../../db/file-store.ts';
import type { MetaRows } from '../../db/meta-rows.ts';
import type { AppDatabase, FileRow, NetworkChoice } from '../../db/tables.ts';
import { hashesOf, keepsFiles } from '../../domain/attachment.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { WantedFile } from './plan-files.ts';

const WANTED_AT_ONCE = 100;

export interface WaitingFiles {
  /** Ids of changes that must wait: for their bytes, or for a server that keeps files. */
  readonly held: readonly string[];
  /** Files that the server may lack: of creates, oldest first, then of confirmed rows. */
  readonly hashes: readonly string[];
  /** Files to fetch. If many are wanted, only some of them. */
  readonly wanted: readonly WantedFile[];
  /** True if there are bytes that no row may need any more. */
  readonly hasSpare: boolean;
  readonly network: NetworkChoice;
}

export const NONE_WAITING: WaitingFiles = {
  held: [],
  hashes: [],
  wanted: [],
  hasSpare: false,
  network: 'always',
};

/** Reads no bytes, and rows of waiting files only by their keys: a day's photos may wait. */
export async function readWaitingFiles(
  db: AppDatabase,
  { open, meta }: { readonly open: readonly Mutation[]; readonly meta: MetaRows },
): Promise<WaitingFiles> {
  const changes = open.filter(({ resource }) => resource === 'attachments');
  if (changes.length === 0 && !meta.get('files')) return NONE_WAITING;
  if (!keepsFiles(meta.get('capabilities')?.features)) {
    // Bytes of signed documents that a person has removed here.
    const spare = meta.get('files') ? await db.files.where('state').equals('spare').count() : 0;
    return { ...NONE_WAITING, held: changes.map(({ id }) => id), hasSpare: spare > 0 };
  }
  const { keys, wanted, network } = await db.transaction('r', db.files, db.settings, async (tx) => {
    const keysIn = (state: FileRow['state']) => fileTable(tx).where('state').equals(state);
    const here = new Set(await keysIn('here').primaryKeys());
    const spare = new Set(await keysIn('spare').primaryKeys());
    const some = await keysIn('wanted').limit(WANTED_AT_ONCE).toArray();
    // Originals that may not be fetched now hide no thumbnail.
    const hidesThumbs = some.length === WANTED_AT_ONCE && some.every(({ isThumb }) => !isThumb);
    const wanted = hidesThumbs ? await keysIn('wanted').toArray() : some;
    const setting = await db.settings.get('photos');
    const network: NetworkChoice = setting && 'network' in setting ? setting.network : 'always';
    return { keys: { here, spare }, wanted, network };
  });
  return { ...waitingIn(changes, keys), wanted, hasSpare: keys.spare.size > 0, network };
}

interface Unsent {
  /** Files that the server may lack. */
  readonly here: ReadonlySet<string>;
  /** Files that no row named when they were to be sent. An undo may have brought a row back since. */
  readonly spare: ReadonlySet<string>;
}

export function waitingIn(
  changes: readonly Mutation[],
  { here, spare }: Unsent,
): Pick<WaitingFiles, 'held' | 'hashes'> {
  const isUnsent = (hash: string): boolean => here.has(hash) || spare.has(hash);
  const creates = changes
    .filter(({ kind }) => kind === 'create')
    .map((create) => ({ create, own: hashesOf(valuesOf(create.fields)).filter(isUnsent) }));
  const held = creates.filter(({ own }) => own.length > 0).map(({ create }) => create.id);
  const wanted = creates.filter(({ create }) => create.state !== 'parked').flatMap(({ own }) => own);
  // The bytes of a parked create wait for the person too.
  const others = new Set(here);
  for (const { own } of creates) for (const hash of own) others.delete(hash);
  return { held, hashes: [...new Set([...wanted, ...others])] };
}
