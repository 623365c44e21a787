import type { ShownRecord } from '../../src/db/live-collection.ts';
import { customerSpec } from '../../src/domain/customer.ts';
import { matching } from '../../src/records/search.ts';
import { quantileOf } from '../frame/rounds.ts';
import { bookOf } from './book.ts';
import { held } from './held.ts';
import { JoinedTexts } from './joined-texts.ts';
import { SEARCH_TERMS } from './search-terms.ts';

type Find = (term: string) => readonly ShownRecord[];

/** Of all keystrokes, in ms. */
export interface Keystrokes {
  readonly p50: number;
  readonly p95: number;
}

/** Keystrokes over the search that the app's lists use. */
export async function keystrokes(count: number): Promise<Keystrokes> {
  return timesOf(await ours(count));
}

/** The same terms in one joined text. */
export async function joinedKeystrokes(count: number): Promise<Keystrokes> {
  return timesOf(await joined(count));
}

/** For how many terms one of the two finds something else than what the book itself says. */
export async function wrongSearches(count: number): Promise<number> {
  const finds = [await ours(count), await joined(count)];
  const texts = bookOf(count)
    .toReversed()
    .map((row) => ({
      localId: String(row.id),
      text: customerSpec.searchText(customerSpec.decode(row)).toLowerCase(),
    }));
  const wrong = SEARCH_TERMS.filter((term) => {
    const expected = idsOf(texts.filter(({ text }) => text.includes(term)));
    return finds.some((find) => idsOf(find(term)) !== expected);
  });
  return wrong.length;
}

async function ours(count: number): Promise<Find> {
  const { customers } = await held(count);
  return (term) => matching(customers.getSnapshot(), term, {});
}

const joinedByCount = new Map<number, JoinedTexts>();

/** Joined once, beforehand: it is asked again and again. */
async function joined(count: number): Promise<Find> {
  const { customers } = await held(count);
  const texts = joinedByCount.get(count) ?? new JoinedTexts(customers.getSnapshot());
  joinedByCount.set(count, texts);
  return (term) => texts.find(term);
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
