import { type SignedStamp, writeSigned } from './signed-stamp.ts';
import { appendLine, linesWithin, oneLine, replaceLine, sameLabel } from './text-blocks.ts';

/** `[x] Work authorization (2026-11-23 08:45 -0600 ann)` */
export interface ChecklistItem {
  readonly text: string;
  readonly done: boolean;
  /** When it was done and by whom, as it stands in the text; empty where it does not say. */
  readonly by: string;
  /** Index of its line in the text. */
  readonly line: number;
}

export const CHECKLIST = 'Checklist';
const ITEM = /^[ \t]*\[([ xX]?)\](.*)$/;
/** What ends a line that somebody has marked as done. */
const BY = /\((\d{4}-\d{2}-\d{2}[^()]*)\)$/;

/** The items of a text's checklist, in order. */
export function readChecklist(text: string): ChecklistItem[] {
  return linesWithin(text, CHECKLIST).flatMap(({ line, at }) => {
    const [, mark, said = ''] = ITEM.exec(line) ?? [];
    const [end = '', by = ''] = BY.exec(said.trim()) ?? [];
    const item = said
      .trim()
      .slice(0, said.trim().length - end.length)
      .trim();
    return mark === undefined || item === '' ? [] : [{ text: item, done: /x/i.test(mark), by, line: at }];
  });
}

/** The text with items that it does not have yet behind those that it has. */
export function addItems(text: string, items: readonly string[]): string {
  return items.map(oneLine).reduce((written, item) => {
    const has = readChecklist(written).some((known) => sameLabel(known.text, item));
    return has || item === '' ? written : appendLine(written, CHECKLIST, `[ ] ${item}`);
  }, text);
}

/**
 * The text with one item done, by whom and when, or open again. Where the text has changed since the item was read, the item
 * is known by what it says; where it is gone, nothing changes.
 */
export function markItem(
  text: string,
  item: Pick<ChecklistItem, 'text' | 'line'>,
  done: SignedStamp | null,
): string {
  const alike = readChecklist(text).filter((known) => known.text === item.text);
  const found = alike.find(({ line }) => line === item.line) ?? alike[0];
  if (!found) return text;
  const by = done && writeSigned({ ...done, who: done.who.replace(/[()]/g, ' ') });
  return replaceLine(text, found.line, by === null ? `[ ] ${found.text}` : `[x] ${found.text} (${by})`);
}
