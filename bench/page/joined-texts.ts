import type { LiveSnapshot, ShownRecord } from '../../src/db/live-collection.ts';

/** Separates two texts. Search words never contain it. */
const BETWEEN = '\u0000';

/** Does the minimum work of an exact substring search: `indexOf` on one joined text. */
export class JoinedTexts {
  readonly #records: readonly ShownRecord[];
  readonly #text: string;
  /** The offsets at which each record's text begins, and the end of the last text. */
  readonly #starts: Uint32Array;

  constructor({ records, texts }: Pick<LiveSnapshot, 'records' | 'texts'>) {
    this.#records = records;
    this.#text = texts.join(BETWEEN);
    this.#starts = new Uint32Array(texts.length + 1);
    for (const [index, text] of texts.entries())
      this.#starts[index + 1] = (this.#starts[index] ?? 0) + text.length + BETWEEN.length;
  }

  /** Returns the records whose text contains all words, in list order. */
  find([first = '', ...others]: readonly string[]): readonly ShownRecord[] {
    const found: ShownRecord[] = [];
    for (const index of this.#holding(first)) {
      const rest = others.length === 0 ? '' : this.#text.slice(this.#starts[index], this.#starts[index + 1]);
      const record = this.#records[index];
      if (record && others.every((word) => rest.includes(word))) found.push(record);
    }
    return found;
  }

  /** Returns 1 at the index of each record whose text contains the word. */
  marks(word: string): Uint8Array {
    const marks = new Uint8Array(this.#records.length);
    for (const index of this.#holding(word)) marks[index] = 1;
    return marks;
  }

  #holding(word: string): number[] {
    const places: number[] = [];
    let index = 0;
    for (let at = this.#text.indexOf(word); at >= 0; ) {
      while ((this.#starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index += 1;
      places.push(index);
      at = this.#text.indexOf(word, this.#starts[index + 1] ?? this.#text.length);
    }
    return places;
  }
}
