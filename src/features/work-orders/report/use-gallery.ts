import { useState } from 'react';
import { createPhotoPreparer } from '../../../files/photo-preparer.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { adjusterWords as words } from '../../../words/documents.ts';
import type { GalleryPhoto } from './gallery-photo.ts';

export type Gallery = ReturnType<typeof useGallery>;

interface Reading {
  /** From 1. */
  readonly at: number;
  readonly count: number;
}

/** @param onChange discards the report that was made */
export function useGallery(onChange: () => void) {
  const services = useRecordServices();
  const [prepare] = useState(() => createPhotoPreparer(services));
  const [photos, setPhotos] = useState<readonly GalleryPhoto[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<Reading | null>(null);

  async function add(files: readonly File[]): Promise<void> {
    // Before they are read, because a report that disappears later may be on its way to somebody.
    onChange();
    const added: GalleryPhoto[] = [];
    const failed: string[] = [];
    // One at a time, because a phone has no memory for all.
    for (const [n, file] of files.entries()) {
      setReading({ at: n + 1, count: files.length });
      const outcome = await prepare(file, 'facts');
      if (outcome.outcome === 'refused') failed.push(words.galleryUnread({ file: file.name }));
      else {
        const { takenAt, file: read } = outcome.photo;
        added.push({ file, sha256: read.sha256, takenAt: takenAt ?? '', room: '', caption: '' });
      }
    }
    setReading(null);
    setProblems(failed);
    setPhotos((now) => {
      const bySha = new Map([...added, ...now].map((photo) => [photo.sha256, photo]));
      return [...bySha.values()];
    });
  }

  function change(changed: GalleryPhoto): void {
    onChange();
    setPhotos((now) => now.map((photo) => (photo.sha256 === changed.sha256 ? changed : photo)));
  }

  function remove({ sha256 }: GalleryPhoto): void {
    onChange();
    setPhotos((now) => now.filter((photo) => photo.sha256 !== sha256));
  }

  return { photos, problems, reading, add, change, remove };
}
