import { type RefObject, useEffect, useRef } from 'react';
import { PHOTO_ACCEPT } from '../../files/photo.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { type Choice, intakeOf, type OpenBatch } from './intake.ts';
import { useUsername } from './use-choice.ts';

interface Given {
  readonly parent: PhotoParent;
  readonly choice: Choice;
  readonly source: 'camera' | 'gallery';
}

export interface PhotoInputState {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly isCamera: boolean;
  /** Call this directly in a press, or the browser refuses. */
  readonly open: () => void;
  readonly take: (input: HTMLInputElement) => void;
}

/** Opens the camera app or the gallery. A note is stored first, because the system may end the page meanwhile. */
export function usePhotoInput({ parent, choice, source }: Given): PhotoInputState {
  const intake = intakeOf(useRecordServices());
  const username = useUsername();
  const ref = useRef<HTMLInputElement>(null);
  const batch = useRef<OpenBatch | null>(null);
  const begin = (): OpenBatch => intake.open({ parent, source, username, ...choice });

  useEffect(() => {
    const input = ref.current;
    const cancel = (): void => {
      batch.current?.cancel();
      batch.current = null;
    };
    // React has no event for it. A browser that does not report it keeps the note until the next press.
    input?.addEventListener('cancel', cancel);
    return () => {
      input?.removeEventListener('cancel', cancel);
      const open = batch.current;
      if (!open || !input) return;
      // The camera app or the gallery answers to an input that left the page too, but React no longer hears it. Without
      // an answer, the note stays.
      input.addEventListener('cancel', () => open.cancel(), { once: true });
      input.addEventListener('change', () => open.take([...(input.files ?? [])]), { once: true });
    };
  }, []);

  return {
    ref,
    isCamera: source === 'camera',
    open: () => {
      batch.current?.cancel();
      batch.current = begin();
      ref.current?.click();
    },
    take: (input) => {
      (batch.current ?? begin()).take([...(input.files ?? [])]);
      batch.current = null;
      // The same file can be chosen again.
      input.value = '';
    },
  };
}

interface PhotoInputProps {
  readonly input: PhotoInputState;
  readonly label: string;
}

export function PhotoInput({ input: { ref, isCamera, take }, label }: PhotoInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={PHOTO_ACCEPT}
      multiple={!isCamera}
      capture={isCamera ? 'environment' : undefined}
      onChange={(event) => take(event.currentTarget)}
    />
  );
}
