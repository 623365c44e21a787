import { oneLine } from '../day/text-blocks.ts';
import {
  type AirFact,
  BILLINGS,
  type ChangeFact,
  type CorrectionFact,
  type DryingFact,
  INSTEAD,
  isWithin,
  type JobFact,
  type MoistureFact,
  NOT_PLACED,
  NOT_REMOVED,
  NOT_SAID,
  RANGES,
  type Ref,
  SKIPS,
  type Skip,
} from './drying-facts.ts';

/** The content of an entry's text. */
export interface Said {
  readonly facts: readonly DryingFact[];
  /** False if an item or a further line was not understood. */
  readonly isWhole: boolean;
}

const LABEL = String.raw`[A-Z]{1,3}\d{0,3}`;
const CHAMBER = '[A-Z]{1,3}';
const POINT = String.raw`[A-Z]{1,3}\d{1,3}`;
const NUMBER = String.raw`\d{1,3}(?:\.\d+)?`;
const SKIP = SKIPS.join('|');

const CHAMBER_ITEM = new RegExp(
  String.raw`^(${CHAMBER})(?:/([^=]+?))? ?= ?([^,]+)(?:, ?category (\d))?(?:, ?class (\d))?(?:, ?(\d{1,7}) ?cf)?$`,
);
/** A name may have several words, so `=` ends it. */
const POINT_ITEM = new RegExp(
  String.raw`^(${POINT})(?:/([^=]+?) ?=| ?=| ) ?([^,=][^,]*)((?:,[^,]+)*?)(?:, ?in (${CHAMBER})/([^,]+))?(?:, ?goal (${NUMBER}) ?%?)?$`,
);
const UNIT_ITEM = new RegExp(
  String.raw`^(${LABEL})(?:/([^=]+?) ?=| ?=| ) ?(?:(\d{1,3}) )?([^/,=]+?) (${CHAMBER})(?:/([^,]+))?$`,
);
const NAME_ITEM = new RegExp(String.raw`^(${LABEL})(?:/([^=]+?) ?=| ?=| ) ?([^/,=]+)$`);
const CHANGE_ITEM = new RegExp(String.raw`^(${LABEL})(?:/([^=]+?))? ?= ?(.+)$`);
const AIR_ITEM = new RegExp(
  String.raw`^(out|un|hvac|${LABEL})(?:/(\S.*?))? (?:(-?${NUMBER}) ?°?([FC]) ?(${NUMBER}) ?%|(${SKIP}))$`,
);
const MOISTURE_ITEM = new RegExp(String.raw`^(${POINT})(?:/(\S.*?))? (?:(${NUMBER}) ?%?|(${SKIP}))$`);
const CORRECTION = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2})(?: [+-]\d{2}:?\d{2})? (.+)$/;
const RIGHT_COUNT = new RegExp(String.raw`^(${LABEL})(?:/(.+))? (?:count (\d{1,3})|${NOT_PLACED})$`);
const TAKEN_BACK = new RegExp(String.raw`^(${LABEL})(?:/(.+))? ${NOT_REMOVED}$`);
const REMOVED_ITEM = new RegExp(String.raw`^(point )?(${LABEL})(?:/(.+))?$`);
const LABEL_SPAN = /^([A-Z]{1,3})([1-9]\d{0,2})-\1([1-9]\d{0,2})$/;
const RUNNING_ITEM = new RegExp(String.raw`^(?:all|(${LABEL})(?:/(.+))?)$`);
const DRY = new RegExp(String.raw`^(${CHAMBER})(?:/([^,]+?))?(?: ?, ?(.+))?$`);
const JOB = /^(meter|billing|standard [^=]*[^= ]) ?= ?(.+)$/;
const ALTITUDE = /^(-?\d{1,5}) ?ft$/;

interface Reader {
  readonly read: (item: string) => DryingFact | null;
  /** Between items. Without it, the whole first line is one item. */
  readonly divider?: string;
}

type ItemWord = Exclude<DryingFact['word'], 'note'>;

