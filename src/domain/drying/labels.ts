import type { SignedStamp } from '../day/entries.ts';
import { labelKey } from '../day/text-blocks.ts';
import {
  type ChamberFact,
  type ChangeFact,
  type DryingFact,
  type NameFact,
  type PointFact,
  personOf,
  plainName,
  plainSetter,
  type Ref,
  setterKey,
  type UnitFact,
  whoKey,
} from './drying-facts.ts';
import { writeFacts } from './write-facts.ts';

/** The item that a label means: a chamber, a point or a unit. */
export interface Named {
  /** `A1`, or `A1/Bo Diaz` for the second that somebody set as `A1`. */
  readonly name: string;
  readonly label: string;
  /** The first setter. `Ann Lee/2` if Ann Lee used the label before. */
  readonly by: string;
  /** All who set it like this. */
  readonly setters: readonly string[];
}

/**
 * A label without a name means what `who` set it to, else the earliest. If one person set it to several things, it means
 * the first of them.
 */
export function resolve<Item extends Named>(
  items: readonly Item[],
  { label, by }: Ref,
  who: string,
): Item | undefined {
  const same = items.filter((item) => item.label === label);
  if (by === '') return ofSetter(same, whoKey(who)) ?? same.find((item) => isSetBy(item, who)) ?? same[0];
  return keysIn(by)
    .map((key) => ofSetter(same, key))
    .find(Boolean);
}

function ofSetter<Item extends Named>(same: readonly Item[], key: string): Item | undefined {
  return same.find(({ setters }) => setters.some((setter) => setterKey(setter) === key));
}

/**
 * Older entries have a space before the number: `Ann Lee 2`, and `Crew 2 2` for what Crew 2 set after Crew 1. A person of
 * that name comes first.
 */
function keysIn(setter: string): string[] {
  const key = setterKey(setter);
  const [, person = '', nth] = /^([^/]+) (\d+)$/.exec(key) ?? [];
  if (nth === undefined) return [key];
  return [key, `${person}/${nth}`, ...(/ \d+$/.test(person) ? [person] : [])];
}

/** Returns true if this person set the item, even under a label that was taken. */
export function isSetBy({ setters }: Pick<Named, 'setters'>, who: string): boolean {
  return setters.some((setter) => whoKey(personOf(setter)) === whoKey(who));
}

export interface Defined<Fact> extends Named {
  /** The fact that set it last. */
  readonly fact: Fact;
  /** When it was set first. */
  readonly since: SignedStamp;
  /** Oldest first. */
  readonly changes: readonly FactChange<Fact>[];
}

/** Says who set a label to something else, and when. */
export interface FactChange<Fact> {
  readonly from: Fact;
  readonly to: Fact;
  readonly by: SignedStamp;
}

export interface Definition<Fact> {
  readonly fact: Fact;
  readonly stamp: SignedStamp;
}

type SettingFact = ChamberFact | PointFact | UnitFact;
type Edit = Definition<NameFact | ChangeFact>;

/** The item that each fact sets, by the fact itself. */
export type SetItems = ReadonlyMap<DryingFact, { readonly name: string; readonly isFirst: boolean }>;

interface DefinedItems<Fact> {
  readonly items: readonly Defined<Fact>[];
  readonly sets: SetItems;
}

interface Chambers<Fact> {
  /** The name of the chamber of a setter's point. */
  readonly chamberOf?: (fact: Fact, setter: string) => string | undefined;
  /** True if the fact may be of either of two chambers of its writer, so that it may be another thing. */
  readonly mayBeAnother?: (fact: Fact, who: string) => boolean;
}

/**
 * A device with a slow clock may date an edit before the thing it edits. Such an edit counts right after the thing was
 * set, so that later edits win.
 *
 * Two people's equal definitions of a label are one, but of points only in one chamber, and of equipment only with one
 * serial number: both may have placed 2 air movers. Of others, the second becomes another item. So does what one person
 * sets to another thing: two devices of that person may have taken the same free label.
 * @param said oldest first
 */
