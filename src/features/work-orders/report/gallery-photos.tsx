import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, PhotosIcon } from '../../../ui/icons.ts';
import { adjusterWords as words } from '../../../words/documents.ts';
import { photoWords } from '../../../words/photo-screens.ts';
import css from './adjuster.module.css';
import type { Gallery } from './use-gallery.ts';

interface Props {
  readonly gallery: Gallery;
}

/** Photos for a report on a server that keeps none. */
export function GalleryPhotos({ gallery: { photos, problems, reading, add, change, remove } }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css.gallery}>
      <p>{words.galleryWhy}</p>
      <Button
        variant="default"
        leftSection={<PhotosIcon size={18} aria-hidden />}
        disabled={reading !== null}
        onClick={() => input.current?.click()}
      >
        {words.gallery}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={words.galleryFiles}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void add(files);
        }}
      />
      <ErrorAlert lines={problems} />
      {photos.map((photo) => (
        <div key={photo.sha256} className={css.photo}>
          <p>{photo.file.name}</p>
          <TextInput
            aria-label={words.roomOf({ file: photo.file.name })}
            placeholder={photoWords.room}
            value={photo.room}
            maxLength={200}
            onChange={({ currentTarget: { value } }) => change({ ...photo, room: value })}
          />
          <TextInput
            aria-label={words.caption({ file: photo.file.name })}
            placeholder={words.captionHint}
            value={photo.caption}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => change({ ...photo, caption: value })}
          />
          <IconButton label={words.remove({ file: photo.file.name })} onClick={() => remove(photo)}>
            <CloseIcon size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
