import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CLOSE, movedBy, swipedTo, WHOLE, type Zoom, zoomedAt } from './zoom.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Tap extends Point {
  readonly at: number;
}

/** In ms and px. */
const DOUBLE_TAP_MS = 320;
const SAME_PLACE = 32;
const KEY_STEP = 80;
const KEY_ZOOM = 1.5;

interface Gestures {
  readonly zoom: Zoom;
  readonly reset: () => void;
  /** Around the middle. */
  readonly zoomBy: (factor: number) => void;
  /** Returns false if there is nowhere to move, because the whole picture is shown. */
  readonly move: (x: -1 | 0 | 1, y: -1 | 0 | 1) => boolean;
  readonly pointers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
  };
}

export const ZOOM_STEP = KEY_ZOOM;

/** Two fingers zoom, one moves what is zoomed, a swipe turns the page, and a double tap zooms in or out. */
export function useGestures(stage: RefObject<HTMLElement | null>, onTurn: (by: -1 | 1) => void): Gestures {
  const [zoom, setZoom] = useState(WHOLE);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const lastTap = useRef<Tap | null>(null);
  const sizeOf = (): { width: number; height: number } =>
    stage.current?.getBoundingClientRect() ?? { width: 0, height: 0 };

  function fromMiddle({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }

  function down(event: PointerEvent): void {
    // The other buttons of a mouse open menus.
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = fromMiddle(event);
    fingers.current.set(event.pointerId, point);
    start.current = fingers.current.size === 1 ? point : null;
  }

  function moved(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const point = fromMiddle(event);
    fingers.current.set(event.pointerId, point);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const by = { x: point.x - before.x, y: point.y - before.y };
    if (!other) {
      if (zoom.scale > 1) setZoom((now) => movedBy(now, by, sizeOf()));
      return;
    }
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    const factor = distance(point, other) / Math.max(1, distance(before, other));
    setZoom((now) =>
      zoomedAt(movedBy(now, { x: by.x / 2, y: by.y / 2 }, sizeOf()), now.scale * factor, middle, sizeOf()),
    );
  }

  function up(event: PointerEvent): void {
    const from = start.current;
    if (!fingers.current.delete(event.pointerId) || !from) return;
    start.current = null;
    const point = fromMiddle(event);
    if (distance(from, point) < SAME_PLACE) return tapped({ ...point, at: event.timeStamp });
    const turn = zoom.scale === 1 ? swipedTo({ x: point.x - from.x, y: point.y - from.y }, sizeOf()) : 0;
    if (turn !== 0) onTurn(turn);
  }

  function tapped(tap: Tap): void {
    const last = lastTap.current;
    const isDouble = last && tap.at - last.at < DOUBLE_TAP_MS && distance(tap, last) < SAME_PLACE;
    lastTap.current = isDouble ? null : tap;
    if (isDouble) setZoom((now) => (now.scale > 1 ? WHOLE : zoomedAt(now, CLOSE, tap, sizeOf())));
  }

  function cancel(event: PointerEvent): void {
    fingers.current.delete(event.pointerId);
    start.current = null;
  }

  const wheeled = useEffectEvent((event: WheelEvent) => {
    // With Control, the browser would zoom the page.
    event.preventDefault();
    const point = fromMiddle(event);
    setZoom((now) => zoomedAt(now, now.scale * 2 ** (-event.deltaY / 300), point, sizeOf()));
  });
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent): void => wheeled(event);
    // React listens passively, and could not prevent anything.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [stage]);

  return {
    zoom,
    reset: () => setZoom(WHOLE),
    zoomBy: (factor) => setZoom((now) => zoomedAt(now, now.scale * factor, { x: 0, y: 0 }, sizeOf())),
    move: (x, y) => {
      if (zoom.scale === 1) return false;
      setZoom((now) => movedBy(now, { x: -x * KEY_STEP, y: -y * KEY_STEP }, sizeOf()));
      return true;
    },
    pointers: { onPointerDown: down, onPointerMove: moved, onPointerUp: up, onPointerCancel: cancel },
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