export function defineAll<Fact extends SettingFact>(
  said: readonly Definition<Fact | NameFact | ChangeFact>[],
  { chamberOf = () => undefined, mayBeAnother = () => false }: Chambers<Fact> = {},
): DefinedItems<Fact> {
  const items = new Map<string, Defined<Fact>>();
  const sets = new Map<DryingFact, { name: string; isFirst: boolean }>();
  let early: Edit[] = [];
  /** @param only the item that was just set */
  const edit = ({ fact, stamp }: Edit, only?: string): boolean => {
    const item = resolve([...items.values()], fact.ref, stamp.who);
    if (!item || (only !== undefined && !isMeant(item, only, fact.ref, stamp.who))) return false;
    const to = fact.word === 'named' ? { kind: fact.kind } : fact.to;
    items.set(item.name, { ...item, ...changed(item, { ...item.fact, ...to } as Fact, stamp) });
    sets.set(fact, { name: item.name, isFirst: false });
    return true;
  };
  for (const { fact, stamp } of said) {
    if (fact.word === 'named' || fact.word === 'changed') {
      const isKept = edit({ fact, stamp }) || (fact.word === 'changed' && fact.of === 'placed');
      if (!isKept) early.push({ fact, stamp });
      continue;
    }
    const { label, by } = fact.ref;
    const same = [...items.values()].filter((item) => item.label === label);
    const own = by === '' ? same.filter((item) => isSetBy(item, stamp.who)) : [];
    const isAnother = !hasSerial(fact) && mayBeAnother(fact, stamp.who);
    const known =
      by === ''
        ? own.find((item) => !isAnother && isSameThing(item, fact, stamp))
        : resolve(same, fact.ref, stamp.who);
    const setter = by === '' ? freeSetter(own, stamp.who) : plainSetter(by);
    const chamber = chamberOf(fact, setter);
    const alike =
      known ?? same.find((item) => isAlike(item.fact, fact) && chamberOf(item.fact, item.by) === chamber);
    const name = alike?.name ?? (same.length === 0 ? label : `${label}/${setter}`);
    const setters = known?.setters ?? [...(alike?.setters ?? []), setter];
    const now = alike ? changed(alike, again(alike, fact), stamp) : { fact, changes: [] };
    items.set(name, { label, by: setter, since: stamp, ...alike, ...now, name, setters });
    sets.set(fact, { name, isFirst: !alike });
    early = early.filter((one) => !edit(one, name));
  }
  for (const one of early) edit(one);
  return { items: [...items.values()], sets };
}

/** Without its setter's name, a label that somebody else set may mean what the editor sets later. */
function isMeant(item: Named, name: string, { by }: Ref, who: string): boolean {
  return item.name === name && (by !== '' || isSetBy(item, who));
}

/**
 * The chamber of a point stays if it is not said again. Equipment keeps its name, unless another machine got its label:
 * who moves it may only know an earlier name.
 */
function again<Fact extends SettingFact>({ fact: was, changes }: Defined<Fact>, fact: Fact): Fact {
  const now = { ...was, ...fact };
  if (was.word !== 'placed' || now.word !== 'placed') return now;
  const isKnown = [was, ...changes.map(({ from }) => from)].some(
    (one) => one.word === 'placed' && labelKey(one.kind) === labelKey(now.kind),
  );
  return isKnown ? { ...now, kind: was.kind } : now;
}

/** @param own what `who` set the label to so far */
function freeSetter(own: readonly Named[], who: string): string {
  const name = plainName(who);
  let setter = name;
  for (let nth = 2; ofSetter(own, setterKey(setter)); nth += 1) setter = `${name}/${nth}`;
  return setter;
}

function changed<Fact extends SettingFact>(
  { fact: from, changes }: Defined<Fact>,
  to: Fact,
  by: SignedStamp,
): Pick<Defined<Fact>, 'fact' | 'changes'> {
  return { fact: to, changes: textOf(from) === textOf(to) ? changes : [...changes, { from, to, by }] };
}

/**
 * True if a person who sets a label again means the same thing. Within one minute that cannot be a move of equipment, so
 * it is another machine.
 */
