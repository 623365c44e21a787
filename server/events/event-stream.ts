import { PassThrough, type Readable } from 'node:stream';

/**
 * Seconds between two comments that keep proxies from closing the connection and show the client that it is alive: the
 * default, which clients rely on that ask for nothing, and the maximum that one may ask for.
 */
export const USUAL_BEAT = 25;
export const SLOWEST_BEAT = 240;
/** Bytes that may be queued. A client that does not read gets no more events: one says as much as a hundred. */
const ENOUGH = 1024;
/** How long a client may still read after the end of the stream, in ms. */
const FAREWELL_MS = 5_000;

/** A stream of server-sent events (the HTML standard, 9.2) with one message: something has changed. */
export class EventStream {
  readonly #stream = new PassThrough();
  readonly #heartbeat: NodeJS.Timeout;

  /** @param beat seconds between two comments; the client is told, and takes a longer silence for the end */
  constructor(beat = USUAL_BEAT) {
    // At once, so that the client knows that the stream is open.
    this.#stream.write(`: beat ${beat}\nretry: 3000\n\n`);
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), beat * 1000);
    this.#stream.on('close', () => clearInterval(this.#heartbeat));
  }

  get readable(): Readable {
    return this.#stream;
  }

  /** Calls `closed` when either side has ended the stream. */
  onClose(closed: () => void): void {
    this.#stream.on('close', closed);
  }

  notify(): void {
    this.#write('event: change\ndata: {}\n\n');
  }

  /** Ends the stream after what is queued; after a while also when the client does not read it. */
  end(): void {
    this.#stream.end();
    const farewell = setTimeout(() => this.close(), FAREWELL_MS);
    this.#stream.on('close', () => clearTimeout(farewell));
  }

  /** Ends the stream at once: the client is gone. */
  close(): void {
    this.#stream.destroy();
  }

  #write(text: string): void {
    if (this.#stream.writable && this.#stream.writableLength + this.#stream.readableLength < ENOUGH) {
      this.#stream.write(text);
    }
  }
}
