import { labelKey } from '../day/text-blocks.ts';
import { readText } from '../field.ts';
import type { Fields } from '../resource-spec.ts';
import { plainText } from '../search-text.ts';
import type { Timed } from '../seen.ts';
import { ITEMS, readItems } from './item-sums.ts';
import type { LineItem } from './line-items.ts';

/** The price of an item when it was last written. */
export interface LearnedPrice extends Pick<LineItem, 'name' | 'unit' | 'price'> {
  /** How many items of all estimates have this name and unit. */
  readonly count: number;
  /** It is in the company's price list. */
  readonly isListed?: true;
}

interface PricedRow extends Pick<Timed, 'seen' | 'own'> {
  readonly view: Fields;
}

/** Some milliseconds on a slow phone, if each has a page of items. */
const STEP = 25;

/** By row, which is a new object after each change. */
const knownItems = new WeakMap<PricedRow, readonly LineItem[]>();

/** Learns prices from all estimates of this device, in steps. The items that are written most often come first. */
export function* learnPrices(rows: readonly PricedRow[]): Generator<void, readonly LearnedPrice[]> {
  const learned = new Map<string, LearnedPrice & { readonly at: number }>();
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    const at = changedAt(row);
    for (const { name, unit, price } of itemsOf(row)) {
      const key = `${labelKey(name)}\n${labelKey(unit)}`;
      const known = learned.get(key);
      const last = known && known.at > at ? known : { name, unit, price, at };
      learned.set(key, { ...last, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...learned.values()]
    .sort((one, other) => other.count - one.count || other.at - one.at)
    .map(({ name, unit, price, count }) => ({ name, unit, price, count }));
}

function itemsOf(row: PricedRow): readonly LineItem[] {
  const known = knownItems.get(row);
  if (known) return known;
  const description = readText(row.view['description']);
  const items = description.toLowerCase().includes(ITEMS.toLowerCase()) ? readItems(description) : [];
  knownItems.set(row, items);
  return items;
}

function changedAt({ seen, own }: PricedRow): number {
  return own?.changed ?? seen.updated_at ?? seen.changed_seen ?? seen.first_seen;
}

/** Returns those whose names have all typed words, first those that begin with what is typed. */
export function pricesLike(prices: readonly LearnedPrice[], typed: string, most: number): LearnedPrice[] {
  const said = plainText(typed).trim();
  const words = said.split(/\s+/);
  const found = prices.filter(({ name }) => words.every((word) => plainText(name).includes(word)));
  const isFirst = ({ name }: LearnedPrice): boolean => plainText(name).startsWith(said);
  return [...found.filter(isFirst), ...found.filter((price) => !isFirst(price))].slice(0, most);
}
