import { usualChecklists } from '../../words/jobs.ts';
import { readSigned, type SignedStamp, writeSigned } from './entries.ts';
import {
  appendLines,
  bareLines,
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
  /** When and by whom, as written. */
  readonly by: string;
  readonly line: number;
  /** Line-by-line merges can leave an item twice. */
  readonly lines: readonly number[];
}

export const CHECKLIST = 'Checklist';
const ITEM = /^[ \t]*\[([ xX]?)\](.*)$/;
const BY = /\((\d{4}-\d{2}-\d{2}[^()]*)\)$/;

/** Equal items become one, with their `earlierTick`. */
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

export type Tick = Pick<ChecklistItem, 'text' | 'done' | 'by'>;

export function readItem(line: string): Tick | null {
  const [, mark, said = ''] = ITEM.exec(line) ?? [];
  const done = /x/i.test(mark ?? '');
  const [end = '', by = ''] = (done && BY.exec(said.trim())) || [];
  // Parentheses without a date and time belong to the text.
  if (end !== '' && readSigned(by, () => 0) === null) return { text: said.trim(), done, by: '' };
  const text = said
    .trim()
    .slice(0, said.trim().length - end.length)
    .trim();
  return mark === undefined || text === '' ? null : { text, done, by };
}

/** Prefers a done tick to an open one, and the earlier of two done ones. */
export function earlierTick<Item extends Tick>(one: Item, other: Item): Item {
  if (one.done !== other.done) return one.done ? one : other;
  return one.by === '' || (other.by !== '' && momentOf(other) < momentOf(one)) ? other : one;
}

function momentOf({ by }: Tick): number {
  return readSigned(by, () => 0)?.at ?? Number.POSITIVE_INFINITY;
}

export function linesBesideItems(text: string): string[] {
  return otherLines(
    text,
    CHECKLIST,
    readChecklist(text).flatMap(({ lines }) => lines),
  );
}

export function addItems(text: string, items: readonly string[]): string {
  return items.map(oneLine).reduce((written, item) => {
    const has = readChecklist(written).some((known) => sameLabel(known.text, item));
    return has || item === '' ? written : appendLines(written, CHECKLIST, [`[ ] ${item}`]);
  }, text);
}

/** Finds the item by its text, because lines may have moved. If it is gone, the text stays as it is. */
export function markItem(text: string, item: Pick<ChecklistItem, 'text'>, done: SignedStamp | null): string {
  const found = readChecklist(text).find((known) => sameLabel(known.text, item.text));
  if (!found) return text;
  const by = done && writeSigned({ ...done, who: done.who.replace(/[()]/g, ' ') });
  const line = by === null ? `[ ] ${found.text}` : `[x] ${found.text} (${by})`;
  const [, ...twice] = found.lines;
  return replaceLine([...twice].reverse().reduce(removeLine, text), found.line, line);
}

export interface ChecklistTemplate {
  readonly name: string;
  readonly items: readonly string[];
}

/** A line that ends with a colon names a checklist; its items follow. Lines before the first name are ignored. */
export function readTemplates(text: string): ChecklistTemplate[] {
  const templates: { name: string; items: string[] }[] = [];
  for (const line of bareLines(text)) {
    const name = templateName(line);
    const said = bareItem(line);
    if (name !== null) templates.push({ name, items: [] });
    else if (said !== '') templates.at(-1)?.items.push(said);
  }
  return templates.filter(({ items }) => items.length > 0);
}

/** Puts first the templates named after the first word of a project's type: 'Fire and smoke' for `smoke_damage`. */
export function likeliestTemplates(
  templates: readonly ChecklistTemplate[],
  types: readonly string[],
): ChecklistTemplate[] {
  const kinds = types.map((type) => type.replace(/_.*/, ''));
  const isLikely = ({ name }: ChecklistTemplate): boolean =>
    name
      .toLowerCase()
      .split(/\W+/)
      .some((word) => kinds.includes(word));
  return [...templates.filter(isLikely), ...templates.filter((template) => !isLikely(template))];
}

export function templateName(line: string): string | null {
  const said = bareItem(line);
  return said.endsWith(':') && said.length > 1 ? said.slice(0, -1).trim() : null;
}

function bareItem(line: string): string {
  return line.trim().replace(/^[-*•]\s*/, '');
}

export const USUAL_TEMPLATES = Object.values(usualChecklists).join('\n\n');
