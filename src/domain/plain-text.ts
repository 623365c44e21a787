/** All of ASCII is its own plain text once it is in small letters. */
// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** Letters that no accent tells apart from the plain ones. */
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
