import type { OpenChannel } from '../../../src/domain/ports.ts';

interface OpenEnd {
  readonly name: string;
  readonly tab: object;
  readonly hear: (message: unknown) => void;
}

/** The channels between the tabs of one browser. */
export class TestChannels {
  readonly #ends = new Set<OpenEnd>();
  /** While this is true, messages are lost. */
  deaf = false;

  /** @param carriesDexie true if Dexie's own messages between tabs travel the same way */
  for(tab: object, carriesDexie = true): OpenChannel {
    return (name, hear) => {
      const own: OpenEnd = { name, tab, hear };
      this.#ends.add(own);
      return {
        carriesDexie,
        post: (message) => this.#post(own, message),
        close: () => this.#ends.delete(own),
      };
    };
  }

  #post({ name, tab }: OpenEnd, message: unknown): void {
    if (this.deaf) return;
    for (const end of this.#ends) {
      if (end.name !== name || end.tab === tab) continue;
      const copy = structuredClone(message);
      // An end that is closed before its turn gets nothing.
      queueMicrotask(() => this.#ends.has(end) && end.hear(copy));
    }
  }
}
