import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CameraIcon, PhotosIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { photoWords } from '../../words/photo-screens.ts';
import { photoRoomWords } from '../../words/photos.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { PhotoInput, usePhotoInput } from './photo-input.tsx';
import css from './photos.module.css';
import { useChoice } from './use-choice.ts';
import { usePhotoStorage } from './use-photo-storage.ts';

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx'));

interface Props {
  readonly parent: PhotoParent;
  readonly rooms: readonly string[];
  /** All photos here are on the server. */
  readonly areStored: boolean;
}

/** Takes photos with the room and label that were chosen last. */
export function TakePhotos({ parent, rooms, areStored }: Props) {
  const { photoDevice } = useRecordServices();
  const [choice, choose] = useChoice(parent.localId);
  const { room, mayBeDeleted } = usePhotoStorage();
  const [isCameraOpen, setCameraOpen] = useState(false);
  const camera = usePhotoInput({ parent, choice, source: 'camera' });
  const gallery = usePhotoInput({ parent, choice, source: 'gallery' });
  const isFull = room === 'none';
  // A computer has its camera above the screen.
  const inApp = photoDevice.hasCamera && matchMedia('(pointer: coarse)').matches;
  const close = (): void => setCameraOpen(false);
  return (
    <div className={css.take}>
      <ChoiceFields legend={photoWords.forNext} choice={choice} rooms={rooms} onChange={choose} />
      {room !== 'enough' && (
        <div role="status">
          <Notice tone={isFull ? 'error' : 'warning'}>{photoRoomWords[room]}</Notice>
        </div>
      )}
      <div className={css.buttons}>
        <Button
          size="lg"
          leftSection={<CameraIcon size={24} aria-hidden />}
          disabled={isFull}
          onClick={() => (inApp ? setCameraOpen(true) : camera.open())}
        >
          {photoWords.take}
        </Button>
        <Button
          size="lg"
          variant="default"
          leftSection={<PhotosIcon size={24} aria-hidden />}
          disabled={isFull}
          onClick={gallery.open}
        >
          {photoWords.fromGallery}
        </Button>
      </div>
      {mayBeDeleted && !areStored && <p className={css.none}>{photoWords.mayBeDeleted}</p>}
      <PhotoInput input={camera} label={photoWords.cameraFile} />
      <PhotoInput input={gallery} label={photoWords.galleryFiles} />
      <LazySlot onClose={close}>
        {isCameraOpen && (
          <CameraDialog
            parent={parent}
            rooms={rooms}
            choice={choice}
            onChoose={choose}
            onCameraApp={() => {
              camera.open();
              close();
            }}
            onClose={close}
          />
        )}
      </LazySlot>
    </div>
  );
}