const READERS: Readonly<Record<ItemWord, Reader>> = {
  chamber: { read: readChamber },
  set: { read: readPoint, divider: ';' },
  placed: { read: readUnit, divider: ';' },
  named: { read: readName, divider: ';' },
  changed: { read: readChange },
  running: { read: readRunning, divider: ',' },
  removed: { read: readRemoved, divider: ',' },
  air: { read: readAir, divider: ',' },
  points: { read: readMoisture, divider: ',' },
  correct: { read: readCorrection },
  dry: { read: (item) => readStatement('dry', item) },
  reopened: { read: (item) => readStatement('reopened', item) },
  altitude: { read: readAltitude },
  job: { read: readJobFact },
};

/**
 * Never fails. Only a note has further lines; below another fact they are somebody's own.
 * @returns null for a text without a fact
 */
export function readFacts(text: string): Said | null {
  const [, word = '', rest = ''] = /^([a-z]+)[ \t]+(\S[^]*)$/i.exec(text) ?? [];
  const name = word.toLowerCase();
  if (name === 'note') return { facts: [{ word: 'note', text: rest.trim() }], isWhole: true };
  if (!isItemWord(name)) return null;
  const [first = '', ...more] = rest.split('\n');
  const { read, divider } = READERS[name];
  const parts = (divider === undefined ? [first] : first.split(divider)).map(oneLine).filter(Boolean);
  const items = name === 'running' ? parts.flatMap(labelsIn) : parts;
  const facts = items.flatMap((item) => read(item) ?? []);
  const isWhole = facts.length === items.length && more.length === 0;
  return facts.length === 0 ? null : { facts, isWhole };
}

/** `D1-D3` is `D1`, `D2` and `D3`. */
function labelsIn(item: string): string[] {
  const [, letters = '', from, to] = LABEL_SPAN.exec(item) ?? [];
  const count = Number(to) - Number(from) + 1;
  return count > 1 ? Array.from({ length: count }, (_, n) => `${letters}${Number(from) + n}`) : [item];
}

function isItemWord(word: string): word is ItemWord {
  return Object.hasOwn(READERS, word);
}

function refOf(label: string, by = ''): Ref {
  return { label, by: oneLine(by) };
}

function readChamber(item: string): DryingFact | null {
  const [, label, by, said = '', water, grade, volume] = CHAMBER_ITEM.exec(item) ?? [];
  const rooms = roomsIn(said);
  const category = water === undefined ? null : Number(water);
  const lossClass = grade === undefined ? null : Number(grade);
  if (label === undefined || rooms.length === 0) return null;
  if (category !== null && !isWithin(category, RANGES.category)) return null;
  if (lossClass !== null && !isWithin(lossClass, RANGES.lossClass)) return null;
  const cubicFeet = volume === undefined ? null : Number(volume);
  return {
    word: 'chamber',
    ref: refOf(label, by),
    rooms,
    ...(category !== null && { category }),
    lossClass,
    cubicFeet,
  };
}

function roomsIn(said: string): string[] {
  return said.split('+').map(oneLine).filter(Boolean);
}

function readPoint(item: string): DryingFact | null {
  const [, label, by, place = '', more = '', chamber, owner, goal] = POINT_ITEM.exec(item) ?? [];
  const limit = goal === undefined ? null : Number(goal);
  if (label === undefined || (limit !== null && !isWithin(limit, RANGES.moisture))) return null;
  const material = oneLine(more.slice(1));
  return {
    word: 'set',
    ref: refOf(label, by),
    place: oneLine(place),
    material,
    ...(chamber !== undefined && { chamber: refOf(chamber, owner) }),
    goal: limit,
  };
}

function readUnit(item: string): DryingFact | null {
  const [, label, by, number = '1', kind = '', chamber, owner] = UNIT_ITEM.exec(item) ?? [];
  const count = Number(number);
  if (label === undefined || chamber === undefined || !isWithin(count, RANGES.count)) return null;
  return {
    word: 'placed',
    ref: refOf(label, by),
    count,
    kind: oneLine(kind),
    chamber: refOf(chamber, owner),
  };
}

