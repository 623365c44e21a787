import { itemProblems as words } from '../../words/items.ts';
import { linesWithin, oneLine } from '../day/text-blocks.ts';
import { amountText, fromCents, parseAmount, readAmount, toCents } from '../money.ts';
import { ITEMS } from './item-sums.ts';
import { decimalText, type LineItem, readLineItem, workedAmount, writeLineItem } from './line-items.ts';

/** An item's fields as the user typed them. */
export type TypedItem = Readonly<Record<TypedField, string>>;
export type TypedField = 'name' | 'quantity' | 'each' | 'unit' | 'price' | 'amount';

export const NO_ITEM: TypedItem = { name: '', quantity: '1', each: '', unit: '', price: '', amount: '' };

/** Begins a line that is still being typed, so that it never reads as another item. */
const UNFINISHED = '? ';

export interface ReadTyped {
  /** Null while something is missing or cannot be read. */
  readonly item: LineItem | null;
  /** In cents: quantity times price; null while one of them cannot be read. */
  readonly worked: number | null;
  readonly problems: Readonly<Partial<Record<TypedField, string>>>;
}

/** A blank price is 0, and a blank amount is quantity times price. */
export function readTyped(typed: TypedItem): ReadTyped {
  const quantity = countOf(typed.quantity);
  const each = typed.each.trim() === '' ? 1 : countOf(typed.each);
  const price = typed.price.trim() === '' ? 0 : centsOf(typed.price);
  const worked = worth(quantity, each, price);
  const amount = typed.amount.trim() === '' ? worked : centsOf(typed.amount);
  const name = oneLine(typed.name);
  const isKnown = quantity !== null && each !== null && price !== null && amount !== null && worked !== null;
  const item = isKnown && name !== '' ? { quantity, name, each, unit: typed.unit, price, amount } : null;
  return { item, worked, problems: problemsOf(typed, { quantity, each, price, amount, worked }) };
}

function worth(quantity: number | null, each: number | null, price: number | null): number | null {
  if (quantity === null || each === null || price === null) return null;
  const worked = workedAmount({ quantity, each, price });
  return readAmount(fromCents(worked)) === null ? null : worked;
}

type ReadNumbers = Readonly<Record<'quantity' | 'each' | 'price' | 'amount' | 'worked', number | null>>;

function problemsOf(typed: TypedItem, read: ReadNumbers): ReadTyped['problems'] {
  const { quantity, each, price, amount, worked } = read;
  const isTooLarge = quantity !== null && each !== null && price !== null && worked === null;
  return {
    ...(oneLine(typed.name) === '' && { name: words.noName }),
    ...(quantity === null && { quantity: noCount(typed.quantity) }),
    ...(each === null && { each: noCount(typed.each) }),
    ...(price === null && { price: words.noPrice({ typed: typed.price.trim() }) }),
    ...(isTooLarge && { price: words.tooLarge }),
    ...(!isTooLarge &&
      amount === null &&
      worked !== null && { amount: words.noPrice({ typed: typed.amount.trim() }) }),
  };
}

/** A stored line has counts without a sign: discounts are in the price. */
function countOf(text: string): number | null {
  const count = /[%$]/.test(text) ? null : parseAmount(pointed(text), 3);
  return count !== null && count < 0 ? null : count;
}

function noCount(text: string): string {
  const typed = text.trim();
  return parseAmount(typed, 3) !== null && typed.startsWith('-')
    ? words.belowZero
    : words.noNumber({ typed });
}

function centsOf(text: string): number | null {
  const amount = text.includes('%') ? null : parseAmount(pointed(text));
  return amount === null ? null : toCents(amount);
}

/** In some regions, the keypad of a phone has a comma in place of the point. Before three digits, a comma separates thousands. */
function pointed(text: string): string {
  return text.replace(/^([^.,]*),(\d{1,2}\s*)$/, '$1.$2');
}

/** Ignores the quantity, which is filled in from the start. */
export function isBlankItem({ name, each, unit, price, amount }: TypedItem): boolean {
  return [name, each, unit, price, amount].every((text) => text.trim() === '');
}

/** Returns a line that keeps all that is typed, even while it cannot be read. */
export function writeTyped(typed: TypedItem): string {
  const { quantity, each, unit, name, price, amount } = typed;
  const { item } = readTyped(typed);
  if (item) return writeLineItem(item);
  // A comma would divide at another place.
  const tail = oneLine(`${pointed(each)} ${unit}`).replaceAll(',', ' ');
  const stated = amount.trim() === '' ? '' : ` = ${amount}`;
  return UNFINISHED + oneLine(`${quantity} x ${name}, ${tail} @ ${price}${stated}`);
}

/** Reads any line of the block into fields, even one that is not an item. */
export function typedItem(line: string): TypedItem {
  const item = readLineItem(line);
  if (!item) return looselyRead(line);
  const worked = workedAmount(item);
  return {
    name: item.name,
    quantity: decimalText(item.quantity),
    each: item.each === 1 ? '' : decimalText(item.each),
    unit: item.unit,
    price: amountText(fromCents(item.price)),
    amount: item.amount === worked ? '' : amountText(fromCents(item.amount)),
  };
}

const LOOSE =
  /^(?:\? )?(?<quantity>.*?)\s*\b[x×]\s(?<name>[^@]*?)(?:,(?<tail>[^,@]*))?(?:@(?<price>[^=@]*)(?:=(?<amount>.*))?)?$/i;

function looselyRead(line: string): TypedItem {
  const read = line.startsWith(UNFINISHED) ? LOOSE.exec(line)?.groups : undefined;
  if (!read) return { ...NO_ITEM, name: line.trim() };
  const tail = (read['tail'] ?? '').trim();
  const each = tail.replace(/[^-$%\d.].*$/, '');
  return {
    name: String(read['name']).trim(),
    quantity: String(read['quantity']).trim(),
    each,
    unit: tail.slice(each.length).trim(),
    price: (read['price'] ?? '').trim(),
    amount: (read['amount'] ?? '').trim(),
  };
}

/** Returns the lines that somebody began to type as items, without their mark. */
export function unfinishedItems(text: string): string[] {
  return linesWithin(text, ITEMS).flatMap(({ line }) =>
    line.startsWith(UNFINISHED) ? [line.slice(UNFINISHED.length)] : [],
  );
}
