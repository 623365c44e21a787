import { PassThrough, type Readable } from 'node:stream';

/**
 * Seconds between two comments, so that proxies keep the connection and a client knows that it is alive: the usual, which
 * a client relies on that has asked for nothing, and the most that one may ask for.
 */
export const USUAL_BEAT = 25;
export const SLOWEST_BEAT = 240;
/** A client that takes nothing in is told later: one event says as much as a hundred. In bytes. */
const ENOUGH = 1024;
/** For so long, in ms, a client may still take in what was said before the end. */
const FAREWELL_MS = 5_000;

/** A stream of server-sent events (the HTML standard, 9.2) that says no more than: something has changed. */
export class EventStream {
  readonly #stream = new PassThrough();
  readonly #heartbeat: NodeJS.Timeout;

  /** @param beat seconds between two comments, which the client is told: it takes a longer silence for the end */
  constructor(beat = USUAL_BEAT) {
    // At once, so that the client knows that it is heard.
    this.#stream.write(`: beat ${beat}\nretry: 3000\n\n`);
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), beat * 1000);
    this.#stream.on('close', () => clearInterval(this.#heartbeat));
  }

  get readable(): Readable {
    return this.#stream;
  }

  /** Calls `closed` when either side has ended it. */
  onClose(closed: () => void): void {
    this.#stream.on('close', closed);
  }

  notify(): void {
    this.#write('event: change\ndata: {}\n\n');
  }

  /** Ends it after what has been said; at once where nobody takes that in. */
  end(): void {
    this.#stream.end();
    const farewell = setTimeout(() => this.close(), FAREWELL_MS);
    this.#stream.on('close', () => clearTimeout(farewell));
  }

  /** Ends it at once: there is nobody any more. */
  close(): void {
    this.#stream.destroy();
  }

  #write(text: string): void {
    if (this.#stream.writable && this.#stream.writableLength + this.#stream.readableLength < ENOUGH) {
      this.#stream.write(text);
    }
  }
}
