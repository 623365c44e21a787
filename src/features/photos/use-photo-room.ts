import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgeRoom, type PhotoRoom } from '../../files/photo-room.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { intakeOf } from './intake.ts';

/** Whether the device has storage for more photos. Known before a press, because a press must open the camera at once. */
export function usePhotoRoom(): PhotoRoom {
  const services = useRecordServices();
  const { state } = intakeOf(services);
  const { kept } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  const [room, setRoom] = useState<PhotoRoom>('enough');
  useEffect(() => {
    const gone = new AbortController();
    const look = (): void => {
      services.storageUse().then(
        (use) => {
          if (!gone.signal.aborted) setRoom(judgeRoom(use));
        },
        // The browser does not say. Keeping a photo says if there is no room.
        () => undefined,
      );
    };
    look();
    const stop = services.page.onReturn(look);
    return () => {
      gone.abort();
      stop();
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each photo
  }, [services, kept]);
  return room;
}
