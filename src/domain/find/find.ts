import { readText } from '../field.ts';
import type { ResourceName } from '../resource-spec.ts';
import { lineWith } from './fact-texts.ts';
import { type Bonuses, findInKind, inOrder, type KindHits, markCustomers } from './find-in-kind.ts';
import { type FindIndex, type FindKind, FOUND_THROUGH, type ListRow } from './find-index.ts';
import { readQuery, termsOf } from './find-query.ts';

export interface FindQuestion {
  readonly typed: string;
  /** Kinds to search, the most wanted first. */
  readonly order: readonly ResourceName[];
  /** Hits of each kind. */
  readonly most: number;
  readonly bonuses: Bonuses;
}

interface Found<R> {
  readonly row: R;
  readonly score: number;
  /** The line of the notes or of a claim, if only that was found. */
  readonly fact: string | null;
}

export interface FoundKind<R> extends Omit<KindHits, 'hits'> {
  readonly hits: readonly Found<R>[];
}

export interface FindAnswer<R> {
  /** The text that this answer is for. */
  readonly typed: string;
  /** The kinds that were searched. */
  readonly order: readonly ResourceName[];
  /** The kind with the best hit first. */
  readonly kinds: readonly FoundKind<R>[];
  /** Kinds that are being read from the device, and through which more may be found. */
  readonly reading: readonly ResourceName[];
  /** False while more kinds are being searched. */
  readonly isOver: boolean;
}

/**
 * Searches kind by kind, and tells the answer once all are searched.
 * @param isLate true if hits found so far should be told before that
 */
export function* findAnswer<R extends ListRow>(
  index: FindIndex<R>,
  { typed, order, most, bonuses }: FindQuestion,
  { tell, isLate }: { readonly tell: (answer: FindAnswer<R>) => void; readonly isLate: () => boolean },
): Generator<void, void> {
  const query = readQuery(typed);
  const terms = termsOf(query);
  const kinds: FoundKind<R>[] = [];
  const reading = new Set<ResourceName>();
  const customers = (yield* index.lists.texts('customers')) ?? { rows: [], texts: [] };
  const marks = yield* markCustomers(customers.texts, query);
  for (const [n, resource] of order.entries()) {
    const source = yield* index.source(resource, customers.rows);
    for (const kind of [resource, ...FOUND_THROUGH[resource]])
      if (!index.lists.isRead(kind)) reading.add(kind);
    if (source && query.scope !== 'actions' && terms.length > 0)
      kinds.push(yield* foundKind(source, yield* findInKind(source, { query, marks, bonuses, most }), terms));
    const isOver = n === order.length - 1;
    if (isOver || (isLate() && kinds.some(({ found }) => found > 0)))
      tell({ typed, order, kinds: inOrder(kinds), reading: [...reading], isOver });
  }
}

function* foundKind<R extends ListRow>(
  { rows, claimsOf }: FindKind<R>,
  found: KindHits,
  terms: readonly string[],
): Generator<void, FoundKind<R>> {
  const factOf = (row: R, place: number): string | null => {
    const claimed = claimsOf(row, place).flatMap(({ lines }) => lines);
    const own = [row.view['notes'], row.view['description']].flatMap((text) => readText(text).split('\n'));
    return lineWith([...own, ...claimed], terms);
  };
  const hits: Found<R>[] = [];
  for (const { place, score, byFacts } of found.hits) {
    for (const row of rows.slice(place, place + 1)) {
      // Each line of the notes is folded.
      if (byFacts) yield;
      hits.push({ row, score, fact: byFacts ? factOf(row, place) : null });
    }
  }
  return { ...found, hits };
}
