import type { PointerEvent } from 'react';
import css from './day-view.module.css';

interface Props {
  /** @param x in px of the window */
  readonly onStretch: (x: number) => void;
  readonly onEnd: (x: number) => void;
  readonly onCancel: () => void;
}

/** Stretches the end of a job. For a mouse or a finger: keys have the Move dialog. */
export function EndHandle({ onStretch, onEnd, onCancel }: Props) {
  const isHeld = ({ currentTarget, pointerId }: PointerEvent): boolean =>
    currentTarget.hasPointerCapture(pointerId);
  return (
    <span
      className={css.handle}
      aria-hidden
      data-no-print
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => isHeld(event) && onStretch(event.clientX)}
      onPointerUp={(event) => isHeld(event) && onEnd(event.clientX)}
      onPointerCancel={onCancel}
    />
  );
}
