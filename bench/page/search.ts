import type { ShownRecord } from '../../src/db/live-collection.ts';
import { searchWays } from '../../src/domain/search-text.ts';
import { matching, type ReferredTexts } from '../../src/records/use-records.ts';

import { quantileOf } from '../frame/rounds.ts';
import { held } from './held.ts';
import { heldJobs } from './held-jobs.ts';
import { JoinedTexts } from './joined-texts.ts';
import { SEARCH_TERMS } from './search-terms.ts';

type Find = (term: string) => readonly ShownRecord[];
type Texts = ReferredTexts['to'];

/** Customers are searched by their own text, work orders by their own text and their customers' text. */
export type Searched = 'customers' | 'workOrders';

export interface Search {
  readonly searched: Searched;
  readonly count: number;
}

/** Quantiles of the time of one keystroke, in ms. */
export interface Keystrokes {
  readonly p50: number;
  readonly p95: number;
}

export async function keystrokes({ searched, count }: Search): Promise<Keystrokes> {
  return timesOf(await ours({ searched, count }));
}

/** Measures the same terms on one joined text for each kind. */
export async function joinedKeystrokes({ searched, count }: Search): Promise<Keystrokes> {
  return timesOf(await joined({ searched, count }));
}

/** Counts the terms for which either search finds other records than a plain scan of the texts does. */
export async function wrongSearches({ searched, count }: Search): Promise<number> {
  const finds = [await ours({ searched, count }), await joined({ searched, count })];
  const { own, customers } = await textsOf({ searched, count });
  const textById = new Map(customers?.records.map(({ localId }, n) => [localId, customers.texts[n] ?? '']));
  const texts = own.records.map(({ localId, view }, n) => ({
    localId,
    both: [own.texts[n] ?? '', textById.get(String(view['customer'])) ?? ''],
  }));
  const wrong = SEARCH_TERMS.filter((term) => {
    const words = term.split(' ');
    const digits = /[a-z@]/.test(term) ? '' : term.replaceAll(/\D/g, '');
    const isIn = (both: readonly string[], word: string): boolean => both.some((text) => text.includes(word));
    const expected = texts.filter(
      ({ both }) =>
        words.every((word) => isIn(both, word)) ||
        (digits.length >= 3 && both.some((t) => t.includes(digits))),
    );
    return finds.some((find) => idsOf(find(term)) !== idsOf(expected));
  });
  return wrong.length;
}

/** Returns the searched texts, and the texts of the records that they refer to. */
async function textsOf({
  searched,
  count,
}: Search): Promise<{ readonly own: Texts; readonly customers?: Texts }> {
  const customers = (await held(count)).customers.getSnapshot();
  return searched === 'customers' ? { own: customers } : { own: heldJobs(count).getSnapshot(), customers };
}

async function ours({ searched, count }: Search): Promise<Find> {
  const { own, customers } = await textsOf({ searched, count });
  const referred = customers ? { field: 'customer', to: customers } : null;
  return (term) => matching(own, { search: term, referred, keep: null });
}

const joinedByTexts = new Map<Texts, JoinedTexts>();

/** Joins the texts only once, because they are searched again and again. */
function joinedOf(texts: Texts): JoinedTexts {
  const known = joinedByTexts.get(texts) ?? new JoinedTexts(texts);
  joinedByTexts.set(texts, known);
  return known;
}

async function joined({ searched, count }: Search): Promise<Find> {
  const { own, customers } = await textsOf({ searched, count });
  const theirs = customers && joinedOf(customers);
  const mine = joinedOf(own);
  const placeById = new Map(customers?.records.map(({ localId }, place) => [localId, place]));
  const places = own.records.map(({ view }) => placeById.get(String(view['customer'])) ?? -1);
  /** Returns the records that contain each word, either in their own text or in their customer's. */
  const byBoth = (words: readonly string[]): readonly ShownRecord[] => {
    const parts = words.map((word) => ({ own: mine.marks(word), theirs: theirs?.marks(word) }));
    return own.records.filter((_record, n) =>
      parts.every((part) => part.own[n] === 1 || part.theirs?.[places[n] ?? -1] === 1),
    );
  };
  const find = theirs ? byBoth : (words: readonly string[]) => mine.find(words);
  return (term) => {
    const [words = [], digits] = searchWays(term) ?? [];
    if (!digits) return find(words);
    const found = new Set([...find(words), ...find(digits)]);
    return found.size === 0 ? [] : own.records.filter((record) => found.has(record));
  };
}

function idsOf(records: readonly { readonly localId: string }[]): string {
  return records.map(({ localId }) => localId).join();
}

function timesOf(find: Find): Keystrokes {
  const times = SEARCH_TERMS.map((term) => {
    const started = performance.now();
    find(term);
    return performance.now() - started;
  });
  return { p50: quantileOf(times, 0.5), p95: quantileOf(times, 0.95) };
}
