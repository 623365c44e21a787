import { readSigned, type SignedStamp, writeSigned } from './signed-stamp.ts';
import {
  appendLines,
  labelKey,
  linesWithin,
  oneLine,
  otherLines,
  removeLine,
  replaceLine,
  sameLabel,
} from './text-blocks.ts';

/** `[x] Work authorization (2026-11-23 08:45 -0600 ann)` */
export interface ChecklistItem {
  readonly text: string;
  readonly done: boolean;
  /** When it was done and by whom, as it stands in the text; empty where it does not say. */
  readonly by: string;
  /** Index of its first line in the text. */
  readonly line: number;
  /** Indices of all its lines: texts that were merged line by line have some items twice. */
  readonly lines: readonly number[];
}

export const CHECKLIST = 'Checklist';
const ITEM = /^[ \t]*\[([ xX]?)\](.*)$/;
/** What ends a line that somebody has marked as done. */
const BY = /\((\d{4}-\d{2}-\d{2}[^()]*)\)$/;

/** Returns the items of a text's checklist in order. An item that stands there twice is one: done if one of them is, by the earlier tick. */
export function readChecklist(text: string): ChecklistItem[] {
  const items = new Map<string, ChecklistItem>();
  for (const { line, at } of linesWithin(text, CHECKLIST)) {
    const item = readItem(line);
    if (!item) continue;
    const key = labelKey(item.text);
    const known = items.get(key);
    const lines = [...(known?.lines ?? []), at];
    items.set(key, {
      ...(known ? earlierTick(known, item) : item),
      text: known?.text ?? item.text,
      line: lines[0] ?? at,
      lines,
    });
  }
  return [...items.values()];
}

/** An item as one line says it. */
export type Tick = Pick<ChecklistItem, 'text' | 'done' | 'by'>;

/** Returns what a line says of an item; null if it is none. */
export function readItem(line: string): Tick | null {
  const [, mark, said = ''] = ITEM.exec(line) ?? [];
  const done = /x/i.test(mark ?? '');
  const [end = '', by = ''] = (done && BY.exec(said.trim())) || [];
  // Brackets that tell no moment, and those of an open item, belong to its text.
  if (end !== '' && readSigned(by, () => 0) === null) return { text: said.trim(), done, by: '' };
  const text = said
    .trim()
    .slice(0, said.trim().length - end.length)
    .trim();
  return mark === undefined || text === '' ? null : { text, done, by };
}

/** Returns the tick that stands where an item was ticked twice: a tick before none, and the earlier of two. */
export function earlierTick<Item extends Tick>(one: Item, other: Item): Item {
  if (one.done !== other.done) return one.done ? one : other;
  return one.by === '' || (other.by !== '' && momentOf(other) < momentOf(one)) ? other : one;
}

function momentOf({ by }: Tick): number {
  return readSigned(by, () => 0)?.at ?? Number.POSITIVE_INFINITY;
}

/** Returns the lines of the checklist that are no items. */
export function linesBesideItems(text: string): string[] {
  return otherLines(
    text,
    CHECKLIST,
    readChecklist(text).flatMap(({ lines }) => lines),
  );
}

/** The text with items that it does not have yet behind those that it has. */
export function addItems(text: string, items: readonly string[]): string {
  return items.map(oneLine).reduce((written, item) => {
    const has = readChecklist(written).some((known) => sameLabel(known.text, item));
    return has || item === '' ? written : appendLines(written, CHECKLIST, [`[ ] ${item}`]);
  }, text);
}

/**
 * The text with one item done, by whom and when, or open again. Where the text has changed since the item was read, the item
 * is known by what it says; where it is gone, nothing changes.
 */
export function markItem(text: string, item: Pick<ChecklistItem, 'text'>, done: SignedStamp | null): string {
  const found = readChecklist(text).find((known) => sameLabel(known.text, item.text));
  if (!found) return text;
  const by = done && writeSigned({ ...done, who: done.who.replace(/[()]/g, ' ') });
  const line = by === null ? `[ ] ${found.text}` : `[x] ${found.text} (${by})`;
  const [, ...twice] = found.lines;
  return replaceLine([...twice].reverse().reduce(removeLine, text), found.line, line);
}
