import type { LiveCollection, LiveSnapshot, ShownRecord } from '../db/live-collection.ts';
import { type SearchTerms, searchWays } from '../domain/plain-text.ts';
import type { Clock } from '../domain/ports.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { drawBetweenFrames } from './use-in-steps.ts';

export type Keep = (fields: Fields) => boolean;

export interface ReferredTexts {
  readonly field: string;
  readonly to: Texts;
}

type Texts = Pick<LiveSnapshot, 'records' | 'texts'>;

interface Search {
  readonly search: string;
  readonly referred: ReferredTexts | null;
  readonly keep: Keep | null;
}

/**
 * Finds records that hold each word, or its digits, in their own text or in that of the record they refer to.
 * Searches each referred text once, not once for each record.
 */
export function matching(own: Texts, { search, referred, keep }: Search): readonly ShownRecord[] {
  const { records } = own;
  const [words, digits] = searchWays(search) ?? [];
  if (!words) return keep ? records.filter(({ view }) => keep(view)) : records;
  const byWords = holdingAll(words, own, referred);
  const places = digits ? inEither(byWords, holdingAll(digits, own, referred)) : byWords;
  const found: ShownRecord[] = [];
  for (const place of places) {
    const record = records[place];
    if (record && (!keep || keep(record.view))) found.push(record);
  }
  return found;
}

function holdingAll(terms: SearchTerms, own: Texts, referred: ReferredTexts | null): readonly number[] {
  const { texts } = own;
  const referredAt = referred && placesOf(own.records, referred.field, referred.to.records);
  let left: readonly number[] | null = null;
  for (const term of terms) {
    const theirs = referred && marksOf(referred.to.texts, term);
    const holding: number[] = [];
    const count: number = left?.length ?? texts.length;
    for (let n = 0; n < count; n += 1) {
      const place = left ? (left[n] ?? 0) : n;
      if (theirs?.[referredAt?.[place] ?? -1] === 1 || texts[place]?.includes(term)) holding.push(place);
    }
    left = holding;
  }
  return left ?? [];
}

/** 1 at the place of each text with the term. */
function marksOf(texts: readonly string[], term: string): Uint8Array {
  const marks = new Uint8Array(texts.length);
  for (let place = 0; place < texts.length; place += 1) if (texts[place]?.includes(term)) marks[place] = 1;
  return marks;
}

function inEither(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.length === 0 ? b : [...new Set([...a, ...b])].sort((one, other) => one - other);
}

/** Builds the search texts between frames, before the first search and after each reload. */
export function keepSearchReady(collection: LiveCollection, clock: Clock): () => void {
  let steps: Generator<void, void> | undefined;
  function begin(): void {
    if (steps || collection.isSearchReady || !collection.getSnapshot().complete) return;
    steps = collection.prepareSearch();
    void drawBetweenFrames(steps, clock).finally(() => {
      steps = undefined;
    });
  }
  const unsubscribe = collection.subscribe(begin);
  begin();
  return () => {
    unsubscribe();
    steps?.return();
  };
}

type Records = readonly ShownRecord[];

interface ReferencePlaces {
  readonly field: string;
  readonly to: Records;
  readonly places: Int32Array;
}

/** Consecutive keys search the same lists. */
const known = new WeakMap<Records, ReferencePlaces>();

/** Returns for each record the index of the record it refers to, or -1. */
function placesOf(records: Records, field: string, to: Records): Int32Array {
  const last = known.get(records);
  if (last?.field === field && last.to === to) return last.places;
  const placeById = new Map<string, number>();
  for (const [place, { localId, serverId }] of to.entries()) {
    placeById.set(localId, place);
    if (serverId !== undefined && String(serverId) !== localId) placeById.set(String(serverId), place);
  }
  const places = new Int32Array(records.length);
  for (const [index, { view }] of records.entries()) places[index] = placeById.get(String(view[field])) ?? -1;
  known.set(records, { field, to, places });
  return places;
}
