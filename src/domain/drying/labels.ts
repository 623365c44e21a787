import type { SignedStamp } from '../day/entries.ts';
import { labelKey } from '../day/text-blocks.ts';
import {
  type ChamberFact,
  type PointFact,
  plainName,
  type Ref,
  type UnitFact,
  whoKey,
} from './drying-facts.ts';
import { writeFacts } from './write-facts.ts';

/** What a label means: a chamber, a point or a unit. */
export interface Named {
  /** `A1`, or `A1/Bo Diaz` for the second that somebody set as `A1`. */
  readonly name: string;
  readonly label: string;
  /** Who set it first. */
  readonly by: string;
  /** The keys of all who set it like this. */
  readonly setters: readonly string[];
}

/** A label without a name means what `who` set it to, else the earliest. */
export function resolve<Item extends Named>(
  items: readonly Item[],
  { label, by }: Ref,
  who: string,
): Item | undefined {
  const same = items.filter((item) => item.label === label);
  const own = same.find(({ setters }) => setters.includes(whoKey(by === '' ? who : by)));
  return by === '' ? (own ?? same[0]) : own;
}

export interface Defined<Fact> extends Named {
  /** As it was set last. */
  readonly fact: Fact;
  /** When it was set first. */
  readonly since: SignedStamp;
}

export interface Definition<Fact> {
  readonly fact: Fact;
  readonly stamp: SignedStamp;
}

/**
 * Two people's equal definitions of a label are one, but of equipment only with a serial number: both may have placed
 * 2 air movers. Of others, the second becomes another item.
 * @param said oldest first
 */
export function defineAll<Fact extends ChamberFact | PointFact | UnitFact>(
  said: readonly Definition<Fact>[],
): Defined<Fact>[] {
  const items = new Map<string, Defined<Fact>>();
  for (const { fact, stamp } of said) {
    const { label, by } = fact.ref;
    const setter = by === '' ? stamp.who : by;
    const key = whoKey(setter);
    const same = [...items.values()].filter((item) => item.label === label);
    const known =
      same.find(({ setters }) => setters.includes(key)) ??
      same.find((item) => isOne(item.fact) && textOf(item.fact) === textOf(fact));
    const name = known?.name ?? (same.length === 0 ? label : `${label}/${plainName(setter)}`);
    const setters = [...new Set([...(known?.setters ?? []), key])];
    items.set(name, { label, by: setter, since: stamp, ...known, name, setters, fact });
  }
  return [...items.values()];
}

/** Shorter numbers are models, as in LGR 7000XLi. */
const SERIAL = /\d{5}/;

function isOne(fact: ChamberFact | PointFact | UnitFact): boolean {
  return fact.word !== 'placed' || SERIAL.test(fact.kind);
}

function textOf(fact: ChamberFact | PointFact | UnitFact): string {
  return labelKey(writeFacts([{ ...fact, ref: { label: '', by: '' } }]).join());
}

/**
 * Returns how `who` writes a reading or a removal of `item`: with its setter's name, unless `who` set it. Without the
 * name, it would mean another item as soon as an earlier definition of the label arrives.
 */
export function refTo(items: readonly Named[], item: Named, who: string): Ref {
  const short = { label: item.label, by: '' };
  const isOwn = item.setters.includes(whoKey(who)) && resolve(items, short, who)?.name === item.name;
  return isOwn ? short : { ...short, by: item.by };
}

/** Returns how `who` sets `item` again. Without its setter's name, that would set a second one. */
export function refToSet({ label, by, setters }: Named, who: string): Ref {
  return { label, by: setters.includes(whoKey(who)) ? '' : by };
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
