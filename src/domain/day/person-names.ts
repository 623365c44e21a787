import { plainText } from '../search-text.ts';
import { oneLine } from './text-blocks.ts';

/** Returns 'Ann Lee' for 'Lee, Ann' and 'Ann  Lee'. A comma would end the name in a crew's line. */
export function firstNameFirst(name: string): string {
  const parts = name.split(',').map(oneLine).filter(Boolean);
  const [last = '', first] = parts;
  return first === undefined || parts.length > 2 ? parts.join(' ') : `${first} ${last}`;
}

/** Ignores case, accents, spaces, dots, hyphens and 'Last, First'. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/** Returns '' for a name without a letter. */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ');
}

/** Puts likely short forms of `name` first: 'Ann L', 'Ann', 'A. Lee'. */
export function likelyFirst(name: string, known: readonly string[]): string[] {
  const words = wordsOf(name);
  const likely = known.filter((one) => isShortFor(words, wordsOf(one)) || isShortFor(wordsOf(one), words));
  return [...likely, ...known.filter((one) => !likely.includes(one))];
}

/** Returns true if each word of the short name begins a different word of the long one, in any order. */
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
