import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The network between a device and a server. */
export interface LinkOptions {
  /** Both ways, in ms. */
  readonly roundTripMs: number;
  readonly bitsPerSecond: number;
}

/** The connection of a phone on a building site. The goals call it the slow link. */
export const SLOW_LINK: LinkOptions = { roundTripMs: 400, bitsPerSecond: 5_000_000 };

/** The number of bytes sent before another connection gets its turn. */
const SEGMENT_BYTES = 4096;
/** Compensates for timers that fire late. */
const CATCH_UP_MS = 5;

/** One direction of a link. All connections of a client share its bandwidth. */
class Lane {
  readonly #bytesPerMs: number;
  #freeAt = 0;

  constructor(bitsPerSecond: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  /** Resolves when `bytes` bytes have left the sender. */
  async send(bytes: number): Promise<void> {
    const begun = Math.max(this.#freeAt, performance.now() - CATCH_UP_MS);
    this.#freeAt = begun + bytes / this.#bytesPerMs;
    await sleep(this.#freeAt - performance.now());
  }
}

/** Both directions of a link, through which connections are opened. */
export class Link {
  readonly options: LinkOptions;
  readonly #up: Lane;
  readonly #down: Lane;

  constructor(options: LinkOptions) {
    this.options = options;
    this.#up = new Lane(options.bitsPerSecond);
    this.#down = new Lane(options.bitsPerSecond);
  }

  /**
   * Returns the connection as seen through the link. Its first bytes are delayed by another round trip for the
   * handshake.
   */
  through(socket: Duplex): Duplex {
    const { roundTripMs } = this.options;
    const oneWayMs = roundTripMs / 2;
    const arrived = new Arrivals((chunk) => near.push(chunk));
    const sent = new Arrivals((chunk) => (chunk ? socket.write(chunk) : socket.end()));
    let opening = roundTripMs;
    let upwards = Promise.resolve();
    const near = new Duplex({
      read: () => {
        socket.resume();
      },
      write: (chunk: Buffer, _, done) => {
        void carry(this.#down, chunk, (part) => sent.add(part, oneWayMs)).then(() => done());
      },
      final: (done) => {
        sent.add(null, oneWayMs);
        done();
      },
      destroy: (error, done) => {
        socket.destroy();
        done(error);
      },
    });
    socket.on('data', (chunk: Buffer) => {
      const extra = opening;
      opening = 0;
      // One after the other, because pieces of two chunks must not mix.
      upwards = upwards.then(() => carry(this.#up, chunk, (part) => arrived.add(part, oneWayMs + extra)));
    });
    socket.on('end', () => {
      upwards = upwards.then(() => arrived.add(null, oneWayMs));
    });
    socket.on('close', () => near.destroy());
    socket.on('error', () => near.destroy());
    return near;
  }
}

async function carry(lane: Lane, chunk: Buffer, deliver: (part: Buffer) => void): Promise<void> {
  for (let from = 0; from < chunk.length; from += SEGMENT_BYTES) {
    const part = chunk.subarray(from, from + SEGMENT_BYTES);
    await lane.send(part.length);
    deliver(part);
  }
}

/** Delivers pieces in order, when they are due. */
class Arrivals {
  readonly #deliver: (chunk: Buffer | null) => void;
  readonly #waiting: { readonly chunk: Buffer | null; readonly at: number }[] = [];
  #running = false;

  constructor(deliver: (chunk: Buffer | null) => void) {
    this.#deliver = deliver;
  }

  add(chunk: Buffer | null, afterMs: number): void {
    const last = this.#waiting.at(-1)?.at ?? 0;
    this.#waiting.push({ chunk, at: Math.max(last, performance.now() + afterMs) });
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const left = next.at - performance.now();
      if (left > 0) await sleep(left);
      this.#waiting.shift();
      this.#deliver(next.chunk);
    }
    this.#running = false;
  }
}
