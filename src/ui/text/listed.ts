import { joinWords } from '../../words/common.ts';

/** 'a, b and c'. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? joinWords.none;
  if (words.length < 2) return last;
  const others = words.slice(0, -1).reduce((before, word) => joinWords.next({ words: before, word }));
  return joinWords.last({ words: others, word: last });
}
