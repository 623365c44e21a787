/** Replaces src/sync/files/range-size.ts in a bundled simulation, so that small files have several ranges. */

export const SMALLEST_RANGE = 64;

export class RangeSize {
  bytes = 2 * SMALLEST_RANGE;

  took(): void {}

  halve(): boolean {
    if (this.bytes <= SMALLEST_RANGE) return false;
    this.bytes = SMALLEST_RANGE;
    return true;
  }
}
