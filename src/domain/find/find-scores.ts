import type { ResourceName } from '../resource-spec.ts';
import type { SearchTerms } from '../search-text.ts';

/** The score of a match, by its place. */
export const SCORES = {
  /** A whole number, phone, email address or line of an address. */
  exact: 100,
  /** A whole name or title. */
  name: 90,
  /** The last digits of a phone number. */
  tail: 70,
  /** The beginning of a title, or of any word of a person's or company's name. */
  start: 60,
  /** The beginning of another line: a number, an address, a city. */
  lineStart: 55,
  /** A whole word of a title. */
  titleWord: 50,
  titleWordStart: 45,
  wordStart: 40,
  inside: 20,
  /** Only in the text of the record's customer. */
  customer: 10,
  /** Only in the notes, or in a claim of the job. */
  fact: 8,
} as const;

/** Fewer digits are at the end of too many phone numbers. */
const TAIL_DIGITS = 4;
const PHONE_DIGITS = 7;
const DIGITS = /^\d+$/;
/** Titles and people may be called anything, so only these are exact numbers and addresses. */
const NUMBER_OR_ADDRESS = /[\d@]/;
/** A long description may repeat a word. One or two letters stand everywhere, and their places tell little. */
const MOST_PLACES = 8;
const MOST_PLACES_OF_LETTERS = 2;

/** The lines of a search text (`searchText` of the specs) that name the record: a customer's company is the third. */
const NAME_LINES: Readonly<Record<ResourceName, readonly number[]>> = {
  customers: [0, 2],
  projects: [0],
  estimates: [0],
  workOrders: [0],
};

/**
 * @param text a folded search text
 * @returns 0 if the text lacks the term
 */
export function placeScore(text: string, term: string, resource: ResourceName): number {
  let best = 0;
  const most = term.length > 2 ? MOST_PLACES : MOST_PLACES_OF_LETTERS;
  let at = text.indexOf(term);
  for (let places = 0; at >= 0 && places < most; places += 1) {
    best = Math.max(best, scoreAt(text, { at, end: at + term.length }, resource));
    at = text.indexOf(term, at + 1);
  }
  return best;
}

interface Place {
  readonly at: number;
  readonly end: number;
}

function scoreAt(text: string, { at, end }: Place, resource: ResourceName): number {
  const startsLine = at === 0 || text[at - 1] === '\n';
  const endsLine = end === text.length || text[end] === '\n';
  if (startsLine && endsLine && NUMBER_OR_ADDRESS.test(text.slice(at, end))) return SCORES.exact;
  if (!startsLine && endsLine && isPhoneTail(text, text.slice(at, end), end)) return SCORES.tail;
  if (!startsLine && isWordPart(text.charCodeAt(at - 1))) return SCORES.inside;
  const isName = NAME_LINES[resource].includes(lineAt(text, at));
  if (startsLine && endsLine && isName) return SCORES.name;
  if (!isName) return startsLine ? SCORES.lineStart : SCORES.wordStart;
  if (startsLine || resource === 'customers') return SCORES.start;
  return endsLine || !isWordPart(text.charCodeAt(end)) ? SCORES.titleWord : SCORES.titleWordStart;
}

function isPhoneTail(text: string, term: string, end: number): boolean {
  if (term.length < TAIL_DIGITS || !DIGITS.test(term)) return false;
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  return line.length >= PHONE_DIGITS && DIGITS.test(line);
}

function lineAt(text: string, at: number): number {
  let line = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** Letters and digits. Beyond ASCII, folded texts have hardly anything else. */
function isWordPart(code: number): boolean {
  return code > 127 || (code >= 48 && code <= 57) || (code >= 97 && code <= 122);
}

export interface ScoredTexts {
  readonly own: string;
  /** '' for a record without any. */
  readonly facts: string;
  /** True if the text of the record's customer contains the term. */
  readonly isCustomers: (term: string) => boolean;
}

/**
 * All terms must match somewhere, and the worst place counts. Words that stand together as typed count as one.
 * @returns 0 without a match
 */
export function scoreOf(texts: ScoredTexts, way: SearchTerms, resource: ResourceName): number {
  let worst: number = SCORES.exact;
  for (const term of way) {
    const score = placeScore(texts.own, term, resource) || scoreBeside(texts, term);
    if (score === 0) return 0;
    worst = Math.min(worst, score);
  }
  if (way.length === 1 || worst <= SCORES.customer) return worst;
  return Math.max(worst, placeScore(texts.own, way.join(' '), resource));
}

function scoreBeside({ facts, isCustomers }: ScoredTexts, term: string): number {
  if (isCustomers(term)) return SCORES.customer;
  return facts.includes(term) ? SCORES.fact : 0;
}
