import { plainText, type SearchTerms } from '../search-text.ts';

interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Divides a text where a term begins or ends. A text whose length changes when folded is left whole. */
export function markedParts(text: string, ways: readonly SearchTerms[]): MarkedPart[] {
  const plain = plainText(text);
  if (plain.length !== text.length) return [{ text, isMatch: false }];
  const isMatch = new Uint8Array(text.length);
  for (const term of ways.flat()) {
    for (let at = plain.indexOf(term); at >= 0; at = plain.indexOf(term, at + 1)) {
      isMatch.fill(1, at, at + term.length);
    }
  }
  const parts: MarkedPart[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isMatch[at] === isMatch[from]) continue;
    parts.push({ text: text.slice(from, at), isMatch: isMatch[from] === 1 });
    from = at;
  }
  return parts;
}
