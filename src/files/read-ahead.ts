import { MAX_PHOTO_BYTES } from './photo.ts';

/** In bytes, copies under way included. More could fill the memory of a phone. */
const MOST_HELD = 256 * 1024 * 1024;

interface HeldFile {
  /** A copy in memory; the file itself if it could not be read. Never rejects. */
  readonly copy: Promise<Blob>;
  /** Call this once the copy is no longer needed. */
  readonly free: () => void;
}

/**
 * Copies chosen files at once, because Android may take them away at any time. What does not fit into the memory is
 * copied as soon as it fits, in order.
 */
export class ReadAhead {
  #room = MOST_HELD;
  readonly #queue: (() => boolean)[] = [];

  /** Files that do not fit yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  hold(file: Blob): HeldFile {
    // Refused at its turn.
    if (file.size > MAX_PHOTO_BYTES) return { copy: Promise.resolve(file), free: () => undefined };
    // Some Android apps report no size, or a wrong one. While a file is copied, it is in memory twice.
    const copying = 2 * (file.size || MAX_PHOTO_BYTES);
    let held = 0;
    const copy = new Promise<Blob>((resolve) => {
      this.#queue.push(() => {
        if (this.#room < copying) return false;
        held = copying;
        this.#room -= held;
        resolve(copyOf(file));
        return true;
      });
    }).then((copied) => {
      this.#room -= copied.size - held;
      held = copied.size;
      this.#admit();
      return copied;
    });
    this.#admit();
    const free = (): void => {
      this.#room += held;
      held = 0;
      this.#admit();
    };
    return { copy, free };
  }

  #admit(): void {
    while (this.#queue[0]?.()) this.#queue.shift();
  }
}

async function copyOf(file: Blob): Promise<Blob> {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes ? new Blob([bytes]) : file;
}
