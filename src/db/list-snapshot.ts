import type { DateForms } from '../domain/date-forms.ts';
import type { OrderedList, ShownRecord } from './ordered-list.ts';

/** Texts built in one step. */
const STEP = 500;

/** A list as it was at one time. */
export interface LiveSnapshot {
  /** In list order. */
  readonly records: readonly ShownRecord[];
  /** The search text of each record, in the same order. Built for all of them when first read. */
  readonly texts: readonly string[];
  /** False until the whole table has been read once. */
  readonly complete: boolean;
  /** The server's way to write dates. */
  readonly dates: DateForms;
}

/** A snapshot that builds its search texts only when they are wanted: most lists are never searched. */
export class ListSnapshot implements LiveSnapshot {
  readonly records: readonly ShownRecord[];
  readonly complete: boolean;
  readonly dates: DateForms;
  readonly #textOf: (record: ShownRecord) => string;
  #texts: readonly string[] | null;

  constructor(
    { records, texts }: OrderedList,
    { complete, dates }: Pick<LiveSnapshot, 'complete' | 'dates'>,
    textOf: (record: ShownRecord) => string,
  ) {
    this.records = records;
    this.complete = complete;
    this.dates = dates;
    this.#textOf = textOf;
    this.#texts = texts;
  }

  get texts(): readonly string[] {
    this.#texts ??= this.records.map(this.#textOf);
    return this.#texts;
  }

  /** With its search texts if they have been built. */
  get list(): OrderedList {
    return { records: this.records, texts: this.#texts };
  }

  /** Builds the search texts, some at a time. */
  *buildTexts(): Generator<void, void> {
    const texts: string[] = [];
    while (!this.#texts && texts.length < this.records.length) {
      for (const record of this.records.slice(texts.length, texts.length + STEP))
        texts.push(this.#textOf(record));
      yield;
    }
    this.#texts ??= texts;
  }
}
