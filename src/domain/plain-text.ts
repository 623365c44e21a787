/** Lowercase ASCII is its own plain text. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** Letters that normalization does not decompose. */
const LETTERS = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  '‘': "'",
  '’': "'",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * A text as it is searched and sorted: in small letters, without accents. Each character is looked at by itself, so that
 * a text which holds another one still does when both are plain.
 */
export function plainText(text: string): string {
  const small = text.toLowerCase();
  // Nearly all texts are ASCII, and the rest of this takes long.
  if (!BEYOND_ASCII.test(small)) return small;
  return small
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter as keyof typeof LETTERS]);
}

/** A record matches if it, or what it refers to, has each term. */
export type SearchTerms = readonly string[];

/** Digits and separators. */
const NUMBER = /^[\d\s()+./-]*$/;
/** Fewer digits match too many numbers. */
const FEWEST = 3;
/** The country code, which texts may leave out. */
const WITH_COUNTRY = /^1(?=\d{10}$)/;
const ENDS = /^[,;]+|[,;]+$/g;

/**
 * What a search looks for, in one or two ways, of which either will do: each of its words, and where it looks like a part
 * of a phone number, its digits. A text that holds what was typed as it was typed holds each of its words. Null where
 * nothing was typed.
 */
export function searchWays(typed: string): readonly SearchTerms[] | null {
  const words = plainText(typed)
    .split(/\s+/)
    .map((word) => word.replace(ENDS, ''))
    .filter(Boolean);
  if (words.length === 0) return null;
  const digits = NUMBER.test(typed) ? digitsOf(typed).replace(WITH_COUNTRY, '') : '';
  return digits.length < FEWEST || digits === words[0] ? [words] : [words, [digits]];
}

/** Returns the digits of a phone number; '' for a value that is no text. */
export function digitsOf(phone: unknown): string {
  return typeof phone === 'string' ? phone.replace(/\D+/g, '') : '';
}