function readName(item: string): DryingFact | null {
  const [, label, by, kind] = NAME_ITEM.exec(item) ?? [];
  return label === undefined || kind === undefined
    ? null
    : { word: 'named', ref: refOf(label, by), kind: oneLine(kind) };
}

interface EditPart {
  readonly of: ChangeFact['of'];
  readonly pattern: RegExp;
  /** Null if the value is not accepted. */
  readonly read: (value: string | undefined, by: string | undefined) => ChangeFact['to'] | null;
}

const EDIT_PARTS: readonly EditPart[] = [
  {
    of: 'chamber',
    pattern: /^rooms (.+)$/,
    read: (said = '') => (roomsIn(said).length > 0 ? { rooms: roomsIn(said) } : null),
  },
  {
    of: 'chamber',
    pattern: /^(?:category (\d)|no category)$/,
    read: (said) => numberOrNone(said, RANGES.category, (category) => ({ category })),
  },
  {
    of: 'chamber',
    pattern: /^(?:class (\d)|no class)$/,
    read: (said) => numberOrNone(said, RANGES.lossClass, (lossClass) => ({ lossClass })),
  },
  {
    of: 'chamber',
    pattern: /^(?:(\d{1,7}) cf|no volume)$/,
    read: (said) => ({ cubicFeet: said === undefined ? null : Number(said) }),
  },
  { of: 'set', pattern: /^place (.+)$/, read: (place = '') => ({ place }) },
  { of: 'set', pattern: /^(?:material (.+)|no material)$/, read: (material = '') => ({ material }) },
  {
    of: 'set',
    pattern: new RegExp(`^(?:goal (${NUMBER}) ?%?|no goal)$`),
    read: (said) => numberOrNone(said, RANGES.moisture, (goal) => ({ goal })),
  },
  {
    of: 'placed',
    pattern: /^count (\d{1,3})$/,
    read: (said) => (isWithin(Number(said), RANGES.count) ? { count: Number(said) } : null),
  },
  {
    of: 'placed',
    pattern: new RegExp(`^chamber (${CHAMBER})(?:/(.+))?$`),
    read: (label = '', by) => ({ chamber: refOf(label, by) }),
  },
];

function numberOrNone(
  said: string | undefined,
  range: Parameters<typeof isWithin>[1],
  edit: (number: number | null) => ChangeFact['to'],
): ChangeFact['to'] | null {
  if (said === undefined) return edit(null);
  return isWithin(Number(said), range) ? edit(Number(said)) : null;
}

function readChange(item: string): DryingFact | null {
  const [, label, by, said = ''] = CHANGE_ITEM.exec(item) ?? [];
  const parts = said.split(',').map((part) => readEditPart(oneLine(part)));
  const [first] = parts;
  if (label === undefined || !first || parts.some((part) => part?.of !== first.of)) return null;
  const to: unknown = Object.assign({}, ...parts.map((part) => part?.to));
  return { word: 'changed', ref: refOf(label, by), of: first.of, to } as ChangeFact;
}

function readEditPart(said: string): Pick<ChangeFact, 'of' | 'to'> | null {
  for (const { of, pattern, read } of EDIT_PARTS) {
    const found = pattern.exec(said);
    const to = found && read(found[1], found[2]);
    if (to) return { of, to };
  }
  return null;
}

function readAir(item: string): AirFact | null {
  const [, label, by, degrees, scale, percent, skip] = AIR_ITEM.exec(item) ?? [];
  if (label === undefined) return null;
  const ref = refOf(label, by);
  if (isSkip(skip)) return { word: 'air', ref, value: skip };
  const fahrenheit = scale === 'C' ? Number(degrees) * 1.8 + 32 : Number(degrees);
  const humidity = Number(percent);
  if (!isWithin(fahrenheit, RANGES.fahrenheit) || !isWithin(humidity, RANGES.humidity)) return null;
  return { word: 'air', ref, value: { fahrenheit, humidity } };
}

