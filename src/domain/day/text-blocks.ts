/**
 * Facts in plain text. A block begins with a line `--- Name ---` and ends before the next such line. Blocks
 * with the same name are read as one. Reading never fails. Writing keeps all other lines byte for byte, with their
 * line ends.
 */
interface Block {
  /** Null for the text before the first block. */
  readonly name: string | null;
  /** The index of the first line below the heading. */
  readonly from: number;
  /** The index after the block's last line. */
  readonly to: number;
}

const HEADING = /^[ \t]*---[ \t]*(\S(?:.*\S)?)[ \t]*---[ \t]*$/;

/** 'Estimate' of '--- Estimate ---'; null if the line is no heading. */
export function headingName(line: string): string | null {
  return HEADING.exec(line)?.[1] ?? null;
}

/** The lines keep their line ends. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function bareLine(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function blocksOf(lines: readonly string[]): Block[] {
  const headings = lines.flatMap((line, at) => {
    const name = headingName(bareLine(line));
    return name === null ? [] : [{ name, at }];
  });
  const ends = [...headings.slice(1).map(({ at }) => at), lines.length];
  return [
    { name: null, from: 0, to: headings[0]?.at ?? lines.length },
    ...headings.map(({ name, at }, index) => ({ name, from: at + 1, to: ends[index] ?? lines.length })),
  ];
}

export function bareLines(text: string): string[] {
  return linesOf(text).map(bareLine);
}

/** Combines all blocks with the same name, in the place of the first. */
export interface NamedBlock {
  /** Empty for the text before the first block. */
  readonly key: string;
  readonly heading: string;
  readonly lines: readonly string[];
}

export function namedBlocks(text: string): NamedBlock[] {
  const lines = linesOf(text);
  const blocks = new Map<string, NamedBlock>();
  for (const { name, from, to } of blocksOf(lines)) {
    const key = name === null ? '' : labelKey(name);
    const heading = name === null ? '' : bareLine(lines[from - 1] ?? '');
    const known = blocks.get(key) ?? { key, heading, lines: [] };
    blocks.set(key, { ...known, lines: [...known.lines, ...lines.slice(from, to).map(bareLine)] });
  }
  return [...blocks.values()];
}

export interface BlockLine {
  readonly line: string;
  readonly at: number;
}

export function linesWithin(text: string, name: string): BlockLine[] {
  const lines = linesOf(text);
  return blocksOf(lines)
    .filter((block) => block.name !== null && sameLabel(block.name, name))
    .flatMap(({ from, to }) =>
      lines.slice(from, to).map((line, index) => ({ line: bareLine(line), at: from + index })),
    );
}

export function sameLabel(one: string, other: string): boolean {
  return labelKey(one) === labelKey(other);
}

/** Ignores case and extra spaces. */
export function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

export function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

/** Adds lines to the first block of that name, or to a new block at the end. */
export function appendLines(text: string, name: string, added: readonly string[]): string {
  const lines = linesOf(text);
  const block = blocksOf(lines).find(
    (candidate) => candidate.name !== null && sameLabel(candidate.name, name),
  );
  if (!block) return insert(lines, lines.length, [`--- ${name} ---`, ...added]);
  let at = block.to;
  while (at > block.from && bareLine(lines[at - 1] ?? '').trim() === '') at -= 1;
  return insert(lines, at, added);
}

/** Keeps the line end. */
export function replaceLine(text: string, at: number, line: string): string {
  const lines = linesOf(text);
  const old = lines[at] ?? '';
  return [...lines.slice(0, at), line + old.slice(bareLine(old).length), ...lines.slice(at + 1)].join('');
}

/** Also removes the block's heading if this was its last line that is not blank. */
export function removeLine(text: string, at: number): string {
  const lines = linesOf(text);
  const block = blocksOf(lines).find(({ name, from, to }) => name !== null && from <= at && at < to);
  const isLast = block?.to === lines.length;
  const others = block
    ? lines.slice(block.from, block.to).filter((_, index) => index !== at - block.from)
    : [];
  const isEmpty = block !== undefined && others.every((line) => bareLine(line).trim() === '');
  const kept = lines.filter((_, index) => index !== at && !(isEmpty && index === block.from - 1));
  // When the block was appended to the text, a line end was added before it. Remove that too.
  const isOpen = isEmpty && isLast && !text.endsWith('\n');
  return isOpen ? kept.join('').replace(/\r?\n$/, '') : kept.join('');
}

