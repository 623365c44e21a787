import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgeRoom, lackingRoom, type PhotoRoom } from '../../files/photo-room.ts';
import { makeSpace } from '../../records/photo-space.ts';
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
    async function look(mayMakeSpace: boolean): Promise<void> {
      const use = await services.storageUse().catch(() => undefined);
      if (gone.signal.aborted) return;
      // The browser does not say. Keeping a photo says if there is no room.
      if (use === undefined) return setStorage((known) => ({ ...known, deletes: 'maybe' }));
      const room = judgeRoom(use);
      setStorage({ room, deletes: deletesIn(use) });
      if (mayMakeSpace && room !== 'enough') await free(lackingRoom(use), room);
    }
    async function free(bytes: number, room: 'little' | 'none' | 'failed'): Promise<void> {
      const hasFreed = await makeSpace(services, { bytes, room }, gone.signal).catch(() => false);
      if (!hasFreed || gone.signal.aborted) return;
      if (storageRoom.getSnapshot() === 'none') storageRoom.set('left');
      else await look(false);
    }
    // After a failed save there is no room, whatever the browser says. Looks again when there may be room.
    const judge = (): void => {
      if (storageRoom.getSnapshot() === 'left') void look(true);
      else {
        setStorage((known) => ({ ...known, room: 'none' }));
        void free(lackingRoom(null), 'failed');
      }
    };
    judge();
    const stops = [services.page.onReturn(() => void look(true)), storageRoom.subscribe(judge)];
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
