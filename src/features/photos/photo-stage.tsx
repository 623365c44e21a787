import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { photoName, takenWords } from '../../crud/photo-words.ts';
import { useNow } from '../../crud/time.tsx';
import { useBytes, useLook, useSound, useWantedFile } from '../../records/use-photo-files.ts';
import type { Photo } from '../../records/use-photos.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NextIcon, PreviousIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.ts';
import { viewerWords } from '../../words/photo-screens.ts';
import { Picture } from './picture.tsx';
import { useGestures, ZOOM_STEP } from './use-gestures.ts';
import css from './viewer.module.css';

export interface StageHandle {
  /** Returns false for a key that does nothing here. */
  readonly press: (key: string) => boolean;
}

interface Props {
  readonly ref: Ref<StageHandle>;
  readonly photo: Photo;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onTurn: (by: -1 | 1) => void;
}

/** One photo, which can be zoomed and swiped. */
export function PhotoStage({ ref, photo, hasPrevious, hasNext, onTurn }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const now = useNow();
  const { zoom, reset, zoomBy, move, pointers } = useGestures(stage, onTurn);
  /** The bytes that the browser could not draw. */
  const [undrawn, setUndrawn] = useState<ArrayBuffer | null>(null);
  const { picture, isWhole, note } = useLargest(photo, undrawn);

  useImperativeHandle(ref, () => ({
    press: (key) => {
      const arrow = ARROWS[key];
      if (arrow) return move(...arrow);
      if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
      else if (key === '-') zoomBy(1 / ZOOM_STEP);
      else if (key === '0') reset();
      else return false;
      return true;
    },
  }));

  return (
    <div className={css.frame}>
      <div ref={stage} className={css.stage} data-zoomed={zoom.scale > 1 || undefined} {...pointers}>
        {picture && (
          <Picture
            {...picture}
            alt={photoName(photo)}
            className={css.photo}
            draggable={false}
            onError={isWhole ? () => setUndrawn(picture.bytes) : undefined}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          />
        )}
      </div>
      <p className={css.taken}>{takenWords(photo, now)}</p>
      {note !== null && (
        <p role="status" className={css.note}>
          {note}
        </p>
      )}
      <div className={css.tools}>
        <IconButton label={viewerWords.previous} disabled={!hasPrevious} onClick={() => onTurn(-1)}>
          <PreviousIcon size={24} aria-hidden />
        </IconButton>
        <IconButton
          label={viewerWords.zoomOut}
          disabled={zoom.scale === 1}
          onClick={() => zoomBy(1 / ZOOM_STEP)}
        >
          <ZoomOutIcon size={24} aria-hidden />
        </IconButton>
        <IconButton label={viewerWords.zoomIn} onClick={() => zoomBy(ZOOM_STEP)}>
          <ZoomInIcon size={24} aria-hidden />
        </IconButton>
        <IconButton label={viewerWords.next} disabled={!hasNext} onClick={() => onTurn(1)}>
          <NextIcon size={24} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The small picture until the photo itself is read or fetched, or if it is damaged or the browser cannot read it. */
function useLargest({ sha256, thumb, size, mediaType, held, problem }: Photo, undrawn: ArrayBuffer | null) {
  useLook([sha256, thumb]);
  const whole = useBytes(sha256);
  useWantedFile({ sha256, size, type: mediaType }, whole === null);
  const isSound = useSound(sha256, whole);
  const bytes = useBytes(thumb);
  useSound(thumb, bytes, true);
  const small = bytes ? { bytes, type: 'image/jpeg' } : null;
  if (whole && isSound === false) {
    // The line of the problem says it.
    const note = problem === 'damaged' ? null : viewerWords[held === 'wanted' ? 'fetchedAgain' : 'damaged'];
    return { picture: small, isWhole: false, note };
  }
  if (whole && whole === undrawn) return { picture: small, isWhole: false, note: viewerWords.cannotShow };
  if (whole) return { picture: { bytes: whole, type: mediaType }, isWhole: true, note: null };
  if (whole === null) return { picture: small, isWhole: false, note: viewerWords.smallOnly };
  return { picture: small, isWhole: false, note: small ? null : viewerWords.loading };
}
