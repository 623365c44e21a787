/**
 * Facts in plain text: a block begins with a line `--- Name ---` and ends before the next such line or at the end of the
 * text. Reading never fails. Writing changes the lines that it means to change; all others stay byte for byte, their line
 * ends included.
 */
interface Block {
  /** As it is written; null for what stands before the first block. */
  readonly name: string | null;
  /** Index of its first line below the name, and of the line behind its last. */
  readonly from: number;
  readonly to: number;
}

const HEADING = /^[ \t]*---[ \t]*(\S(?:.*\S)?)[ \t]*---[ \t]*$/;

/** The lines of a text, each with its line end: joined they are the text. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** A line without its line end. */
function bareLine(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/** The blocks of a text in order; the first is what stands before any. */
function blocksOf(lines: readonly string[]): Block[] {
  const headings = lines.flatMap((line, at) => {
    const name = HEADING.exec(bareLine(line))?.[1];
    return name === undefined ? [] : [{ name, at }];
  });
  const ends = [...headings.slice(1).map(({ at }) => at), lines.length];
  return [
    { name: null, from: 0, to: headings[0]?.at ?? lines.length },
    ...headings.map(({ name, at }, index) => ({ name, from: at + 1, to: ends[index] ?? lines.length })),
  ];
}

/** The lines of a text without their line ends. */
export function bareLines(text: string): string[] {
  return linesOf(text).map(bareLine);
}

/** The lines within every block called `name`, without their line ends, and where each stands in the text. */
export function linesWithin(text: string, name: string): { readonly line: string; readonly at: number }[] {
  const lines = linesOf(text);
  return blocksOf(lines)
    .filter((block) => block.name !== null && sameLabel(block.name, name))
    .flatMap(({ from, to }) =>
      lines.slice(from, to).map((line, index) => ({ line: bareLine(line), at: from + index })),
    );
}

/** Whether two names or labels are the same, however they were typed. */
export function sameLabel(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** What a person typed, as part of one line. */
export function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

/** The text with `line` behind the last line of the first block called `name`; with a new block where there is none. */
export function appendLine(text: string, name: string, line: string): string {
  const lines = linesOf(text);
  const block = blocksOf(lines).find(
    (candidate) => candidate.name !== null && sameLabel(candidate.name, name),
  );
  if (!block) return insert(lines, lines.length, [`--- ${name} ---`, line]);
  let at = block.to;
  while (at > block.from && bareLine(lines[at - 1] ?? '').trim() === '') at -= 1;
  return insert(lines, at, [line]);
}

/** The text with one line in place of another, whose line end stays. */
export function replaceLine(text: string, at: number, line: string): string {
  const lines = linesOf(text);
  const old = lines[at] ?? '';
  return [...lines.slice(0, at), line + old.slice(bareLine(old).length), ...lines.slice(at + 1)].join('');
}

/** The text without one line of a block; without the block's name as well where nothing else stands below that. */
export function removeLine(text: string, at: number): string {
  const lines = linesOf(text);
  const block = blocksOf(lines).find(({ name, from, to }) => name !== null && from <= at && at < to);
  const isLast = block?.to === lines.length;
  const others = block
    ? lines.slice(block.from, block.to).filter((_, index) => index !== at - block.from)
    : [];
  const isEmpty = block !== undefined && others.every((line) => bareLine(line).trim() === '');
  const kept = lines.filter((_, index) => index !== at && !(isEmpty && index === block.from - 1));
  // The line end before a block at the end of a text came with the block, where none stands behind it.
  const isOpen = isEmpty && isLast && !text.endsWith('\n');
  return isOpen ? kept.join('').replace(/\r?\n$/, '') : kept.join('');
}

function insert(lines: readonly string[], at: number, added: readonly string[]): string {
  const lineEnd = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const before = lines.slice(0, at).join('');
  const opened = before === '' || before.endsWith('\n') ? before : before + lineEnd;
  const after = lines.slice(at).join('');
  // Servers cut blanks off a text's end.
  const last = after === '' ? '' : lineEnd;
  return opened + added.join(lineEnd) + last + after;
}

/** A text without the blocks of these names, for a person who sees those elsewhere. Nothing is ever written back from it. */
export function textBeside(text: string, names: readonly string[]): string {
  const lines = linesOf(text);
  return blocksOf(lines)
    .filter(({ name }) => name === null || !names.some((known) => sameLabel(known, name)))
    .flatMap(({ name, from, to }) => lines.slice(name === null ? from : from - 1, to))
    .join('')
    .trim();
}
