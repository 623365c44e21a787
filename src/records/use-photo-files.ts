import { useEffect, useState } from 'react';
import { offlineKey } from '../db/photo-lists.ts';
import { useLiveRead } from './live-read.ts';
import { checkFile, lookAtFiles, requestFile } from './photos.ts';
import { useRecordServices } from './record-services.ts';
import { keyOf, nameOf, type PhotoParent } from './use-photos.ts';

/** Undefined while it is read. Null if the device does not have the bytes. */
export function useBytes(sha256: string | null): ArrayBuffer | null | undefined {
  const found = useLiveRead(
    async (relaxed) => {
      const row = sha256 === null ? undefined : await relaxed.fileBytes.get(sha256);
      return { of: sha256, bytes: row?.bytes ?? null };
    },
    [sha256],
  );
  // After a change, the hook first returns the bytes of the last photo.
  return found?.of === sha256 ? found.bytes : undefined;
}

type WantedFile = Parameters<typeof requestFile>[1];

/** Asks for bytes that this device does not have. They come when there is a connection. */
export function useWantedFile({ sha256, size, type, isThumb }: WantedFile, isMissing: boolean): void {
  const services = useRecordServices();
  useEffect(() => {
    if (!isMissing) return;
    requestFile(services, { sha256, size, type, ...(isThumb && { isThumb }) }).catch((error: unknown) =>
      services.log.error('a file could not be asked for', error),
    );
  }, [services, sha256, size, type, isThumb, isMissing]);
}

/** False for damaged bytes, which are then fetched again if the server has them. Undefined until they are hashed. */
export function useSound(
  sha256: string | null,
  bytes: ArrayBuffer | null | undefined,
  isThumb = false,
): boolean | undefined {
  const services = useRecordServices();
  const [found, setFound] = useState<{ readonly of: ArrayBuffer; readonly isSound: boolean } | null>(null);
  useEffect(() => {
    if (sha256 === null || !bytes) return;
    let isOver = false;
    checkFile(services, { sha256, bytes, ...(isThumb && { isThumb }) }).then(
      (isSound) => {
        if (!isOver) setFound({ of: bytes, isSound });
      },
      (error: unknown) => services.log.error('a file could not be checked', error),
    );
    return () => {
      isOver = true;
    };
  }, [services, sha256, bytes, isThumb]);
  return found && found.of === bytes ? found.isSound : undefined;
}

/** Returns true while the device is to fetch these bytes. */
export function useIsWanted(sha256: string): boolean {
  const file = useLiveRead((relaxed) => relaxed.files.get(sha256), [sha256]);
  return file?.state === 'wanted';
}

/**
 * Why this device cannot use a file. With a connection, the app fetches one that is `notHere`, and looks for a whole copy
 * of a `damaged` one.
 */
export type FileProblem = 'notHere' | 'damaged' | 'damagedAndLost' | 'lost';

/** Null if nothing is known to be wrong with the file. Undefined until it is read. */
export function useFileProblem(sha256: string | null): FileProblem | null | undefined {
  return useLiveRead(
    async ({ files }) => {
      const file = sha256 === null ? undefined : await files.get(sha256);
      if (file?.isDamaged) return file.state === 'refused' ? 'damagedAndLost' : 'damaged';
      if (file?.state === 'gone' && file.refusal) return 'lost';
      return !file || file.state === 'gone' || file.state === 'wanted' ? 'notHere' : null;
    },
    [sha256],
  );
}

/** False until it is read. */
export function useHasBytes(sha256: string): boolean {
  const count = useLiveRead((relaxed) => relaxed.fileBytes.where('sha256').equals(sha256).count(), [sha256]);
  return (count ?? 0) > 0;
}

/** Notes that these files are on the screen. */
export function useLook(hashes: readonly (string | null)[]): void {
  const services = useRecordServices();
  const [noted] = useState(() => new Set<string>());
  const key = hashes.filter(Boolean).join(' ');
  useEffect(() => {
    const fresh = key.split(' ').filter((hash) => hash !== '' && !noted.has(hash));
    for (const hash of fresh) noted.add(hash);
    if (fresh.length > 0) lookAtFiles(services, fresh);
  }, [services, noted, key]);
}

interface KeptOffline {
  /** The first of the records. */
  readonly isKept: boolean;
  /** All of them that are kept. See `Photo.parent`. */
  readonly names: ReadonlySet<string>;
}

/** Returns which of these records' photos stay on this device. Undefined until it is read. */
export function useKeptOffline(parents: readonly [PhotoParent, ...PhotoParent[]]): KeptOffline | undefined {
  return useLiveRead(
    async ({ settings }) => {
      const rows = await settings.bulkGet(
        parents.map(({ resource, localId }) => offlineKey(resource, localId)),
      );
      const names = new Set(parents.filter((_, n) => rows[n]).map(nameOf));
      return { isKept: names.has(nameOf(parents[0])), names };
    },
    [keyOf(parents)],
  );
}
