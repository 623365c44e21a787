import { PassThrough, type Readable } from 'node:stream';

/**
 * Seconds between two comments, which keep proxies from closing the stream and show that it is alive. Clients that
 * request no beat rely on `USUAL_BEAT`. `SLOWEST_BEAT` is the longest that a client may request.
 */
export const USUAL_BEAT = 25;
export const SLOWEST_BEAT = 240;
/** Queued bytes. A client that does not read needs no more events, because one event says as much as a hundred. */
const ENOUGH = 1024;
/** After `end`, a client gets this long to read the queued events. */
const FAREWELL_MS = 5_000;

/** Server-sent events (the HTML standard, 9.2) with one message: something has changed. */
export class EventStream {
  readonly #stream = new PassThrough();
  readonly #heartbeat: NodeJS.Timeout;

  /** Sends the client the beat, in seconds. The client treats a longer silence as the end. */
  constructor(beat = USUAL_BEAT) {
    // Sent immediately to show that the stream is open.
    this.#stream.write(`: beat ${beat}\nretry: 3000\n\n`);
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), beat * 1000);
    this.#stream.on('close', () => clearInterval(this.#heartbeat));
  }

  get readable(): Readable {
    return this.#stream;
  }

  /** Either side may have ended the stream. */
  onClose(closed: () => void): void {
    this.#stream.on('close', closed);
  }

  notify(): void {
    this.#write('event: change\ndata: {}\n\n');
  }

  /** Ends after the queued events, or after `FAREWELL_MS` if the client does not read them. */
  end(): void {
    this.#stream.end();
    const farewell = setTimeout(() => this.close(), FAREWELL_MS);
    this.#stream.on('close', () => clearTimeout(farewell));
  }

  /** Drops the queued events. */
  close(): void {
    this.#stream.destroy();
  }

  #write(text: string): void {
    if (this.#stream.writable && this.#stream.writableLength + this.#stream.readableLength < ENOUGH) {
      this.#stream.write(text);
    }
  }
}

export class OpenStreams {
  readonly #byUser = new Map<number, Set<EventStream>>();
  readonly #most: number;

  /** 0 means no limit. */
  constructor(most = 0) {
    this.#most = most;
  }

  get size(): number {
    return this.#all().length;
  }

  hasRoom(userId: number): boolean {
    return this.#most === 0 || (this.#byUser.get(userId)?.size ?? 0) < this.#most;
  }

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
