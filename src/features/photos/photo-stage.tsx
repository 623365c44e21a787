import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useNow } from '../../crud/time.tsx';
import { readChecked } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useBytes, useLook, useWantedFile } from '../../records/use-photo-files.ts';
import type { Photo } from '../../records/use-photos.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NextIcon, PreviousIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.ts';
import { viewerWords } from '../../words/photo-screens.ts';
import { photoName, takenWords } from './photo-words.ts';
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
  const { fault, find } = useFault(photo.sha256);
  const { picture, isWhole, note } = useLargest(photo, fault);

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
            onError={isWhole ? find : undefined}
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

/** The small picture until the photo itself is read or fetched, or if the browser cannot read it. */
function useLargest({ sha256, thumb, size, mediaType }: Photo, fault: string | null) {
  useLook([sha256, thumb]);
  const whole = useBytes(sha256);
  useWantedFile({ sha256, size, type: mediaType }, whole === null);
  const bytes = useBytes(thumb);
  const small = bytes ? { bytes, type: 'image/jpeg' } : null;
  if (fault !== null) return { picture: small, isWhole: false, note: fault };
  if (whole) return { picture: { bytes: whole, type: mediaType }, isWhole: true, note: null };
  if (whole === null) return { picture: small, isWhole: false, note: viewerWords.smallOnly };
  return { picture: small, isWhole: false, note: small ? null : viewerWords.loading };
}

/** Why the photo cannot be drawn. Most often its format, but its bytes may be damaged. */
function useFault(sha256: string) {
  const services = useRecordServices();
  const [fault, setFault] = useState<string | null>(null);
  const find = (): void => {
    setFault(viewerWords.cannotShow);
    readChecked(services, sha256).then(
      (found) => {
        if (found?.isChanged) setFault(viewerWords.damaged);
      },
      (error: unknown) => services.log.error('a photo could not be read', error),
    );
  };
  return { fault, find };
}