function insert(lines: readonly string[], at: number, added: readonly string[]): string {
  const lineEnd = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const before = lines.slice(0, at).join('');
  const opened = before === '' || before.endsWith('\n') ? before : before + lineEnd;
  const after = lines.slice(at).join('');
  // Servers would trim a line end there.
  const last = after === '' ? '' : lineEnd;
  return opened + added.join(lineEnd) + last + after;
}

/** @param known the lines of the block's facts */
export function otherLines(text: string, name: string, known: Iterable<number>): string[] {
  const facts = new Set(known);
  return linesWithin(text, name)
    .filter(({ line, at }) => line.trim() !== '' && !facts.has(at))
    .map(({ line }) => line.trim());
}

/** Returns the text that people wrote, with the blocks of other programs. */
export function freeText(text: string, names: readonly string[]): string {
  const lines = linesOf(text);
  const places = blocksOf(lines)
    .filter(({ name }) => !isOneOf(name, names))
    .flatMap(({ name, from, to }) => range(name === null ? from : from - 1, to));
  // The line end before a block of facts belongs to the block.
  const isCut = (at: number): boolean => at === places.at(-1) && at < lines.length - 1;
  const free = places.map((at) => (isCut(at) ? bareLine(lines[at] ?? '') : (lines[at] ?? '')));
  return free.map((line) => unescaped(line, names)).join('');
}

/**
 * Replaces the free text, which comes before the blocks. If a line that somebody typed looks like
 * a block's heading, it gets a leading backslash, which `freeText` removes.
 */
export function writeFreeText(text: string, names: readonly string[], free: string): string {
  if (free === freeText(text, names)) return text;
  const lines = linesOf(text);
  const lineEnd = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const facts = blocksOf(lines)
    .filter(({ name }) => isOneOf(name, names))
    .map(({ from, to }) => lines.slice(from - 1, to).join(''))
    .map((block, n, all) => (n < all.length - 1 && !block.endsWith('\n') ? block + lineEnd : block))
    .join('');
  const typed = linesOf(free).map((line) => escaped(line, names));
  return typed.join('') + (facts !== '' && free !== '' ? lineEnd : '') + facts;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}

const ESCAPE = '\\';

function escaped(line: string, names: readonly string[]): string {
  return isHeading(line.replace(/^\\*/, ''), names) ? ESCAPE + line : line;
}

export function unescaped(line: string, names: readonly string[]): string {
  return line.startsWith(ESCAPE) && isHeading(line.replace(/^\\*/, ''), names) ? line.slice(1) : line;
}

function isHeading(line: string, names: readonly string[]): boolean {
  return isOneOf(headingName(bareLine(line)), names);
}

function isOneOf(name: string | null, names: readonly string[]): boolean {
  return name !== null && names.some((known) => sameLabel(known, name));
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly line: number;
}

const FACT = /^[ \t]*([^:\s](?:[^:]*[^:\s])?)[ \t]*:(.*)$/;

export function readFacts(text: string, block: string): Fact[] {
  return linesWithin(text, block).flatMap(({ line, at }) => {
    const fact = readFactLine(line);
    return fact ? [{ ...fact, line: at }] : [];
  });
}

export function readFactLine(line: string): Omit<Fact, 'line'> | null {
  const [, label, value] = FACT.exec(line) ?? [];
  return label === undefined || value === undefined ? null : { label, value: value.trim() };
}

export function readFact(text: string, block: string, label: string): string | null {
  return findFact(text, block, label)?.value ?? null;
}

/** Sets the first line with the label, or adds it. An empty value removes it. */
export function writeFact(
  text: string,
  fact: Readonly<{ block: string; label: string; value: string }>,
): string {
  const value = oneLine(fact.value);
  const found = findFact(text, fact.block, fact.label);
  if (found?.value === value) return text;
  if (found && value === '') return removeLine(text, found.line);
  if (found) return replaceLine(text, found.line, `${found.label}: ${value}`);
  return value === '' ? text : appendLines(text, fact.block, [`${fact.label}: ${value}`]);
}

export function keepFirstFact(text: string, block: string, label: string): string {
  const [, ...others] = readFacts(text, block).filter((fact) => sameLabel(fact.label, label));
  return others.reverse().reduce((kept, { line }) => removeLine(kept, line), text);
}

function findFact(text: string, block: string, label: string): Fact | undefined {
  return readFacts(text, block).find((fact) => sameLabel(fact.label, label));
}
