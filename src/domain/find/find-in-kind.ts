import { isOnCrew, readJob } from '../day/job.ts';
import { readText } from '../field.ts';
import type { Fields, ResourceName } from '../resource-spec.ts';
import { isOver, specOf } from '../resource-specs.ts';
import { type FindQuery, termsOf } from './find-query.ts';
import { SCORES, type ScoredTexts, scoreOf } from './find-scores.ts';

interface FindRow {
  readonly localId: string;
  readonly view: Fields;
}

/** One kind of record, in list order. */
export interface FindSource {
  readonly resource: ResourceName;
  readonly rows: readonly FindRow[];
  /** The search texts of the rows. */
  readonly texts: readonly string[];
  /** `factTexts` or `phoneTexts`: facts that are not in the search texts. Empty for customers. */
  readonly facts: readonly string[];
  /** For each row, the place of its customer, or -1. Empty for customers. */
  readonly customers: Int32Array;
}

/** For each term, a 1 for each customer whose text contains it. */
export type CustomerMarks = ReadonlyMap<string, Uint8Array>;

/** Facts besides a record's text that move it up in the list. */
export interface Bonuses {
  /** Local ids of records that were opened lately. */
  readonly opened: ReadonlySet<string>;
  /** The user's name on crews, '' if unknown. */
  readonly me: string;
}

interface Hit {
  /** In the rows. */
  readonly place: number;
  readonly score: number;
  /** Found only by its notes or a claim, so the list's search would not find it. */
  readonly byFacts: boolean;
}

export interface KindHits {
  readonly resource: ResourceName;
  /** The best first, at most as many as were asked for. */
  readonly hits: readonly Hit[];
  readonly found: number;
  /** How many of them the list's search finds. */
  readonly listed: number;
}

/** Rows per step: less than a millisecond on a computer. */
const STEP = 1000;
/** Only so many are ranked by more than their text. */
const RANKED = 200;
/** Fewer per step, because their notes may be read. */
const RANKED_PER_STEP = 10;
const OPEN = 15;
const OPENED = 10;
const MINE = 5;

/** A search by numbers alone does not look at customers, so marks nothing. */
export function* markCustomers(texts: readonly string[], query: FindQuery): Generator<void, CustomerMarks> {
  const marks = new Map<string, Uint8Array>();
  for (const term of query.scope === 'numbers' ? [] : termsOf(query)) {
    const marked = new Uint8Array(texts.length);
    for (const [place, text] of texts.entries()) {
      if (place % STEP === 0) yield;
      if (text.includes(term)) marked[place] = 1;
    }
    marks.set(term, marked);
  }
  return marks;
}

interface Asked {
  readonly query: FindQuery;
  readonly marks: CustomerMarks;
  readonly bonuses: Bonuses;
  readonly most: number;
}

export function* findInKind(source: FindSource, asked: Asked): Generator<void, KindHits> {
  const { resource, texts } = source;
  const ways = asked.query.ways.map((way) => way.map((term) => wantedTerm(source, term, asked)));
  /** Places by score. */
  const found = new Map<number, number[]>();
  for (const [place, own] of texts.entries()) {
    if (place % STEP === 0) yield;
    // Looks first whether the terms are there: this takes a third of the time of a score, and most rows lack them (P13).
    if (!ways.some((way) => holdsAll(source, { place, own }, way))) continue;
    const score = bestScore(source, { place, own }, asked);
    if (score === 0) continue;
    const places = found.get(score);
    if (places) places.push(place);
    else found.set(score, [place]);
  }
  const counts = [...found.values()].map(({ length }) => length);
  const count = counts.reduce((sum, length) => sum + length, 0);
  return {
    resource,
    hits: yield* ranked(source, found, asked),
    found: count,
    listed: count - (found.get(SCORES.fact)?.length ?? 0),
  };
}

interface WantedTerm {
  readonly term: string;
  /** Null if the rows refer to no customer, or no customer is looked at. */
  readonly marks: Uint8Array | null;
}

function wantedTerm({ customers }: FindSource, term: string, { marks }: Asked): WantedTerm {
  return { term, marks: (customers.length > 0 && marks.get(term)) || null };
}

function holdsAll(
  { facts, customers }: FindSource,
  { place, own }: Own,
  way: readonly WantedTerm[],
): boolean {
  for (const { term, marks } of way) {
    if (own.includes(term) || (marks !== null && marks[Number(customers[place])] === 1)) continue;
    if (facts.length === 0 || !String(facts[place]).includes(term)) return false;
  }
  return true;
}

interface Own {
  readonly place: number;
  readonly own: string;
}

function bestScore(source: FindSource, { place, own }: Own, { query, marks }: Asked): number {
  const { resource } = source;
  const facts = source.facts[place] ?? '';
  const customer = Number(source.customers[place]);
  const isNumbers = query.scope === 'numbers';
  const texts: ScoredTexts = {
    own: isNumbers ? numbersIn(own, resource) : own,
    facts: isNumbers ? claimNumbersIn(facts) : facts,
    isCustomers: (term) => marks.get(term)?.[customer] === 1,
  };
  let best = 0;
  for (const way of query.ways) best = Math.max(best, scoreOf(texts, way, resource));
  return best;
}

const CLAIM_NUMBERS = /^[ \t]*(?:claim number|policy)[ \t]*:.*$/gm;

function claimNumbersIn(text: string): string {
  return text.includes(':') ? Array.from(text.matchAll(CLAIM_NUMBERS), ([line]) => line).join('\n') : '';
}

/** The second line of the search text is the number of a work order or an estimate. */
function numbersIn(text: string, resource: ResourceName): string {
  switch (resource) {
    case 'customers':
      return '';
    case 'projects':
      return `\n${claimNumbersIn(text)}`;
    default:
      return [...text.split('\n', 2).slice(1), claimNumbersIn(text)].join('\n');
  }
}

function* ranked(
  { resource, rows }: FindSource,
  found: ReadonlyMap<number, readonly number[]>,
  { bonuses, most }: Asked,
): Generator<void, Hit[]> {
  const hits: Hit[] = [];
  for (const [score, places] of [...found].sort(([a], [b]) => b - a)) {
    for (const place of places.slice(0, RANKED - hits.length)) {
      const row = rows[place];
      if (!row) continue;
      const bonus = bonusOf(resource, row, bonuses);
      hits.push({ place, score: score + bonus, byFacts: score === SCORES.fact });
      if (hits.length % RANKED_PER_STEP === 0) yield;
    }
  }
  return hits.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, most);
}

function bonusOf(resource: ResourceName, { localId, view }: FindRow, { opened, me }: Bonuses): number {
  const { inactive } = specOf(resource);
  const status = readText(view['status']);
  const isOpen = !isOver(resource, status) && !(inactive && view[inactive.field] === inactive.value);
  const isMine = me !== '' && resource === 'workOrders' && isOnCrew(readJob(readText(view['notes'])), me);
  return (isOpen ? OPEN : 0) + (opened.has(localId) ? OPENED : 0) + (isMine ? MINE : 0);
}

/** The kind with the best hit comes first. Kinds with equal hits keep the order in which they are given. */
export function inOrder<K extends { readonly hits: readonly { readonly score: number }[] }>(
  kinds: readonly K[],
): K[] {
  const ranks = kinds.flatMap((kind) => kind.hits.slice(0, 1).map(({ score }) => ({ kind, score })));
  return ranks.sort((a, b) => b.score - a.score).map(({ kind }) => kind);
}
