const KIB = 1024;
const LEAST = 64 * KIB;
/** The server's limit. */
const MOST = 1024 * KIB;
/** In ms. The server gives up after 30 s. */
const QUICK_MS = 5000;
const SLOW_MS = 15_000;

/** How many bytes to send at once, so that a range takes 5 to 15 s. */
export class RangeSize {
  bytes = 4 * LEAST;

  /** @param sent the bytes of a range that was answered */
  took(sent: number, ms: number): void {
    // A short rest of a file says nothing about larger ranges.
    if (ms < QUICK_MS && sent >= this.bytes) this.bytes = Math.min(MOST, 2 * this.bytes);
    else if (ms > SLOW_MS) this.halve();
  }

  /** Returns false if ranges cannot be smaller. */
  halve(): boolean {
    if (this.bytes <= LEAST) return false;
    this.bytes = Math.max(LEAST, this.bytes / 2);
    return true;
  }
}
