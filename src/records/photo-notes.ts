import type { AppDatabase } from '../db/tables.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';

interface PhotoChoice {
  readonly localId: string;
  readonly room: string;
  readonly label: string;
}

/** If this fails, the next photos get an older room and label, which their tiles show. */
export function rememberChoice({ db }: Pick<RecordServices, 'db'>, choice: PhotoChoice): void {
  db.relaxed.settings.put({ key: 'photos:choice', ...choice }).catch(() => undefined);
}

export function useRememberedChoice(): PhotoChoice | undefined {
  const row = useLiveRead((relaxed) => relaxed.settings.get('photos:choice'), []);
  return row && 'room' in row ? row : undefined;
}

type PhotoSize = 'usual' | 'large' | 'original';

/** @throws if it could not be stored */
export async function choosePhotoSize({ db }: Pick<RecordServices, 'db'>, size: PhotoSize): Promise<void> {
  await db.relaxed.settings.put({ key: 'photos:size', size });
}

export async function readPhotoSize({ db }: Pick<RecordServices, 'db'>): Promise<PhotoSize> {
  return sizeOf(db.relaxed);
}

export function usePhotoSize(): PhotoSize | undefined {
  return useLiveRead(sizeOf, []);
}

async function sizeOf({ settings }: AppDatabase): Promise<PhotoSize> {
  const row = await settings.get('photos:size');
  return row && 'size' in row ? row.size : 'usual';
}
