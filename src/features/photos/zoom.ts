/** `x` and `y` move the middle of the picture, in px of the screen. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 8;
/** By a double tap. */
export const CLOSE = 2.5;

/**
 * Scales around a point, which stays where it is.
 * @param point counted from the middle of the stage
 */
export function zoomedAt(zoom: Zoom, scale: number, point: Point, stage: Size): Zoom {
  const next = Math.min(MOST, Math.max(1, scale));
  const by = next / zoom.scale;
  return within(
    { scale: next, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by },
    stage,
  );
}

export function movedBy(zoom: Zoom, { x, y }: Point, stage: Size): Zoom {
  return within({ ...zoom, x: zoom.x + x, y: zoom.y + y }, stage);
}

/** The picture never leaves the stage. */
function within({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const most = { x: ((scale - 1) * width) / 2, y: ((scale - 1) * height) / 2 };
  if (scale === 1) return WHOLE;
  return {
    scale,
    x: Math.min(most.x, Math.max(-most.x, x)),
    y: Math.min(most.y, Math.max(-most.y, y)),
  };
}

/** A swipe shorter than this share of the stage, or steeper than it is wide, turns no page. */
const SWIPE_SHARE = 0.15;

/** Returns 1 for the next photo, -1 for the previous one, 0 for neither. */
export function swipedTo({ x, y }: Point, { width }: Size): -1 | 0 | 1 {
  if (Math.abs(x) < width * SWIPE_SHARE || Math.abs(x) < Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
