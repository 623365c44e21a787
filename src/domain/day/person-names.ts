import { plainText } from '../plain-text.ts';
import { oneLine } from './text-blocks.ts';

/** Returns 'Ann Lee' for 'Lee, Ann' and for 'Ann  Lee': a crew is one line, in which a comma ends a name. */
export function firstNameFirst(name: string): string {
  const parts = name.split(',').map(oneLine).filter(Boolean);
  const [last = '', first] = parts;
  return first === undefined || parts.length > 2 ? parts.join(' ') : `${first} ${last}`;
}

/** Compares as search does, without case and accents; blanks, dots, hyphens and 'Last, First' make no difference either. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/** Returns a key that is equal for the same names; '' for a name without a letter. */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ');
}

/** Sorts the known names so that likely short forms of `name` come first: 'Ann L', 'Ann', 'A. Lee'. */
export function likelyFirst(name: string, known: readonly string[]): string[] {
  const words = wordsOf(name);
  const likely = known.filter((one) => isShortFor(words, wordsOf(one)) || isShortFor(wordsOf(one), words));
  return [...likely, ...known.filter((one) => !likely.includes(one))];
}

/** Holds where each word of the shorter name begins another word of the longer one, in any order. */
function isShortFor(short: readonly string[], long: readonly string[]): boolean {
  const left = [...long];
  return short.every((word) => {
    const at = left.findIndex((whole) => whole.startsWith(word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function wordsOf(name: string): string[] {
  return plainText(firstNameFirst(name))
    .split(/[\s.\u2010-\u2015-]+/)
    .filter(Boolean);
}
