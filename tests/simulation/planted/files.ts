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
    'sweep without the lock',
    seam('tests/memory-server/files.ts', 'maySweep', () => () => true),
  ),
];
