import type { EventStream } from './event-stream.ts';

/** The event streams that this process has open, by user. */
export class OpenStreams {
  readonly #byUser = new Map<number, Set<EventStream>>();
  readonly #most: number;

  /** @param most concurrent streams per user; 0 means no limit */
  constructor(most = 0) {
    this.#most = most;
  }

  /** The number of streams of all users. */
  get size(): number {
    return this.#all().length;
  }

  /** Whether this user may open another stream. */
  hasRoom(userId: number): boolean {
    return this.#most === 0 || (this.#byUser.get(userId)?.size ?? 0) < this.#most;
  }

  /** Counts the stream until it is closed. */
  add(userId: number, stream: EventStream): void {
    const own = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, own.add(stream));
    stream.onClose(() => {
      own.delete(stream);
      if (own.size === 0 && this.#byUser.get(userId) === own) this.#byUser.delete(userId);
    });
  }

  endAll(): void {
    for (const stream of this.#all()) stream.end();
  }

  #all(): readonly EventStream[] {
    return [...this.#byUser.values()].flatMap((own) => [...own]);
  }
}
