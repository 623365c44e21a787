import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { CameraIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { photoWords } from '../../words/photo-screens.ts';
import type { Choice } from './intake.ts';
import { PhotoInput, usePhotoInput } from './photo-input.tsx';

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx'));

export interface CameraChoice {
  readonly parent: PhotoParent;
  readonly rooms: readonly string[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Opens the camera in the page, or the camera app. */
export function CameraButton({ parent, rooms, choice, onChoose, ...button }: CameraChoice & ButtonProps) {
  const { photoDevice } = useRecordServices();
  const [isCameraOpen, setCameraOpen] = useState(false);
  const camera = usePhotoInput({ parent, choice, source: 'camera' });
  // A computer has its camera above the screen.
  const inApp = photoDevice.hasCamera && matchMedia('(pointer: coarse)').matches;
  const close = (): void => setCameraOpen(false);
  return (
    <>
      <Button
        {...button}
        leftSection={<CameraIcon size={24} aria-hidden />}
        onClick={() => (inApp ? setCameraOpen(true) : camera.open())}
      />
      <PhotoInput input={camera} label={photoWords.cameraFile} />
      <LazySlot onClose={close}>
        {isCameraOpen && (
          <CameraDialog
            parent={parent}
            rooms={rooms}
            choice={choice}
            onChoose={onChoose}
            onCameraApp={() => {
              camera.open();
              close();
            }}
            onClose={close}
          />
        )}
      </LazySlot>
    </>
  );
}
