import { type SearchTerms, searchWays } from '../search-text.ts';

export interface FindQuery {
  /** '>' asks for actions alone, '#' for numbers alone. */
  readonly scope: 'all' | 'actions' | 'numbers';
  /** Without the sign and the spaces around it. */
  readonly text: string;
  /** Alternatives, one of which must match. None if nothing is typed. */
  readonly ways: readonly SearchTerms[];
}

const SCOPES: Readonly<Record<string, FindQuery['scope']>> = { '>': 'actions', '#': 'numbers' };

export function readQuery(typed: string): FindQuery {
  const trimmed = typed.trim();
  const scope = SCOPES[trimmed.charAt(0)] ?? 'all';
  const text = scope === 'all' ? trimmed : trimmed.slice(1).trim();
  return { scope, text, ways: searchWays(text) ?? [] };
}

/** Each term once, in whichever way it is wanted. */
export function termsOf({ ways }: Pick<FindQuery, 'ways'>): readonly string[] {
  return [...new Set(ways.flat())];
}
