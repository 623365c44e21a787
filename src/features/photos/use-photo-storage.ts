import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgeRoom, type PhotoRoom } from '../../files/photo-room.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { intakeOf } from './intake.ts';

interface PhotoStorage {
  /** Whether more photos fit. Known before a press, because a press must open the camera at once. */
  readonly room: PhotoRoom;
  /** The browser may delete what it stores, as in a private window. Browsers hide from apps whether it is one. */
  readonly mayBeDeleted: boolean;
}

const UNKNOWN: PhotoStorage = { room: 'enough', mayBeDeleted: false };

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
          if (!gone.signal.aborted)
            setStorage({ room: judgeRoom(use), mayBeDeleted: use?.promised !== true });
        },
        // The browser does not say. Keeping a photo says if there is no room.
        () => undefined,
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
