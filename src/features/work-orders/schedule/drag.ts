import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Place } from '../../../domain/schedule/gestures.ts';
import type { Board, JobSlot } from './schedule-types.ts';

interface Dragged {
  readonly slot: JobSlot;
  readonly place: Place;
  /** In px, from the start of the card to the pointer. 0 for a card that is not drawn on hours. */
  readonly grab: number;
}

/** Drags of other things do not have it. */
const JOB = Symbol('job');

type ElementRef = (element: HTMLElement | null) => (() => void) | undefined;

/** For `onDragStart` of a card. The library learns of a card only here, because a week has hundreds. */
export function dragJob(event: DragEvent<HTMLElement>, slot: JobSlot, place: Place): void {
  const { target, currentTarget: element, clientX } = event;
  // Marked text is dragged by itself.
  if (target !== element) return;
  const isOnHours = typeof place.minutes === 'number';
  const dragged: Dragged = {
    slot,
    place,
    grab: isOnHours ? clientX - element.getBoundingClientRect().left : 0,
  };
  // It listens on the document, which the event reaches after React.
  const forget = draggable({
    element,
    getInitialData: () => ({ [JOB]: dragged }),
    onDragStart: () => element.setAttribute('data-dragged', ''),
    onDrop: () => {
      element.removeAttribute('data-dragged');
      forget();
      // The library took it away.
      element.draggable = true;
    },
  });
}

interface DropPlace {
  readonly ref: ElementRef;
  /** Where the dragged job would be; null while none is above. */
  readonly over: Place | null;
}

/** @param placeAt gets the start of the dragged card, in px of the window */
export function useDropPlace(board: Board, placeAt: (x: number) => Place): DropPlace {
  const [over, setOver] = useState<Place | null>(null);
  const latest = useRef(placeAt);
  useEffect(() => {
    latest.current = placeAt;
  });
  const ref: ElementRef = useCallback(
    (element) => {
      if (!element) return undefined;
      const placeOf = (grab: number, { clientX }: { readonly clientX: number }): Place =>
        latest.current(clientX - grab);
      const follow = (grab: number, input: { readonly clientX: number }): void => {
        const next = placeOf(grab, input);
        setOver((now) => (now?.minutes === next.minutes && now?.day === next.day ? now : next));
      };
      return dropTargetForElements({
        element,
        canDrop: ({ source }) => JOB in source.data,
        onDrag: ({ source, location }) => follow(draggedIn(source.data).grab, location.current.input),
        onDragLeave: () => setOver(null),
        onDrop: ({ source, location }) => {
          setOver(null);
          const { slot, place, grab } = draggedIn(source.data);
          const { input } = location.current;
          board.drop(slot, { from: place, to: placeOf(grab, input) }, input.ctrlKey || input.altKey);
        },
      });
    },
    [board],
  );
  return { ref, over };
}

function draggedIn(data: Record<string | symbol, unknown>): Dragged {
  return data[JOB] as Dragged;
}
