import type { LiveSnapshot, ShownRecord } from '../../src/db/live-collection.ts';

/** Stands between two texts and in none: what is typed has no such character. */
const BETWEEN = '\u0000';

/** The least that a search for an exact substring must do: one text of all texts, and `indexOf` over it. */
export class JoinedTexts {
  readonly #records: readonly ShownRecord[];
  readonly #text: string;
  /** Where each record's text begins, and in the end where one more would. */
  readonly #starts: Uint32Array;

  constructor({ records, texts }: LiveSnapshot) {
    this.#records = records;
    this.#text = texts.join(BETWEEN);
    this.#starts = new Uint32Array(texts.length + 1);
    for (const [index, text] of texts.entries())
      this.#starts[index + 1] = (this.#starts[index] ?? 0) + text.length + BETWEEN.length;
  }

  /** The records whose text contains `wanted`, in list order. */
  find(wanted: string): readonly ShownRecord[] {
    const found: ShownRecord[] = [];
    let index = 0;
    for (let at = this.#text.indexOf(wanted); at >= 0; ) {
      while ((this.#starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index += 1;
      const record = this.#records[index];
      if (record) found.push(record);
      at = this.#text.indexOf(wanted, this.#starts[index + 1] ?? this.#text.length);
    }
    return found;
  }
}
