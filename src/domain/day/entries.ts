import { readStamp, STAMP_PATTERN, type Stamp, writeStamp } from './stamp.ts';
import { appendLines, type BlockLine, linesWithin, oneLine, otherLines } from './text-blocks.ts';

/**
 * Something noted at a moment: `2026-11-23 08:42 -0600 ann: Wall open behind the washer.` The further lines of its text
 * stand below, indented.
 */
export interface Entry extends Stamp {
  readonly who: string;
  readonly text: string;
  /** Indices of its lines in the text that holds it. */
  readonly lines: readonly number[];
}

export type NewEntry = Omit<Entry, 'lines'>;

const ENTRY = new RegExp(String.raw`^[ \t]*${STAMP_PATTERN}[ \t]+([^:\s](?:[^:]*[^:\s])?)[ \t]*:(.*)$`);
const INDENT = '  ';

/** The block that holds what people note. */
export const LOG = 'Log';

/** Returns the entries of a block, oldest first; those of the same minute stay in the order of the text. */
export function readEntries(text: string, block: string, offsetOf: (at: number) => number): Entry[] {
  const entries: Entry[] = [];
  for (const said of linesWithin(text, block)) {
    const entry = readEntry(said, offsetOf);
    const last = entries.at(-1);
    if (entry) entries.push(entry);
    else if (last && isContinued(said, last)) {
      entries[entries.length - 1] = {
        ...last,
        text: `${last.text}\n${continued(said.line)}`,
        lines: [...last.lines, said.at],
      };
    }
  }
  return entries.sort((one, other) => one.at - other.at);
}

/** Returns the lines of a block that belong to no entry. */
export function linesBesideEntries(text: string, block: string): string[] {
  return otherLines(
    text,
    block,
    readEntries(text, block, () => 0).flatMap(({ lines }) => lines),
  );
}

/** Returns the text with one more entry at the end of the block, which is made if it is missing. */
export function addEntry(text: string, block: string, entry: NewEntry): string {
  return appendLines(text, block, entryLines(entry));
}

/** A backslash keeps a further line that reads as a heading or an entry from being one. */
const GUARDED = new RegExp(String.raw`^\\*(?:---.*---|${STAMP_PATTERN}.*)$`);

function entryLines({ who, text, ...stamp }: NewEntry): string[] {
  const [first = '', ...more] = text.trim().split(/\s*\r?\n/);
  const further = more.map((line) => (GUARDED.test(line.trim()) ? `\\${line.trim()}` : line));
  return [`${writeStamp(stamp)} ${nameIn(who)}: ${oneLine(first)}`, ...further.map((line) => INDENT + line)];
}

function isContinued({ line, at }: BlockLine, { lines }: Entry): boolean {
  return lines.at(-1) === at - 1 && line.startsWith(INDENT) && line.trim() !== '';
}

function continued(line: string): string {
  const said = line.slice(INDENT.length);
  return said.startsWith('\\') && GUARDED.test(said) ? said.slice(1) : said;
}

/** A name as an entry can hold it: a colon would end it. */
export function nameIn(who: string): string {
  return oneLine(who.replaceAll(':', ' ')) || '?';
}

function readEntry({ line, at }: BlockLine, offsetOf: (at: number) => number): Entry | null {
  const [, date, time, zone = '', who, text] = ENTRY.exec(line) ?? [];
  if (who === undefined || text === undefined) return null;
  const stamp = readStamp(`${date} ${time} ${zone}`, offsetOf);
  return stamp && { ...stamp, who, text: text.trim(), lines: [at] };
}
