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

/** Folds each character by itself: a text that contains another still does after both are folded. */
export function plainText(text: string): string {
  const small = text.toLowerCase();
  // Nearly all texts are ASCII, and the code below is slow.
  if (!BEYOND_ASCII.test(small)) return small;
  return small
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter as keyof typeof LETTERS]);
}

/** A record matches if it, or a record it refers to, contains every term. */
export type SearchTerms = readonly string[];

const NUMBER = /^[\d\s()+./-]*$/;
/** Fewer digits would match too many numbers. */
const MIN_DIGITS = 3;
/** The country code, which texts may leave out. */
const WITH_COUNTRY = /^1(?=\d{10}$)/;
const ENDS = /^[,;]+|[,;]+$/g;

/** Returns alternatives, one of which must match: words, or the digits if the text may be part of a phone number. */
export function searchWays(typed: string): readonly SearchTerms[] | null {
  const words = plainText(typed)
    .split(/\s+/)
    .map((word) => word.replace(ENDS, ''))
    .filter(Boolean);
  if (words.length === 0) return null;
  const digits = NUMBER.test(typed) ? digitsOf(typed).replace(WITH_COUNTRY, '') : '';
  return digits.length < MIN_DIGITS || digits === words[0] ? [words] : [words, [digits]];
}

export function digitsOf(phone: unknown): string {
  return typeof phone === 'string' ? phone.replace(/\D+/g, '') : '';
}
