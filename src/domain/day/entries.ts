import { readStamp, STAMP_PATTERN, type Stamp, writeStamp } from './stamp.ts';
import { appendLine, linesWithin, oneLine } from './text-blocks.ts';

/** What somebody noted at a moment: `2026-11-23 08:42 -0600 ann: Wall open behind the washer.` */
export interface Entry extends Stamp {
  readonly who: string;
  readonly text: string;
}

const ENTRY = new RegExp(String.raw`^[ \t]*${STAMP_PATTERN}[ \t]+([^:\s](?:[^:]*[^:\s])?)[ \t]*:(.*)$`);

/** The block that holds what people note. */
export const LOG = 'Log';

/** The entries of a block, oldest first; what was noted in the same minute stays in the order of the text. */
export function readEntries(text: string, block: string, offsetOf: (at: number) => number): Entry[] {
  return linesWithin(text, block)
    .flatMap(({ line }) => readEntry(line, offsetOf) ?? [])
    .sort((one, other) => one.at - other.at);
}

/** The text with an entry more at the end of the block, which is made where there is none. */
export function addEntry(text: string, block: string, entry: Entry): string {
  const who = nameIn(entry.who);
  return appendLine(text, block, `${writeStamp(entry)} ${who}: ${oneLine(entry.text)}`);
}

/** A name as an entry can hold it: a colon would end it. */
export function nameIn(who: string): string {
  return oneLine(who.replaceAll(':', ' ')) || '?';
}

function readEntry(line: string, offsetOf: (at: number) => number): Entry | null {
  const [, date, time, zone = '', who, text] = ENTRY.exec(line) ?? [];
  if (who === undefined || text === undefined) return null;
  const stamp = readStamp(`${date} ${time} ${zone}`, offsetOf);
  return stamp && { ...stamp, who, text: text.trim() };
}
