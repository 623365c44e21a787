import { listWords } from '../../words/pieces.ts';

/** 'a, b and c'. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? listWords.none;
  if (words.length < 2) return last;
  const others = words.slice(0, -1).reduce((before, word) => listWords.next({ words: before, word }));
  return listWords.last({ words: others, word: last });
}
