/** Terms that people type: names, parts of names, addresses, numbers, and words that no record contains. */
const TYPED: readonly string[] = [
  'castellanos',
  'ann lee',
  'ximena del',
  'harbor prop',
  '.4711@',
  'example.com',
  '(512) 555-0471',
  'sycamore galv',
  'zz-nobody',
];

/** Every term that is searched for while these are typed, each once. */
export const SEARCH_TERMS: readonly string[] = [
  ...new Set(TYPED.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)))),
].filter((term) => term.trim() === term);
