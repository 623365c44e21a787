import { oneLine } from '../day/text-blocks.ts';
import {
  type ChamberEdit,
  type CorrectionFact,
  type DryingFact,
  INSTEAD,
  isRightCount,
  NOT_PLACED,
  type PointEdit,
  plainName,
  plainSetter,
  type Ref,
  type UnitEdit,
} from './drying-facts.ts';

/** Words whose items share an entry, with what divides them. */
const DIVIDERS: Partial<Record<DryingFact['word'], string>> = {
  set: '; ',
  placed: '; ',
  named: '; ',
  running: ', ',
  removed: ', ',
  air: ', ',
  points: ', ',
};

/** @returns the texts of the entries, in the facts' order */
export function writeFacts(facts: readonly DryingFact[]): string[] {
  const entries: { readonly word: DryingFact['word']; items: string[] }[] = [];
  for (const fact of facts) {
    const last = entries.at(-1);
    if (last?.word === fact.word && DIVIDERS[fact.word]) last.items.push(itemOf(fact));
    else entries.push({ word: fact.word, items: [itemOf(fact)] });
  }
  return entries.map(({ word, items }) => {
    const said = word === 'running' ? withSpans(items) : items;
    return `${word} ${said.join(DIVIDERS[word])}`;
  });
}

/** `D1, D2, D3` is written as `D1-D3`: each visit names all equipment. */
function withSpans(labels: readonly string[]): string[] {
  const spans: string[][] = [];
  for (const label of labels) {
    const span = spans.at(-1);
    const next = nextTo(span?.at(-1));
    if (span && label === next) span.push(label);
    else spans.push([label]);
  }
  return spans.flatMap((span) => (span.length < 3 ? span : `${span[0]}-${span.at(-1)}`));
}

/** @returns `D2` for `D1`, '' for a label with a name or without a number */
function nextTo(label = ''): string {
  const [, letters, number] = /^([A-Z]{1,3})([1-9]\d{0,2})$/.exec(label) ?? [];
  return letters === undefined ? '' : letters + String(Number(number) + 1);
}

function itemOf(fact: DryingFact): string {
  switch (fact.word) {
    case 'chamber': {
      const rooms = roomsText(fact.rooms);
      const category = fact.category ? [`category ${fact.category}`] : [];
      const lossClass = fact.lossClass === null ? [] : [`class ${fact.lossClass}`];
      const volume = fact.cubicFeet === null ? [] : [`${Math.round(fact.cubicFeet)} cf`];
      return [`${writeRef(fact.ref)} = ${rooms}`, ...category, ...lossClass, ...volume].join(', ');
    }
    case 'set': {
      const place = `${setter(fact.ref)} ${bare(fact.place, /[,;=]/g)}`;
      const material = fact.material.trim() === '' ? [] : [bare(fact.material, /[,;]/g)];
      const chamber = fact.chamber ? [`in ${writeRef(fact.chamber)}`] : [];
      const goal = fact.goal === null ? [] : [`goal ${number(fact.goal)}`];
      return [place, ...material, ...chamber, ...goal].join(', ');
    }
    case 'placed': {
      const kind = bare(fact.kind, /[,;=/]/g);
      const count = fact.count > 1 || /^\d+ /.test(kind) ? `${fact.count} ` : '';
      return `${setter(fact.ref)} ${count}${kind} ${writeRef(fact.chamber)}`;
    }
    case 'named':
      return `${setter(fact.ref)} ${bare(fact.kind, /[,;=/]/g)}`;
    case 'changed':
      return `${writeRef(fact.ref)} = ${editParts(fact.to).join(', ')}`;
    case 'air':
    case 'points':
      return `${writeRef(fact.ref)} ${reading(fact.value)}`;
    case 'correct':
      return `${fact.day} ${fact.clock} ${plainName(fact.who)} ${writeRef(fact.ref)} ${reading(fact.value)}${instead(fact)}`;
    case 'running':
      return fact.ref ? writeRef(fact.ref) : 'all';
    case 'removed':
      return (fact.isPoint ? 'point ' : '') + writeRef(fact.ref);
    case 'dry':
    case 'reopened':
      return writeRef(fact.ref) + (fact.remark.trim() === '' ? '' : `, ${oneLine(fact.remark)}`);
    case 'altitude':
      return `${Math.round(fact.feet)} ft`;
    case 'job':
      return `${bare(fact.name, /[=]/g)} = ${oneLine(fact.value)}`;
    case 'note':
      return fact.text.trim();
  }
}

function editParts(to: ChamberEdit & PointEdit & UnitEdit): string[] {
  const { rooms, category, lossClass, cubicFeet, place, material, goal, count, chamber } = to;
  return [
    part(rooms, (some) => `rooms ${roomsText(some)}`),
    part(category, (water) => `category ${water}`, 'no category'),
    part(lossClass, (grade) => `class ${grade}`, 'no class'),
    part(cubicFeet, (volume) => `${Math.round(volume)} cf`, 'no volume'),
    part(place, (text) => `place ${bare(text, /[,;=]/g)}`, 'place ?'),
    part(material, (text) => `material ${bare(text, /[,;]/g)}`, 'no material'),
    part(goal, (limit) => `goal ${number(limit)}`, 'no goal'),
    part(count, (machines) => `count ${machines}`),
    part(chamber, (ref) => `chamber ${writeRef(ref)}`),
  ].filter((text) => text !== '');
}

/** @returns '' for what stays as it is, `none` for nothing */
function part<Value>(
  value: Value | undefined,
  write: (value: NonNullable<Value>) => string,
  none = '',
): string {
  if (value === undefined) return '';
  return value === null || value === '' ? none : write(value);
}

function roomsText(rooms: readonly string[]): string {
  return rooms.map((room) => bare(room, /[,;=+]/g)).join(' + ');
}

export function writeRef({ label, by }: Ref): string {
  return by === '' ? label : `${label}/${plainSetter(by)}`;
}

/** Ends the name with `=`, because free text follows it. */
function setter(ref: Ref): string {
  return writeRef(ref) + (ref.by === '' ? '' : ' =');
}

/** Returns the text without the characters that would divide the item. */
function bare(text: string, dividers: RegExp): string {
  return oneLine(text.replace(dividers, ' ')) || '?';
}

function instead({ instead: read }: CorrectionFact): string {
  return read === undefined ? '' : INSTEAD + reading(read);
}

export function reading(value: CorrectionFact['value']): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return number(value);
  if (isRightCount(value)) return value.count === 0 ? NOT_PLACED : `count ${value.count}`;
  return `${number(value.fahrenheit)}F ${number(value.humidity)}%`;
}

/** One digit after the point is more than a meter shows. */
function number(value: number): string {
  return String(Number(value.toFixed(1)));
}
