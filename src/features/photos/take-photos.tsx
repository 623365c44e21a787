import { Button } from '@mantine/core';
import type { PhotoParent } from '../../records/use-photos.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PhotosIcon } from '../../ui/icons.ts';
import { photoWords } from '../../words/photo-screens.ts';
import { CameraButton } from './camera-button.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { PhotoInput, usePhotoInput } from './photo-input.tsx';
import css from './photos.module.css';
import { RoomNotice } from './room-notice.tsx';
import { useChoice } from './use-choice.ts';
import { usePhotoStorage } from './use-photo-storage.ts';

interface Props {
  readonly parent: PhotoParent;
  readonly rooms: readonly string[];
  /** All photos here are on the server. */
  readonly areStored: boolean;
}

/** Takes photos with the room and label that were chosen last. */
export function TakePhotos({ parent, rooms, areStored }: Props) {
  const [choice, choose] = useChoice(parent.localId);
  const { room, deletes } = usePhotoStorage();
  const gallery = usePhotoInput({ parent, choice, source: 'gallery' });
  const isFull = room === 'none';
  return (
    <div className={css.take}>
      <ChoiceFields legend={photoWords.forNext} choice={choice} rooms={rooms} onChange={choose} />
      <RoomNotice room={room} />
      {deletes === 'surely' && <Notice tone="warning">{photoWords.privateWindow}</Notice>}
      <div className={css.buttons}>
        <CameraButton
          parent={parent}
          rooms={rooms}
          choice={choice}
          onChoose={choose}
          size="lg"
          disabled={isFull}
        >
          {photoWords.take}
        </CameraButton>
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
      {deletes === 'maybe' && !areStored && <Notice tone="quiet">{photoWords.mayBeDeleted}</Notice>}
      <PhotoInput input={gallery} label={photoWords.galleryFiles} />
    </div>
  );
}
