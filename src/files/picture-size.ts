/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Shrinks to a long side, and never enlarges. */
export function fitWithin({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** True if `copy` is `source` at another scale. Rounding may shift each side by one pixel. */
export function isSameShape(copy: Size, source: Size): boolean {
  const difference = Math.abs(copy.width * source.height - copy.height * source.width);
  return difference <= 1.5 * Math.max(source.width, source.height);
}

/** Encoding and scaling spread one color by this much. A photo of a wall spreads more. */
const SPREAD = 4;

/** @param pixels four bytes each, of which the last, alpha, is not compared */
export function isOneColor(pixels: Uint8ClampedArray): boolean {
  return [0, 1, 2].every((channel) => {
    const values = pixels.filter((_, at) => at % 4 === channel);
    const most = values.reduce((one, other) => Math.max(one, other), 0);
    return most - values.reduce((one, other) => Math.min(one, other), most) <= SPREAD;
  });
}
