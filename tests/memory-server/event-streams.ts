/** A text of server-sent events on its way to somebody who listens. */
export type Listener = (text: string) => void;

const PROMISED_BEAT = 25;

/** The streams of events that are open. They say that something has changed, and no more. */
export class EventStreams {
  /** Whether it gives a sign of life as seldom as it is asked to, and says so; else it promises nothing. */
  promisesBeats = false;
  readonly #listeners = new Map<Listener, () => void>();

  /** How many listen. */
  get size(): number {
    return this.#listeners.size;
  }

  /**
   * Opens a stream. Returns a function that closes it, and returns true if it was open.
   * @param beat the requested seconds between heartbeats
   * @param ended called if the server ends the stream
   */
  open(beat: string | null, listener: Listener, ended: () => void): () => boolean {
    this.#listeners.set(listener, ended);
    listener(`${this.promisesBeats ? `: beat ${beat ?? PROMISED_BEAT}\n` : ''}retry: 3000\n\n`);
    return () => this.#listeners.delete(listener);
  }

  /** Something has changed. */
  change(): void {
    this.#send('event: change\ndata: {}\n\n');
  }

  /** A sign of life on every stream. */
  beat(): void {
    this.#send(':\n\n');
  }

  /** Ends every stream. */
  end(): void {
    const endings = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const ended of endings) ended();
  }

  #send(text: string): void {
    for (const listener of this.#listeners.keys()) listener(text);
  }
}
