import { templateName, USUAL_TEMPLATES } from '../../domain/day/checklist.ts';

interface MergedChecklists {
  readonly text: string;
  /** Both sides changed these; `text` has theirs. */
  readonly conflicts: readonly { readonly checklist: string; readonly mine: string }[];
}

/** Checklists by name, each with its heading. The key '' holds the lines before the first name. */
type Lists = ReadonlyMap<string, string>;

export function mergeChecklists(base: string, mine: string, theirs: string): MergedChecklists {
  if (isSame(mine, base) || isSame(mine, theirs)) return { text: theirs, conflicts: [] };
  if (isSame(theirs, base)) return { text: mine, conflicts: [] };
  const [before, own, other] = [listsIn(base), listsIn(mine), listsIn(theirs)];
  // My order counts only if theirs is unchanged.
  const isMyOrder = !isSameOrder(before, own) && isSameOrder(before, other);
  const [first, second] = isMyOrder ? [own, other] : [other, own];
  const conflicts: { checklist: string; mine: string }[] = [];
  const merged = [...new Set([...first.keys(), ...second.keys()])].map((name) => {
    const [old = '', my = '', their = ''] = [before.get(name), own.get(name), other.get(name)];
    if (my === old || my === their) return their;
    if (their === old) return my;
    conflicts.push({ checklist: name, mine: my });
    return their;
  });
  return { text: merged.filter(Boolean).join('\n\n'), conflicts };
}

/** Replaces one checklist, or removes it if `checklist` is blank. */
export function withChecklist(text: string, name: string, checklist: string): string {
  const lists = new Map(listsIn(text)).set(name, checklist);
  return [...lists.values()].filter(Boolean).join('\n\n');
}

export function checklistIn(text: string, name: string): string {
  return listsIn(text).get(name) ?? '';
}

function listsIn(text: string): Lists {
  const lists = new Map<string, string[]>();
  let name = '';
  for (const line of whole(text).split(/\r?\n/)) {
    const heading = templateName(line);
    if (heading !== null) name = freeName(lists, heading);
    lists.set(name, [...(lists.get(name) ?? []), line]);
  }
  return new Map([...lists].map(([key, lines]) => [key, lines.join('\n').trim()]));
}

function freeName(lists: ReadonlyMap<string, unknown>, wanted: string): string {
  let name = wanted;
  for (let n = 2; lists.has(name); n += 1) name = `${wanted} (${n})`;
  return name;
}

function isSameOrder(one: Lists, other: Lists): boolean {
  const shared = (lists: Lists, within: Lists): string =>
    [...lists.keys()].filter((name) => within.has(name)).join('\n');
  return shared(one, other) === shared(other, one);
}

function isSame(one: string, other: string): boolean {
  return whole(one) === whole(other);
}

/** A blank text means the usual checklists. */
function whole(text: string): string {
  return text.trim() || USUAL_TEMPLATES;
}