function isSameThing(
  { fact: was, since }: Defined<SettingFact>,
  fact: SettingFact,
  stamp: SignedStamp,
): boolean {
  if (was.word === 'chamber' && fact.word === 'chamber') {
    // It may have grown. One that shares a room is another: taken for one, the rooms of the first would be lost.
    const rooms = fact.rooms.map(labelKey);
    return was.rooms.every((room) => rooms.includes(labelKey(room)));
  }
  if (was.word === 'set' && fact.word === 'set') return labelKey(was.place) === labelKey(fact.place);
  if (was.word !== 'placed' || fact.word !== 'placed' || labelKey(was.kind) !== labelKey(fact.kind))
    return false;
  return since.at !== stamp.at || hasSerial(fact) || textOf(was) === textOf(fact);
}

/** Shorter numbers are models, as in LGR 7000XLi. */
const SERIAL = /\d{5}/;

function hasSerial(fact: SettingFact): boolean {
  return fact.word === 'placed' && SERIAL.test(fact.kind);
}

/** A machine may have been moved, or the other person may write its chamber in another way. */
function isAlike(was: SettingFact, fact: SettingFact): boolean {
  return was.word === 'placed' && fact.word === 'placed'
    ? hasSerial(fact) && labelKey(was.kind) === labelKey(fact.kind)
    : textOf(was) === textOf(fact);
}

/** Equal for facts that say the same. A point's chamber is not compared. */
function textOf(fact: SettingFact): string {
  const ref = { label: '', by: '' };
  const { word } = fact;
  const plain: SettingFact =
    word === 'set'
      ? { word, ref, place: fact.place, material: fact.material, goal: fact.goal }
      : { ...fact, ref };
  return labelKey(writeFacts([plain]).join());
}

/** A label that one person gave to two things. */
export interface SharedLabel<Item> {
  readonly label: string;
  readonly who: string;
  /** The item that the label alone means. */
  readonly first: Item;
  readonly second: Item;
}

/** A reading with the label alone may be of either, so a person has to check it. */
export function sharedLabels<Item extends Named>(items: readonly Item[]): SharedLabel<Item>[] {
  return items.flatMap((second) =>
    second.setters.flatMap((setter) => {
      const who = personOf(setter);
      const first = who === setter ? undefined : resolve(items, { label: second.label, by: '' }, who);
      return first && first.name !== second.name ? { label: second.label, who, first, second } : [];
    }),
  );
}

/**
 * Returns how `who` writes a reading or a removal of `item`: with its setter's name, unless `who` set it. Without the
 * name, it would mean another item as soon as an earlier definition of the label arrives.
 */
export function refTo(items: readonly Named[], item: Named, who: string): Ref {
  const short = { label: item.label, by: '' };
  const isOwn = isSetBy(item, who) && resolve(items, short, who)?.name === item.name;
  return isOwn ? short : { ...short, by: item.by };
}

/** Returns how an item is set again. Without its setter's name, its label could set another one. */
export function refToSet({ label, by }: Named): Ref {
  return { label, by };
}

/** D labels dehumidifiers, and the point D1 would look like one. */
const CHAMBERS = 'ABCEFGHIJKLMNOPQRSTUVWXYZ';

export function nextChamberLabel(chambers: readonly Named[]): string {
  const taken = new Set(chambers.map(({ label }) => label));
  let n = 0;
  while (taken.has(chamberLabel(n))) n += 1;
  return chamberLabel(n);
}

/** A to Z without D, then AA to ZZ. */
function chamberLabel(n: number): string {
  const last = CHAMBERS.charAt(n % CHAMBERS.length);
  return n < CHAMBERS.length ? last : CHAMBERS.charAt(Math.floor(n / CHAMBERS.length) - 1) + last;
}

/** @param letters the chamber's label, or a kind of equipment such as `D`, a dehumidifier */
export function nextLabel(items: readonly Named[], letters: string): string {
  const numbers = items
    .filter(({ label }) => label.replace(/\d+$/, '') === letters)
    .map(({ label }) => Number(label.slice(letters.length)));
  return `${letters}${Math.max(0, ...numbers) + 1}`;
}
