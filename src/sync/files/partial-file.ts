import type { ByteRange } from '../../api/files-api.ts';

/** The beginning of a file that is being fetched. Kept in memory, so the next leader begins again. */
export class PartialFile {
  readonly sha256: string;
  #parts: ArrayBuffer[] = [];
  #length = 0;
  #mayAskForParts = true;

  constructor(sha256: string) {
    this.sha256 = sha256;
  }

  get length(): number {
    return this.#length;
  }

  /** Returns null for the whole file: it is short, its size is unknown (0), or the server gives out no parts. */
  nextRange(size: number, most: number): ByteRange | null {
    if (!this.#mayAskForParts || (this.#length === 0 && size <= most)) return null;
    return [this.#length, Math.min(size, this.#length + most)];
  }

  add(part: ArrayBuffer): void {
    this.#parts.push(part);
    this.#length += part.byteLength;
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
  }

  /** Begins again in the other way: whole instead of in parts, or in parts after all. */
  flip(): void {
    this.clear();
    this.#mayAskForParts = !this.#mayAskForParts;
  }

  whole(): ArrayBuffer {
    const [only] = this.#parts;
    if (only && this.#parts.length === 1) return only;
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(new Uint8Array(part), at);
      at += part.byteLength;
    }
    return whole.buffer;
  }
}