function readMoisture(item: string): MoistureFact | null {
  const [, label, by, number, skip] = MOISTURE_ITEM.exec(item) ?? [];
  if (label === undefined) return null;
  const value = isSkip(skip) ? skip : Number(number);
  if (typeof value === 'number' && !isWithin(value, RANGES.moisture)) return null;
  return { word: 'points', ref: refOf(label, by), value };
}

function isSkip(text: string | undefined): text is Skip {
  return text !== undefined;
}

/** The corrected entry's writer may have any name, so the shortest name that leaves a value is taken. */
function readCorrection(item: string): DryingFact | null {
  const [, day, clock, rest = ''] = CORRECTION.exec(item) ?? [];
  const words = rest.split(' ');
  for (let n = 1; day !== undefined && clock !== undefined && n < words.length; n += 1) {
    const said = readCorrected(words.slice(n).join(' '));
    const who = words.slice(0, n).join(' ');
    if (said) return { word: 'correct', day, clock: clock.padStart(5, '0'), who, ...said };
  }
  return null;
}

type Corrected = Pick<CorrectionFact, 'ref' | 'value' | 'instead'>;

/** `A1 24`, `A1 24 instead of 34`, `M1 count 4`, `M1 not placed` or `D1 not removed` */
function readCorrected(said: string): Corrected | null {
  // `M1/Ann Lee count 4` would also be 4 at a point of somebody called Ann Lee count.
  const right = readRightCount(said);
  if (right) return right;
  const [now = '', was, ...more] = said.split(INSTEAD);
  const { ref, value } = readAir(now) ?? readMoisture(now) ?? {};
  if (!ref || value === undefined) return readTakenBack(said);
  if (was === undefined) return { ref, value };
  const read = readAir(`${ref.label} ${was}`) ?? readMoisture(`${ref.label} ${was}`);
  return read && more.length === 0 ? { ref, value, instead: read.value } : null;
}

function readTakenBack(said: string): Pick<CorrectionFact, 'ref' | 'value'> | null {
  const [, label, by] = TAKEN_BACK.exec(said) ?? [];
  return label === undefined ? null : { ref: refOf(label, by), value: NOT_REMOVED };
}

function readRightCount(said: string): Pick<CorrectionFact, 'ref' | 'value'> | null {
  const [, label, by, number] = RIGHT_COUNT.exec(said) ?? [];
  const count = number === undefined ? 0 : Number(number);
  if (label === undefined || (number !== undefined && !isWithin(count, RANGES.count))) return null;
  return { ref: refOf(label, by), value: { count } };
}

function readRunning(item: string): DryingFact | null {
  const match = RUNNING_ITEM.exec(item);
  if (!match) return null;
  const [, label, by] = match;
  return { word: 'running', ref: label === undefined ? null : refOf(label, by) };
}

function readRemoved(item: string): DryingFact | null {
  const [, point, label, by] = REMOVED_ITEM.exec(item) ?? [];
  return label === undefined
    ? null
    : { word: 'removed', ref: refOf(label, by), isPoint: point !== undefined };
}

function readStatement(word: 'dry' | 'reopened', item: string): DryingFact | null {
  const [, label, by, remark = ''] = DRY.exec(item) ?? [];
  return label === undefined ? null : { word, ref: refOf(label, by), remark };
}

function readAltitude(item: string): DryingFact | null {
  const [, number] = ALTITUDE.exec(item) ?? [];
  const feet = Number(number);
  return number === undefined || !isWithin(feet, RANGES.altitude) ? null : { word: 'altitude', feet };
}

function readJobFact(item: string): DryingFact | null {
  const [, name, value = ''] = JOB.exec(item) ?? [];
  return name !== undefined && (value === NOT_SAID || isJobValue(name, value))
    ? { word: 'job', name: name as JobFact['name'], value }
    : null;
}

function isJobValue(name: string, value: string): boolean {
  if (name === 'meter') return true;
  if (name === 'billing') return BILLINGS.some((billing) => billing === value);
  return /^\d{1,3}(?:\.\d+)?$/.test(value) && isWithin(Number(value), RANGES.moisture);
}
