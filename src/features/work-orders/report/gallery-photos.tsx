import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { createPhotoPreparer } from '../../../files/photo-preparer.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, PhotosIcon } from '../../../ui/icons.ts';
import { adjusterWords as words } from '../../../words/documents.ts';
import { photoWords } from '../../../words/photo-screens.ts';
import css from './adjuster.module.css';
import type { GalleryPhoto } from './gallery-photo.ts';

interface Props {
  readonly photos: readonly GalleryPhoto[];
  /** Takes an update function, because the photos may change while files are read. */
  readonly onChange: (how: (now: readonly GalleryPhoto[]) => readonly GalleryPhoto[]) => void;
}

/** Photos for a report on a server that keeps none. */
export function GalleryPhotos({ photos, onChange }: Props) {
  const services = useRecordServices();
  const [prepare] = useState(() => createPhotoPreparer(services));
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function add({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    const added: GalleryPhoto[] = [];
    const failed: string[] = [];
    // One at a time, because a phone has no memory for all.
    for (const file of files) {
      const outcome = await prepare(file, 'original');
      if (outcome.outcome === 'refused') failed.push(words.galleryUnread({ file: file.name }));
      else {
        const { takenAt, file: read } = outcome.photo;
        added.push({ file, sha256: read.sha256, takenAt: takenAt ?? '', room: '', caption: '' });
      }
    }
    setProblems(failed);
    onChange((now) => {
      const bySha = new Map([...added, ...now].map((photo) => [photo.sha256, photo]));
      return [...bySha.values()];
    });
  }

  function change(changed: GalleryPhoto): void {
    onChange((now) => now.map((photo) => (photo.sha256 === changed.sha256 ? changed : photo)));
  }

  return (
    <div className={css.gallery}>
      <p>{words.galleryWhy}</p>
      <Button
        variant="default"
        leftSection={<PhotosIcon size={18} aria-hidden />}
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
        onChange={(event) => void add(event)}
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
          <IconButton
            label={words.remove({ file: photo.file.name })}
            onClick={() => onChange((now) => now.filter(({ sha256 }) => sha256 !== photo.sha256))}
          >
            <CloseIcon size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
