import { useEffect } from 'react';
import { offlineKey } from '../db/photo-lists.ts';
import { useLiveRead } from './live-read.ts';
import { lookAtFiles, requestFile } from './photos.ts';
import { useRecordServices } from './record-services.ts';
import { keyOf, type Photo, type PhotoParent } from './use-photos.ts';

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

/** False until it is read. */
export function useHasBytes(sha256: string): boolean {
  const count = useLiveRead((relaxed) => relaxed.fileBytes.where('sha256').equals(sha256).count(), [sha256]);
  return (count ?? 0) > 0;
}

/** Notes that these files are on the screen. */
export function useLook(hashes: readonly (string | null)[]): void {
  const services = useRecordServices();
  const key = hashes.filter(Boolean).join(' ');
  useEffect(() => {
    if (key !== '') lookAtFiles(services, key.split(' '));
  }, [services, key]);
}

export interface OfflineState {
  readonly isKept: boolean;
  /** Photos whose bytes are still to be fetched. */
  readonly missing: number;
  /** The names of those that are not asked for: new photos, and those that could not be fetched. */
  readonly notAskedFor: readonly string[];
}

/** Undefined until it is read. */
export function useOffline(
  parents: readonly PhotoParent[],
  photos: readonly Photo[],
): OfflineState | undefined {
  const hashes = photos.map(({ sha256 }) => sha256);
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed.settings, relaxed.files, async () => {
        const keys = parents.map(({ resource, localId }) => offlineKey(resource, localId));
        const kept = await relaxed.settings.bulkGet(keys);
        const files = await relaxed.files.bulkGet(hashes);
        const notAskedFor = hashes.filter((_, n) => (files[n]?.state ?? 'gone') === 'gone');
        const wanted = files.filter((file) => file?.state === 'wanted').length;
        return { isKept: kept.every(Boolean), missing: wanted + notAskedFor.length, notAskedFor };
      }),
    [keyOf(parents), hashes.join(' ')],
  );
}
