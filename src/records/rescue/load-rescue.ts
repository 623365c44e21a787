import { keepAhead } from '../../db/file-store.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import type { RecordServices } from '../record-services.ts';
import { type Manifest, photosIn, type RescueOwner } from './manifest.ts';
import { RescueError } from './rescue-error.ts';
import { type OpenedRescue, openRescue } from './rescue-file.ts';
import { storeChanges } from './store-changes.ts';

export interface LoadedRescue {
  /** Changes that now wait for a person. */
  readonly added: number;
  /** Changes that this device has or had already. */
  readonly known: number;
  /** Photos without a change, which the server may have lost. */
  readonly photos: number;
  /** Device time in ms. */
  readonly savedAt: number;
  /** What the other device could not read. */
  readonly unread: Manifest['unread'];
}

interface Options {
  readonly owner: RescueOwner;
  /** Blank for none. */
  readonly passphrase: string;
  /** Ignored once the changes are being stored. */
  readonly signal?: AbortSignal;
}

/**
 * Parks the changes of a file for a person.
 * @throws RescueError; then no change was stored, or a part if the problem is 'partly'
 */
export async function loadRescue(
  services: RecordServices,
  file: Blob,
  { owner, passphrase, signal }: Options,
): Promise<LoadedRescue> {
  const stopIfAsked = (): void => {
    if (signal?.aborted) throw new RescueError('stopped');
  };
  const rescue = await openRescue(services, file, passphrase);
  const { manifest } = rescue;
  if (manifest.origin !== owner.origin) throw new RescueError('otherServer', { from: manifest.origin });
  if (!isSameUser(manifest, owner)) throw new RescueError('otherUser', { from: manifest.username });
  // Finds damage anywhere before anything is written.
  for (const n of manifest.files.keys()) {
    stopIfAsked();
    await rescue.bytesOf(n);
  }
  try {
    await storeFiles(services, rescue, stopIfAsked);
    stopIfAsked();
    const found = await storeChanges(services, manifest);
    const photos = photosIn(manifest.lanes);
    if (found.added + photos > 0) services.onSaved();
    return { ...found, photos, savedAt: manifest.savedAt, unread: manifest.unread };
  } catch (cause) {
    if (cause instanceof RescueError) throw cause;
    services.log.error('a file was not loaded', cause);
    throw new RescueError(isQuotaError(cause) ? 'full' : 'notStored', { cause });
  }
}

/** As accounts are found at a sign-in: a name may have passed to another user, so it counts only without ids. */
function isSameUser(one: RescueOwner, other: RescueOwner): boolean {
  if (one.userId !== null && other.userId !== null) return one.userId === other.userId;
  if (one.subject && other.subject) return one.subject === other.subject;
  const names = namesOf(other);
  return namesOf(one).some((name) => names.includes(name));
}

function namesOf({ username, names = [] }: RescueOwner): readonly string[] {
  return [username, ...names];
}

/**
 * Stores the bytes first, one file at a time, because a phone cannot hold all of them. If the page dies, no row names
 * them, and they leave after a day.
 */
async function storeFiles(
  { db, clock }: RecordServices,
  { manifest, bytesOf }: OpenedRescue,
  stopIfAsked: () => void,
): Promise<void> {
  const { strict } = db;
  for (const [n, { sha256, type }] of manifest.files.entries()) {
    stopIfAsked();
    const bytes = await bytesOf(n);
    await strict.transaction('rw', strict.files, strict.fileBytes, strict.meta, (tx) =>
      keepAhead(tx, { sha256, type, bytes }, clock.now()),
    );
  }
}
