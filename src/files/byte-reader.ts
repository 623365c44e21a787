/** Reads numbers and words. Beyond the end every byte is 0, so that a truncated file ends each search. */
export class ByteReader {
  readonly length: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  u8(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  u16(at: number, little = false): number {
    const [low, high] = little ? [at, at + 1] : [at + 1, at];
    return this.u8(low) + this.u8(high) * 2 ** 8;
  }

  u32(at: number, little = false): number {
    const [low, high] = little ? [at, at + 2] : [at + 2, at];
    return this.u16(low, little) + this.u16(high, little) * 2 ** 16;
  }

  /** Reads 3 bytes, the lowest first. */
  u24Little(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 2 ** 16;
  }

  /** Reads a byte as a character. */
  word(at: number, length: number): string {
    return String.fromCharCode(...Array.from({ length }, (_, index) => this.u8(at + index)));
  }
}
