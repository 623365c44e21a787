/** A stretch of a line. */
export interface TextRun {
  readonly text: string;
  /** The font has it; else it is drawn as a picture, so that nothing turns into boxes. */
  readonly isInFont: boolean;
}

export interface Typeface {
  readonly hasGlyph: (codePoint: number) => boolean;
  /** In the unit of `width`. */
  readonly widthOf: (run: TextRun) => number;
}

/** Chinese and Japanese may break after each character. Other texts break at spaces. */
const PIECES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\s+/gu;

/** Breaks a text into lines of runs. A word is drawn as a whole, because the letters of some scripts join. */
export function brokenLines(text: string, width: number, typeface: Typeface): TextRun[][] {
  return text.split(/\r?\n/).flatMap((paragraph) => paragraphLines(paragraph, width, typeface));
}

function paragraphLines(paragraph: string, width: number, typeface: Typeface): TextRun[][] {
  const lines: TextRun[][] = [];
  let line: TextRun[] = [];
  const fits = (piece: TextRun): boolean => widthOf(joined([...line, piece]), typeface) <= width;
  for (const piece of piecesOf(paragraph, typeface)) {
    // Spaces at the end of a line take no room.
    if (isSpace(piece) || fits(piece)) line.push(piece);
    else {
      if (line.some((run) => !isSpace(run))) lines.push(line);
      line = [];
      for (const part of cutToFit(piece, width, typeface)) {
        if (line.length > 0) lines.push(line);
        line = [part];
      }
    }
  }
  return [...lines, line].map(trimmed).map(joined);
}

function piecesOf(text: string, { hasGlyph }: Typeface): TextRun[] {
  return [...text.matchAll(PIECES)].map(([piece]) => ({
    text: isBlank(piece) ? drawnSpaces(piece, hasGlyph) : piece,
    isInFont: isWhole(piece, hasGlyph),
  }));
}

/** A tab is no character of most fonts, and a PDF would end its line there. */
function drawnSpaces(spaces: string, hasGlyph: Typeface['hasGlyph']): string {
  return spaces.replaceAll(/./gsu, (space) => (hasGlyph(Number(space.codePointAt(0))) ? space : ' '));
}

function isWhole(text: string, hasGlyph: Typeface['hasGlyph']): boolean {
  return Array.from(text).every(
    (character) => isBlank(character) || hasGlyph(Number(character.codePointAt(0))),
  );
}

function isSpace({ text }: TextRun): boolean {
  return isBlank(text);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function widthOf(runs: readonly TextRun[], typeface: Typeface): number {
  return runs.reduce((sum, run) => sum + typeface.widthOf(run), 0);
}

/** A word that is wider than a line, such as a web address, is cut wherever the line ends. */
function cutToFit(piece: TextRun, width: number, typeface: Typeface): TextRun[] {
  const parts: TextRun[] = [];
  let text = '';
  for (const character of piece.text) {
    const longer = { ...piece, text: text + character };
    if (text !== '' && typeface.widthOf(longer) > width) {
      parts.push({ ...piece, text });
      text = character;
    } else text = longer.text;
  }
  return [...parts, { ...piece, text }];
}

function trimmed(line: readonly TextRun[]): TextRun[] {
  const ends = line.map((run, at) => (isSpace(run) ? 0 : at + 1));
  return line.slice(0, Math.max(0, ...ends));
}

/** Joins neighbors of one kind. Words of a script that runs from the right need the space between them. */
function joined(line: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const [at, piece] of line.entries()) {
    const last = runs.at(-1);
    const isInFont = isSpace(piece)
      ? line[at + 1]?.isInFont !== false || last?.isInFont !== false
      : piece.isInFont;
    if (last?.isInFont === isInFont) runs[runs.length - 1] = { text: last.text + piece.text, isInFont };
    else runs.push({ text: piece.text, isInFont });
  }
  return runs;
}

/** The characters of some texts that the font lacks, each once: a person is told of them before a document is made. */
export function missingCharacters(texts: readonly string[], hasGlyph: Typeface['hasGlyph']): string[] {
  const all = new Set(texts.flatMap((text) => Array.from(text)));
  return [...all].filter((character) => !isWhole(character, hasGlyph));
}
