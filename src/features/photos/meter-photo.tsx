import { useState } from 'react';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { photoWords } from '../../words/photo-screens.ts';
import { CameraButton } from './camera-button.tsx';
import { RoomNotice } from './room-notice.tsx';
import { usePhotoStorage } from './use-photo-storage.ts';

export interface MeterPhotoProps {
  readonly parent: PhotoParent;
  readonly rooms: readonly string[];
  /** Where the number is read. */
  readonly room: string;
}

/** Takes a photo of a meter in a visit. A lazy chunk. Give it another key for another room. */
export default function MeterPhoto({ parent, rooms, room }: MeterPhotoProps) {
  const keeps = useKeepsFiles();
  const { room: left } = usePhotoStorage();
  const [choice, choose] = useState({ room, label: 'reading' });
  if (!keeps) return null;
  return (
    <>
      <CameraButton
        parent={parent}
        rooms={rooms}
        choice={choice}
        onChoose={choose}
        variant="subtle"
        disabled={left === 'none'}
      >
        {photoWords.ofMeter}
      </CameraButton>
      <RoomNotice room={left} />
    </>
  );
}
