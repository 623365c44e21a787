import { priceListWords as words } from '../../words/items.ts';
import { CSV_BOM, csvLine, fromCsvCell } from '../csv.ts';
import { labelKey, oneLine } from '../day/text-blocks.ts';
import type { FileLine } from '../import/columns.ts';
import { amountText, fromCents, parseAmount, toCents } from '../money.ts';
import type { LearnedPrice } from './learned-prices.ts';
import type { LineItem } from './line-items.ts';

export type ListedPrice = Pick<LineItem, 'name' | 'unit' | 'price'>;

/** Our server's limit, in characters. */
const LONGEST = 20_000;
/** Prices per step. */
const STEP = 200;

/** Reads the company's setting: a line for each price, with a tab between item, unit and price. */
export function readPriceList(text: string): ListedPrice[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', unit = '', priced = ''] = line.split('\t');
    const price = centsIn(priced);
    return name === '' || price === null ? [] : [{ name, unit, price }];
  });
}

/** Of prices with the same item and unit, the last one counts. */
export function* writePriceList(prices: readonly ListedPrice[]): Generator<void, string> {
  const lines = new Map<string, string>();
  for (const [n, { name, unit, price }] of prices.entries()) {
    if (n % STEP === STEP - 1) yield;
    const cells = [oneLine(name), oneLine(unit), amountText(fromCents(price))];
    lines.set(keyOf({ name, unit }), cells.join('\t'));
  }
  return [...lines.values()].join('\n');
}

export function isTooLongList(text: string): boolean {
  return text.length > LONGEST;
}

function keyOf({ name, unit }: Pick<ListedPrice, 'name' | 'unit'>): string {
  return `${labelKey(name)}\n${labelKey(unit)}`;
}

function centsIn(text: string): number | null {
  const amount = text.includes('%') ? null : parseAmount(text);
  return amount === null ? null : toCents(amount);
}

/** The list's prices come first, those that are used most before others, and replace those of earlier estimates. */
export function withListed(
  learned: readonly LearnedPrice[],
  listed: readonly ListedPrice[],
): readonly LearnedPrice[] {
  const counts = new Map(learned.map((price) => [keyOf(price), price.count]));
  const own = new Map(
    listed.map((price): [string, LearnedPrice] => {
      const key = keyOf(price);
      return [key, { ...price, count: counts.get(key) ?? 0, isListed: true }];
    }),
  );
  const first = [...own.values()].sort((one, other) => other.count - one.count);
  return [...first, ...learned.filter((price) => !own.has(keyOf(price)))];
}

/** Says where each price is from: adding the file puts all of them into the list. */
export function priceListCsv(prices: readonly (ListedPrice & Pick<LearnedPrice, 'isListed'>)[]): string {
  const head = csvLine([words.item, words.unit, words.price, words.from]);
  const lines = prices.map(({ name, unit, price, isListed }) =>
    csvLine([name, unit, fromCents(price), isListed ? words.fromList : words.fromEstimates]),
  );
  return [CSV_BOM, head, ...lines].join('');
}

export interface PricesInFile {
  readonly prices: readonly ListedPrice[];
  /** The rows that have no item or no price that can be read, from 1. */
  readonly unread: readonly number[];
}

interface Columns {
  readonly name: number;
  /** -1 without one. */
  readonly unit: number;
  readonly price: number;
}

/** Titles may stand above the names of the columns. */
const LOOKED_AT = 20;

/** Null if no columns for items and prices are found. */
export function* pricesInFile(lines: readonly FileLine[]): Generator<void, PricesInFile | null> {
  const head = lines.slice(0, LOOKED_AT).findIndex(({ cells }) => columnsNamed(cells) !== null);
  const columns = columnsNamed(lines[head]?.cells ?? []) ?? columnsWithoutNames(lines);
  if (!columns) return null;
  const prices: ListedPrice[] = [];
  const unread: number[] = [];
  for (const [n, { row, cells }] of lines.slice(head + 1).entries()) {
    if (n % STEP === STEP - 1) yield;
    const cell = (at: number): string => oneLine(fromCsvCell(cells[at] ?? ''));
    const [name, price] = [cell(columns.name), centsIn(cell(columns.price))];
    if (name === '' || price === null) unread.push(row);
    else prices.push({ name, unit: cell(columns.unit), price });
  }
  return { prices, unread };
}

/** The words of each column, the surest first. */
const PRICE = [/\bprice\b/, /\brate\b/, /\b(cost|amount)\b/];
const UNIT = [/\b(unit|units|uom)\b/];
const NAME = [/\b(description|name)\b/, /\b(item|product|service|task|what)\b/];
/** Of a column beside the one that is meant. */
const OTHER = /\b(code|no|number|id|sku|category|type|tax|total)\b|#/;

function columnsNamed(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase());
  const taken: number[] = [];
  const take = (patterns: readonly RegExp[]): number => {
    const isMeant = (pattern: RegExp, at: number, name: string): boolean =>
      pattern.test(name) && !OTHER.test(name) && !taken.includes(at);
    const found = patterns
      .map((pattern) => names.findIndex((name, at) => isMeant(pattern, at, name)))
      .find((at) => at >= 0);
    const at = found ?? -1;
    taken.push(at);
    return at;
  };
  const [price, unit, name] = [take(PRICE), take(UNIT), take(NAME)];
  return price < 0 || name < 0 ? null : { name, unit, price };
}

/** Item and price, or item, unit and price. */
function columnsWithoutNames([first]: readonly FileLine[]): Columns | null {
  const cells = first?.cells ?? [];
  const [last = ''] = cells.slice(-1);
  const price = cells.length - 1;
  if (price < 1 || price > 2 || centsIn(fromCsvCell(last)) === null) return null;
  return { name: 0, unit: price === 2 ? 1 : -1, price };
}
