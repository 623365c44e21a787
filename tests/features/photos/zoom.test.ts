import { describe, expect, test } from 'vitest';
import { movedBy, swipedTo, WHOLE, zoomedAt } from '../../../src/features/photos/zoom.ts';

const STAGE = { width: 400, height: 600 };
const MIDDLE = { x: 0, y: 0 };

describe('zooming', () => {
  test('keeps the point under the finger where it is', () => {
    const point = { x: 100, y: -50 };
    const zoom = zoomedAt(WHOLE, 2, point, STAGE);
    expect(zoom).toEqual({ scale: 2, x: -100, y: 50 });
    // The same point of the picture, before and after.
    expect((point.x - zoom.x) / zoom.scale).toBe(point.x);
  });

  test('never shows less than the whole photo, nor more than the pixels allow', () => {
    expect(zoomedAt(WHOLE, 0.5, MIDDLE, STAGE)).toEqual(WHOLE);
    expect(zoomedAt(WHOLE, 100, MIDDLE, STAGE).scale).toBe(8);
  });

  test('out to the whole photo puts it back in the middle', () => {
    const close = zoomedAt(WHOLE, 4, { x: 200, y: 300 }, STAGE);
    expect(zoomedAt(close, 1, { x: -80, y: 20 }, STAGE)).toMatchObject({ scale: 1, x: 0, y: 0 });
  });

  test('moves no further than the edge of the photo', () => {
    const close = zoomedAt(WHOLE, 2, MIDDLE, STAGE);
    expect(movedBy(close, { x: 50, y: 0 }, STAGE)).toEqual({ scale: 2, x: 50, y: 0 });
    expect(movedBy(close, { x: 5000, y: -5000 }, STAGE)).toEqual({ scale: 2, x: 200, y: -300 });
  });
});

test.each([
  [{ x: -100, y: 10 }, 1],
  [{ x: 100, y: 10 }, -1],
  [{ x: -20, y: 0 }, 0],
  [{ x: -100, y: 140 }, 0],
] as const)('a swipe by %o turns the page by %i', (by, turn) => {
  expect(swipedTo(by, STAGE)).toBe(turn);
});
