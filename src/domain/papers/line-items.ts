import { labelKey, oneLine } from '../day/text-blocks.ts';
import { amountText, fromCents, parseAmount, readAmount, toCents } from '../money.ts';

/** `2 x Air mover, 3 days @ 35.00 = 210.00`, a line of an estimate's description. */
export interface LineItem {
  /** Up to three decimals. */
  readonly quantity: number;
  readonly name: string;
  /** Units for each piece of the quantity: 3 in '2 x Air mover, 3 days'. Up to three decimals. */
  readonly each: number;
  /** 'days', 'sq ft'; may be blank. */
  readonly unit: string;
  /** In cents. Below 0 for a discount. */
  readonly price: number;
  /** In cents, as written: a person may have changed it from `workedAmount`. */
  readonly amount: number;
}

const DECIMALS = 3;
const COUNTED = /^(?<quantity>[\d.,]+)\s*[x×]\s+(?<said>.+)$/i;
const EACH = /^(?<each>[\d.]+)(?:\s+(?<unit>.*))?$/;

/** Returns null for a line that is no item: it stays as it is, and is shown as text. */
export function readLineItem(line: string): LineItem | null {
  // A name may contain the sign too.
  const at = line.lastIndexOf('@');
  if (at < 0) return null;
  const { quantity: counted = '', said = '' } = COUNTED.exec(line.slice(0, at).trim())?.groups ?? {};
  const [priced = '', stated, ...more] = line.slice(at + 1).split('=');
  const { name, each, unit } = readSaid(said);
  const [quantity, price] = [parseAmount(counted, DECIMALS), readCents(priced)];
  if (name === '' || quantity === null || price === null || more.length > 0) return null;
  const worked = workedAmount({ quantity, each, price });
  const amount = stated === undefined ? worked : readCents(stated);
  const isTooLarge = readAmount(fromCents(worked)) === null;
  return amount === null || isTooLarge ? null : { quantity, name, each, unit, price, amount };
}

/** The last comma divides: a name may contain others. */
function readSaid(said: string): Pick<LineItem, 'name' | 'each' | 'unit'> {
  const comma = said.lastIndexOf(',');
  if (comma < 0) return { name: oneLine(said), each: 1, unit: '' };
  const name = oneLine(said.slice(0, comma));
  const tail = oneLine(said.slice(comma + 1));
  const { each: counted = '', unit = '' } = EACH.exec(tail)?.groups ?? {};
  const each = parseAmount(counted, DECIMALS);
  return each === null ? { name, each: 1, unit: tail } : { name, each, unit };
}

function readCents(text: string): number | null {
  const amount = text.includes('%') ? null : parseAmount(text);
  return amount === null ? null : toCents(amount);
}

/** In cents. Rounds half away from zero, as all money of the app. */
export function workedAmount({
  quantity,
  each,
  price,
}: Pick<LineItem, 'quantity' | 'each' | 'price'>): number {
  const product = thousandths(quantity) * thousandths(each) * BigInt(price);
  const half = product < 0n ? -500_000n : 500_000n;
  return Number((product + half) / 1_000_000n);
}

function thousandths(value: number): bigint {
  return BigInt(Math.round(value * 1000));
}

export function writeLineItem({ quantity, name, each, unit, price, amount }: LineItem): string {
  const what = oneLine(name) || '?';
  // A comma would divide at another place.
  const per = oneLine(unit.replaceAll(',', ' '));
  const count = each === 1 && !/^[\d.]/.test(per) ? '' : decimalText(each);
  const tail = [count, per].filter(Boolean).join(' ');
  // A name with a comma ends with another one, so that its end does not read as a unit.
  const said = tail === '' && !what.includes(',') ? what : `${what}, ${tail}`;
  return oneLine(`${decimalText(quantity)} x ${said} @ ${centsText(price)} = ${centsText(amount)}`);
}

export function decimalText(value: number): string {
  return String(Number(value.toFixed(DECIMALS)));
}

function centsText(cents: number): string {
  return amountText(fromCents(cents));
}

/** Equal for two spellings of one item. */
export function itemKey(item: LineItem): string {
  return labelKey(writeLineItem(item));
}
