/**
 * Invisible characters: directions, zero-width spaces, soft hyphens, controls. Not joiners, because emoji and Persian
 * names need them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** FileMaker and Excel write these within cells. */
// oxlint-disable-next-line no-control-regex -- a vertical tab is one of them
const LINE_ENDS = /[\u000B\u000C\u0085\u2028\u2029]/g;
const SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\t]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Nearly all cells are ASCII with nothing to clean. */
const PLAIN = /^(?![=' ])[ -%'-~]*$/;
/** Excel writes ="02134" to keep leading zeros. */
const FORMULA_TEXT = /^=\s*"((?:[^"]|"")*)"$/;
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]+));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ndash: '–',
  mdash: '—',
};
const ACCENTED = /^([a-z])(acute|grave|circ|uml|tilde|cedil|ring)$/i;
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030A',
};

/** Removes codes and marks that other programs put into a cell. Nothing visible is lost. */
export function cleanText(cell: string): string {
  if (PLAIN.test(cell)) return cell.trim();
  const text = cell
    .replace(LINE_ENDS, '\n')
    .replace(UNSEEN, '')
    .replace(SPACES, ' ')
    .replace(LONE_SURROGATE, '\uFFFD')
    .trim();
  const [, quoted] = FORMULA_TEXT.exec(text) ?? [];
  const plain = quoted === undefined ? text : quoted.replaceAll('""', '"');
  return withoutEntities(withoutEntities(plain))
    .trim()
    .replace(/,?\s*[\r\n]+\s*/g, ', ');
}

/** Called twice, because some programs escape the '&' of an entity too. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code > 31 && code <= 0x10_ffff) return String.fromCodePoint(code);
    const [, letter, accent = ''] = ACCENTED.exec(name) ?? [];
    if (letter !== undefined) return `${letter}${own(ACCENTS, accent) ?? ''}`.normalize('NFC');
    return own(ENTITIES, name) ?? whole;
  });
}

/** Without `hasOwn`, '&constructor;' would count as an entity. */
function own(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
