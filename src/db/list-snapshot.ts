import type { OrderedList, ShownRecord } from './ordered-list.ts';

/** So many texts are made in a step: well under a millisecond. */
const STEP = 500;

/** A list as it was at one time. */
export interface LiveSnapshot {
  /** In list order. */
  readonly records: readonly ShownRecord[];
  /** What the search looks in, as plain text: of each record, in the same order. Made of all of them when first read. */
  readonly texts: readonly string[];
  /** False until the whole table has been read once. */
  readonly complete: boolean;
}

/**
 * A snapshot that makes its texts when they are wanted. Most lists are never searched, and their texts would take a third
 * of what the records take.
 */
export class ListSnapshot implements LiveSnapshot {
  readonly records: readonly ShownRecord[];
  readonly complete: boolean;
  readonly #textOf: (record: ShownRecord) => string;
  #texts: readonly string[] | null;

  constructor({ records, texts }: OrderedList, complete: boolean, textOf: (record: ShownRecord) => string) {
    this.records = records;
    this.complete = complete;
    this.#textOf = textOf;
    this.#texts = texts;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.records.map(this.#textOf);
    return this.#texts;
  }

  /** With its texts if they were made. */
  get list(): OrderedList {
    return { records: this.records, texts: this.#texts };
  }

  /** Makes the texts, some at a time. */
  *makeTexts(): Generator<void, void> {
    const texts: string[] = [];
    while (!this.#texts && texts.length < this.records.length) {
      for (const record of this.records.slice(texts.length, texts.length + STEP))
        texts.push(this.#textOf(record));
      yield;
    }
    this.#texts ??= texts;
  }
}
