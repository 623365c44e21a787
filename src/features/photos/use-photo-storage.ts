import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgeRoom, type PhotoRoom } from '../../files/photo-room.ts';
import { type StorageUse, useRecordServices } from '../../records/record-services.ts';
import { intakeOf } from './intake.ts';

interface PhotoStorage {
  /** Whether more photos fit. Known before a press, because a press must open the camera at once. */
  readonly room: PhotoRoom;
  /** The browser may delete what it stores. Not all browsers tell apps that it surely will, as in a private window. */
  readonly deletes: 'no' | 'maybe' | 'surely';
}

const UNKNOWN: PhotoStorage = { room: 'enough', deletes: 'no' };

export function usePhotoStorage(): PhotoStorage {
  const services = useRecordServices();
  const { state } = intakeOf(services);
  const { kept, failed } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  const [storage, setStorage] = useState(UNKNOWN);
  useEffect(() => {
    const { storageRoom } = services;
    const gone = new AbortController();
    const look = (): void => {
      services.storageUse().then(
        (use) => {
          if (!gone.signal.aborted) setStorage({ room: judgeRoom(use), deletes: deletesIn(use) });
        },
        // The browser does not say. Keeping a photo says if there is no room.
        () => {
          if (!gone.signal.aborted) setStorage((known) => ({ ...known, deletes: 'maybe' }));
        },
      );
    };
    // After a failed save there is no room, whatever the browser says. Looks again when the user may have made room.
    const judge = (): void => {
      if (storageRoom.getSnapshot() === 'left') look();
      else setStorage((known) => ({ ...known, room: 'none' }));
    };
    judge();
    const stops = [services.page.onReturn(look), storageRoom.subscribe(judge)];
    return () => {
      gone.abort();
      for (const stop of stops) stop();
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each photo
  }, [services, kept, failed]);
  return storage;
}

function deletesIn(use: StorageUse | null): PhotoStorage['deletes'] {
  if (use?.promised) return 'no';
  return use?.isPrivate ? 'surely' : 'maybe';
}
