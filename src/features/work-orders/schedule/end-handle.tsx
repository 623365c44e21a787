import { type PointerEvent, useRef } from 'react';
import css from './day-view.module.css';

interface Props {
  /** @param by in px, to the right */
  readonly onStretch: (by: number) => void;
  readonly onEnd: (by: number) => void;
  readonly onCancel: () => void;
}

/** In px. A hand that only clicks or touches moves this far. */
const STILL = 4;

/** Stretches the end of a job. For a mouse or a finger: keys have the Move dialog. */
export function EndHandle({ onStretch, onEnd, onCancel }: Props) {
  const start = useRef<number | null>(null);
  const movedBy = ({ clientX }: PointerEvent): number => {
    const by = clientX - (start.current ?? clientX);
    return Math.abs(by) <= STILL ? 0 : by;
  };
  const end = (finish: () => void): void => {
    if (start.current === null) return;
    finish();
    start.current = null;
  };
  return (
    <span
      className={css.handle}
      aria-hidden
      data-no-print
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => start.current !== null && onStretch(movedBy(event))}
      onPointerUp={(event) => end(() => onEnd(movedBy(event)))}
      // Comes after the pointer was lifted, too.
      onLostPointerCapture={() => end(onCancel)}
    />
  );
}
