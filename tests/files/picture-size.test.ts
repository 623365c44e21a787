import { describe, expect, test } from 'vitest';
import { fitWithin, isOneColor, isSameShape } from '../../src/files/picture-size.ts';

const size = (width: number, height: number) => ({ width, height });

test.each([
  [size(4032, 3024), 2048, size(2048, 1536)],
  [size(3024, 4032), 2048, size(1536, 2048)],
  [size(8064, 6048), 320, size(320, 240)],
  [size(800, 600), 2048, size(800, 600)],
  [size(20_000, 3), 2048, size(2048, 1)],
])('%o within %i is %o', (source, longSide, fit) => {
  expect(fitWithin(source, longSide)).toEqual(fit);
});

describe('a copy', () => {
  test.each([
    ['at its own size', size(800, 600), size(800, 600)],
    ['smaller', size(2048, 1536), size(4032, 3024)],
    ['rounded up', size(2048, 1366), size(3000, 2000)],
    ['rounded down', size(2048, 1365), size(3000, 2000)],
    ['of a strip', size(2048, 1), size(20_000, 3)],
  ])('has the shape of its source: %s', (_, copy, source) => {
    expect(isSameShape(copy, source)).toBe(true);
  });

  test.each([
    ['turned', size(1536, 2048), size(4032, 3024)],
    ['turned, nearly square', size(2000, 2048), size(2048, 2000)],
    ['squeezed', size(2048, 1530), size(4032, 3024)],
  ])('has another shape: %s', (_, copy, source) => {
    expect(isSameShape(copy, source)).toBe(false);
  });
});

describe('pixels', () => {
  const pixels = (...colors: readonly (readonly number[])[]) => new Uint8ClampedArray(colors.flat());

  test('are one color if they differ by no more than rounding', () => {
    expect(isOneColor(pixels([9, 9, 9, 255], [11, 7, 9, 255], [9, 9, 10, 0]))).toBe(true);
    expect(isOneColor(pixels([9, 9, 9, 255]))).toBe(true);
  });

  test.each([
    [14, 9, 9],
    [9, 4, 9],
    [9, 9, 14],
  ])('are not one color if a channel differs by more: %i, %i, %i', (red, green, blue) => {
    expect(isOneColor(pixels([9, 9, 9, 255], [9, 9, 9, 255], [red, green, blue, 255]))).toBe(false);
  });
});
