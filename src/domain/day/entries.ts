import { appendLines, type BlockLine, linesWithin, oneLine, otherLines } from './text-blocks.ts';

/** `2026-11-23 08:42 -0600` */
export interface Stamp {
  /** Ms since 1970 in UTC. */
  readonly at: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

export const STAMP_PATTERN = String.raw`(\d{4}-\d{2}-\d{2})[ \t]+(\d{1,2}:\d{2})(?:[ \t]+([+-]\d{2}:?\d{2}))?`;
const STAMP = new RegExp(`^${STAMP_PATTERN}$`);
const MINUTE_MS = 60_000;

export function writeStamp({ at, offset }: Stamp): string {
  const local = new Date(at + offset * MINUTE_MS).toISOString();
  const minutes = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}

/**
 * Returns null for other text and days like February 30.
 * @param offsetOf the reader's minutes east of UTC at a moment, for a text without an offset
 */
export function readStamp(text: string, offsetOf: (at: number) => number): Stamp | null {
  const [, date, time, zone] = STAMP.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return null;
  const clock = `${date}T${time.padStart(5, '0')}:00.000Z`;
  const local = Date.parse(clock);
  // Some engines read February 30 as a day in March.
  if (Number.isNaN(local) || new Date(local).toISOString() !== clock) return null;
  const offset = zone === undefined ? offsetOf(local) : minutesOf(zone);
  return offset === null ? null : { at: local - offset * MINUTE_MS, offset };
}

/** Returns the device's minutes east of UTC. */
export function localOffset(at: number): number {
  return -new Date(at).getTimezoneOffset();
}

function minutesOf(zone: string): number | null {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  if (Number(zone.slice(-2)) > 59 || minutes > 14 * 60) return null;
  return zone.startsWith('-') ? -minutes : minutes;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `2026-11-23 08:42 -0600 ann: Wall open behind the washer.` Further lines are indented. */
export interface Entry extends Stamp {
  readonly who: string;
  readonly text: string;
  /** Indices of its lines in the text. */
  readonly lines: readonly number[];
}

type NewEntry = Omit<Entry, 'lines'>;

const ENTRY = new RegExp(String.raw`^[ \t]*${STAMP_PATTERN}[ \t]+([^:\s](?:[^:]*[^:\s])?)[ \t]*:(.*)$`);
const INDENT = '  ';

export const LOG = 'Log';

/** Oldest first. Entries of the same minute keep their order. */
export function readEntries(text: string, block: string, offsetOf: (at: number) => number): Entry[] {
  return entriesAmong(linesWithin(text, block), offsetOf);
}

/** Like `readEntries`. */
export function entriesAmong(lines: readonly BlockLine[], offsetOf: (at: number) => number): Entry[] {
  const entries: Entry[] = [];
  for (const said of lines) {
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

export function linesBesideEntries(text: string, block: string): string[] {
  return otherLines(
    text,
    block,
    readEntries(text, block, () => 0).flatMap(({ lines }) => lines),
  );
}

export function addEntry(text: string, block: string, entry: NewEntry): string {
  return appendLines(text, block, entryLines(entry));
}

/** A backslash marks a further line that reads like a heading or an entry. */
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

/** A colon would end the name in an entry. */
function nameIn(who: string): string {
  return oneLine(who.replaceAll(':', ' ')) || '?';
}

function readEntry({ line, at }: BlockLine, offsetOf: (at: number) => number): Entry | null {
  const [, date, time, zone = '', who, text] = ENTRY.exec(line) ?? [];
  if (who === undefined || text === undefined) return null;
  const stamp = readStamp(`${date} ${time} ${zone}`, offsetOf);
  return stamp && { ...stamp, who, text: text.trim(), lines: [at] };
}

/** `2026-11-23 08:45 -0600 ann` */
export interface SignedStamp extends Stamp {
  readonly who: string;
}

const SIGNED = new RegExp(String.raw`^(?<moment>${STAMP_PATTERN})(?:[ \t]+(?<who>.*))?$`);

export function writeSigned({ who, ...stamp }: SignedStamp): string {
  return `${writeStamp(stamp)} ${nameIn(who)}`;
}

/** For `offsetOf`, see `readStamp`. */
export function readSigned(text: string, offsetOf: (at: number) => number): SignedStamp | null {
  const { moment = '', who = '' } = SIGNED.exec(text.trim())?.groups ?? {};
  const stamp = readStamp(moment, offsetOf);
  return stamp && { ...stamp, who: who.trim() };
}
