import type { KindName } from '../../memory-server/kinds.ts';
import type { Row } from '../../memory-server/tables.ts';
import { bug, type PlantedBug, seam } from './seam.ts';

/** Mistakes about photos and their files. */
export const FILE_BUGS: readonly PlantedBug[] = [
  bug(
    'evict on stored',
    seam(
      'src/sync/files/evict.ts',
      'mayLeave',
      () =>
        ({ state }) =>
          state === 'stored',
    ),
  ),
  bug(
    'row before bytes',
    seam('src/sync/files/waiting-files.ts', 'waitingIn', (waitingIn) => (changes, files) => ({
      ...waitingIn(changes, files),
      held: [],
    })),
  ),
  bug(
    'no end hash',
    seam('tests/memory-server/files.ts', 'isWhole', () => () => true),
  ),
  bug(
    'trust have after a restore',
    seam('src/db/file-store.ts', 'unsendAll', () => async () => {}),
  ),
  bug(
    'delete shared bytes',
    // One confirmed row is enough, whatever other rows name the file.
    seam('src/sync/files/evict.ts', 'mayLeave', (mayLeave) => (file, rows, needed) => {
      const confirmed = rows.filter(({ serverId }) => serverId !== undefined);
      return mayLeave(file, confirmed, confirmed.length > 0 ? new Set() : needed);
    }),
  ),
  bug(
    'accept before the commit',
    seam('src/records/photos.ts', 'keepPhoto', (keepPhoto) => async (services, photo) => {
      void keepPhoto(services, photo).catch(() => undefined);
      return { localId: photo.file.sha256, mutationId: null, watched: false, undo: null };
    }),
  ),
  bug(
    'a deletion takes the bytes along',
    seam(
      'tests/memory-server/company.ts',
      'Company',
      (Company) =>
        class extends Company {
          override remove(resource: KindName, row: Row): void {
            super.remove(resource, row);
            if (resource === 'attachments') this.shelf.sweep(() => false, [String(row['sha256'])]);
          }
        },
    ),
  ),
  bug(
    'another key for each attempt',
    seam('src/sync/push/push-transactions.ts', 'checkOutIn', (checkOutIn) => async (tx, context, what) => {
      const checkedOut = await checkOutIn(tx, context, what);
      if (checkedOut?.mutation.resource !== 'attachments' || !('client_uid' in checkedOut.wire))
        return checkedOut;
      const key = String(checkedOut.mutation.attemptId);
      return { ...checkedOut, wire: { ...checkedOut.wire, client_uid: key } };
    }),
  ),
  bug(
    'bytes without a row are sent',
    seam('src/db/file-store.ts', 'unnamedAmong', () => async () => []),
  ),
  bug(
    'half of a file is kept',
    seam(
      'src/db/file-store.ts',
      'keepFetched',
      (keepFetched) =>
        (tx, { sha256, bytes }, asked) =>
          keepFetched(tx, { sha256, bytes: bytes.slice(0, bytes.byteLength / 2) }, asked),
    ),
  ),
  bug(
    'damaged bytes stay',
    seam('src/db/file-store.ts', 'noteDamaged', () => async () => {}),
  ),
  bug(
    'sweep without the lock',
    seam('tests/memory-server/files.ts', 'maySweep', () => () => true),
  ),
];
